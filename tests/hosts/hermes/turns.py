"""Runs inside Hermes's environment: the same turn and the same start, with Remora and without, by turns.

`turns.py FOLDER ROUNDS STARTS`; the environment says where notes and profiles are. Prints the seconds of each pair as
one JSON document. `python -m benchmarks hermes` calls it.
"""

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

from hosts.hermes.machine import NO_NETWORK, configuration
from hosts.hermes.model_server import MODEL, say, served, use

QUESTION = "On which port does the staging database listen?"


def configured(folder, url, enabled):
    folder.mkdir(parents=True, exist_ok=True)
    text = configuration(url, f"plugins:\n  enabled: {enabled}\n")
    (folder / "config.yaml").write_text(text, encoding="utf-8")
    return folder


def seconds(work):
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def processor(work):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def starts(on, off, model, count):
    """The processor's seconds of whole processes of one turn: start, turn, end. Hermes waits a lot in them, and how
    long it waits says nothing of us."""

    def run(home):
        model.plays(say("On 6543."))
        subprocess.run(
            [sys.executable, "-m", "hermes_cli.main", "chat", "-Q", "--yolo", "-q", QUESTION],
            env={**os.environ, "HERMES_HOME": str(home)}, check=True, capture_output=True, timeout=120,
        )  # fmt: skip

    run(on), run(off)
    return [(processor(lambda: run(on)), processor(lambda: run(off))) for _ in range(count)]


def turns(model, count):
    """Turns of one agent, with a tool call each; Remora's callbacks are taken away for every second one."""
    from hermes_cli.plugins import discover_plugins, get_plugin_manager
    from run_agent import AIAgent

    discover_plugins()
    manager = get_plugin_manager()
    hooks, middleware = manager._hooks, manager._middleware
    assert hooks["pre_llm_call"], "the plugin is not enabled"
    agent = AIAgent(base_url=model.url, api_key="key", model=MODEL, quiet_mode=True, platform="cli", max_iterations=8)

    def turn(present):
        manager._hooks, manager._middleware = (hooks, middleware) if present else ({}, {})
        model.plays(use("terminal", command="true"), say("On 6543."))
        agent.run_conversation(QUESTION, conversation_history=[])

    turn(True), turn(False)
    return [(seconds(lambda: turn(True)), seconds(lambda: turn(False))) for _ in range(count)]


def main():
    folder, rounds, processes = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    os.environ.update(NO_NETWORK)
    with served() as model:
        on = configured(folder / "on", model.url, "[remora]")
        off = configured(folder / "off", model.url, "[]")
        os.environ["HERMES_HOME"] = str(on)
        print(json.dumps({"starts": starts(on, off, model, processes), "turns": turns(model, rounds)}))


main()
