"""The hook client as a host runs it: a process an event, with the resident process warm and with none running.

P is a bare start of the interpreter that runs the client. A host's shell stands before neither.
"""

import itertools
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.filled import FRESH, PROJECT, filled, namespace_lines
from benchmarks.limits import Model, one_pass
from benchmarks.ratio import Line, compare
from remora.hosts.hooks import places
from remora.hosts.hooks.launch import Client, install_client
from remora.surfaces.server import ask

NOTES = 10_000
TOOL_BAR, PROMPT_BAR, SPOOL_BAR = 1.3, 1.5, 1.6
REPEAT = 24  # a multiple of the questions
READY_SECONDS = 60.0  # for the process with its notes, on a machine that does other things too


def run() -> Iterator[Line | str]:
    """Three lines: a tool's event, a prompt, and an event that starts the process."""
    with filled(NOTES) as remora:
        home = remora.settings.home
        (home / "config.toml").write_text(f'project = "{PROJECT}"\nembedder = "minilm"\n')
        client = install_client(home)
        bare = _bare(client)
        yield compare(
            "hook client, none running: spooled and started / P", _event(client, "PreToolUse", _calls()), bare,
            bar=SPOOL_BAR, repeat=REPEAT, before=(lambda: _nobody(home), lambda: None),
        )  # fmt: skip
        with serving(home):
            yield compare(
                "hook client, tool event / P", _event(client, "PreToolUse", _calls()), bare, bar=TOOL_BAR, repeat=REPEAT
            )
            yield compare(
                "hook client, tool event with its result / P", _event(client, "PostToolUse", _calls()), bare,
                bar=TOOL_BAR, repeat=REPEAT,
            )  # fmt: skip
            model, lines = Model(), namespace_lines(remora)
            tokens = itertools.cycle([model.tokens(question) for question in FRESH])

            def limit() -> None:
                bare()
                model.run(next(tokens))
                one_pass(lines)

            asked = _event(client, "UserPromptSubmit", _prompts(), answered=True)
            yield compare(
                f"hook client, prompt, {NOTES:,} notes / (P + M + V)", asked, limit, bar=PROMPT_BAR, repeat=REPEAT
            )


def _bare(client: Client) -> Callable[[], None]:
    line = [str(client.python), "-I", "-S", "-c", "pass"]

    def one() -> None:
        _run(line, b"")

    return one


def _event(client: Client, name: str, bodies: Iterator[bytes], *, answered: bool = False) -> Callable[[], None]:
    line = [str(client.python), "-I", "-S", str(client.compiled), "claude", name, "within=5000"]

    def one() -> None:
        if _run(line, next(bodies)).strip() == b"" and answered:
            raise SystemExit("a prompt was not answered: nothing was measured")

    return one


def _run(line: list[str], body: bytes) -> bytes:
    return subprocess.run(line, input=body, stdout=subprocess.PIPE, check=True).stdout


def _calls() -> Iterator[bytes]:
    for number in itertools.count():
        yield json.dumps({
            "session_id": "work", "cwd": "/", "tool_name": "Bash", "tool_use_id": f"call-{number}",
            "tool_input": {"command": f"make part-{number}"}, "tool_response": {"stdout": "done\n" * 40, "stderr": ""},
        }).encode()  # fmt: skip


def _prompts() -> Iterator[bytes]:
    """Each in a session of its own: what a session was shown it is not shown again."""
    for number, question in enumerate(itertools.cycle(FRESH)):
        yield json.dumps({"session_id": f"asks-{number}", "cwd": "/", "prompt": question}).encode()


def _nobody(home: Path) -> None:
    """No process, nothing spooled, and one that is cheap to start: what it then does is not the client's time."""
    conf = home / places.HOOKS / places.CLIENT_LINES
    lines = conf.read_text().split("\n")
    conf.write_text("\n".join([lines[0], shutil.which("true") or "/bin/true", *lines[2:]]))
    (home / places.SERVE / places.STARTING).unlink(missing_ok=True)
    for file in (home / places.EVENTS).iterdir():
        file.unlink()


@contextmanager
def serving(home: Path) -> Iterator[None]:
    """A resident process of the home, ready to answer."""
    for file in (home / places.EVENTS).iterdir():
        file.unlink()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("REMORA_")}
    process = subprocess.Popen(
        [sys.executable, "-m", "remora.surfaces.server", "--home", str(home)], env=kept, stdout=subprocess.DEVNULL
    )
    try:
        until = time.monotonic() + READY_SECONDS
        while ask.status(home) is None:
            if time.monotonic() > until:
                raise SystemExit("the resident process did not come up: nothing was measured")
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait(READY_SECONDS)
