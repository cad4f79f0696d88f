"""What a person types: `/remora` in a conversation, `hermes remora …` at the command line.

The first answers from this process; the second hands its words to the command `remora`, in a process of its own.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping

from remora.home import named_home
from remora.hosts.hermes import host
from remora.settings import PREFIX, PROFILE_VARIABLE, profiles
from remora.wiring import Remora
from remora_hookspecs import Entry, Session, ToolReply, ToolRequest, reply_text

NEWEST = 10  # lines that a person reads at a glance
TOOL = "memory"  # what our tool is called on the bus
HINT = "QUERY | forget ID"
ABOUT = "Long-term memory: the newest notes, what answers QUERY, or forget ID"


class Slash:
    """`/remora`: bare the newest notes, with a query the tool's own search, `forget ID`."""

    def __init__(self, remora: Remora, profile: str) -> None:
        self._remora, self._profile = remora, profile

    def answer(self, written: str = "") -> str:
        words = written.split()
        if not words:
            return self._newest()
        if words[0] == "forget" and len(words) <= 2:
            return self._ask(op="forget", id=words[1]) if words[1:] else "Nothing was forgotten: /remora forget ID"
        return self._ask(op="search", query=written.strip())

    def _newest(self) -> str:
        memory, bus = self._remora.memory, self._remora.bus
        notes = memory.listing(project=memory.project_of(self._session()), limit=NEWEST)
        entries = bus.inspect([Entry(text=note.text, note_id=note.id) for note in notes], exit="cli")
        return reply_text(ToolReply(entries=entries)) or "No notes here yet."

    def _ask(self, **arguments: object) -> str:
        request = ToolRequest(session=self._session(), tool=TOOL, arguments=arguments)
        return reply_text(self._remora.bus.run_tool(request))

    def _session(self) -> Session:
        """No conversation, only its place: Hermes does not tell a command which one it was typed in."""
        return Session(id="", host=host.NAME, profile=self._profile, cwd=host.folder())


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `hermes remora` takes: the words of a command of ours."""
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="COMMAND …", help="see `remora --help`")


class Run:
    """`hermes remora COMMAND …`: that command, with this profile's settings, and its exit code."""

    def __init__(self, profile: str, settings: Mapping[str, object]) -> None:
        self._profile, self._settings = profile, settings

    def __call__(self, said: argparse.Namespace) -> None:
        done = subprocess.run([sys.executable, "-m", "remora", *said.words], env=self._environ(), check=False)
        raise SystemExit(done.returncode)

    def _environ(self) -> dict[str, str]:
        named = {PROFILE_VARIABLE: self._profile} if self._profile in profiles(named_home(None)) else {}
        return {**os.environ, **variables(self._settings), **named}


def variables(settings: Mapping[str, object]) -> dict[str, str]:
    """Settings as the environment says them; tables have no such form and are left out."""
    said: dict[str, str] = {}
    for key, value in settings.items():
        if isinstance(value, (list, tuple)):
            said[PREFIX + key.upper()] = ",".join(map(str, value))
        elif isinstance(value, (str, int, float)):
            said[PREFIX + key.upper()] = str(value).lower() if isinstance(value, bool) else str(value)
    return said
