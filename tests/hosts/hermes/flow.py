"""Runs inside Hermes's environment: one conversation by Hermes's own agent, and what the bus was told of it.

`flow.py URL PLATFORM`, then a JSON list of turns on stdin: {"text": …, "history": N}. With `history` the turn begins
with so many long exchanges before it, which Hermes then compacts. Prints one JSON document.
"""

import json
import sys

from hermes_cli.plugins import discover_plugins

from remora.hosts.hermes import doors, host
from remora_hookspecs import Block, Entry, hookimpl

SOON = 30  # seconds that what works behind the turns may take; the model answers at once
LONG = "The harbour, its lights and its ships were discussed at length. " * 60


class Told:
    """Beside the plugins: each event, by what tells them apart."""

    def __init__(self):
        self.events = []

    @hookimpl
    def session_start(self, session):
        self.events.append(["session_start", session.source])
        return Block(entries=(Entry(text="This project deploys on Tuesdays"),))

    @hookimpl
    def context(self, turn):
        self.events.append(["context", turn.text])

    @hookimpl
    def turn_end(self, turn, reply):
        self.events.append(["turn_end", turn.text, reply])

    @hookimpl
    def tool_call(self, call):
        self.events.append(["tool_call", call.tool, call.command])

    @hookimpl
    def tool_result(self, result):
        self.events.append(["tool_result", result.call.tool, result.ran, result.exit_code])

    @hookimpl
    def session_compact(self, compaction):
        self.events.append(["session_compact", compaction.phase, compaction.summary])

    @hookimpl
    def session_shutdown(self, session):
        self.events.append(["session_shutdown"])


def long_ago(exchanges):
    for number in range(exchanges):
        yield {"role": "user", "content": f"Exchange {number}: {LONG}"}
        yield {"role": "assistant", "content": f"Answer {number}: {LONG}"}


def main():
    url, platform = sys.argv[1:3]
    turns = json.load(sys.stdin)
    discover_plugins()
    told = Told()
    rider = doors.plugin_of(host.home())
    rider.remora.bus.register(told, "tests:told")

    from run_agent import AIAgent

    agent = AIAgent(base_url=url, api_key="key", model="scripted", quiet_mode=True, platform=platform, max_iterations=8)
    history = []
    for turn in turns:
        history = [*history, *long_ago(turn.get("history", 0))]
        history = agent.run_conversation(turn["text"], conversation_history=history)["messages"]
    if platform == "cli":
        from cli import _notify_session_finalize

        _notify_session_finalize(session_id=agent.session_id)
    rider.remora.memory.flush()
    assert rider.remora.memory.capture.settle(SOON)
    assert rider.remora.memory.dreams.join(SOON)
    print(json.dumps({"events": told.events, "session": agent.session_id}))


main()
