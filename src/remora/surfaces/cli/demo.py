"""The command demo: two recorded sessions of a real agent run, replayed into a memory that starts empty."""

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer
from rich.rule import Rule
from rich.text import Text

from remora.notes import counted
from remora.surfaces.cli import turns, views
from remora.surfaces.cli.call import Call, Opened, call_of
from remora.surfaces.cli.output import Screen
from remora.surfaces.cli.replay import BOTH, PROJECT, Played, Ran, replay
from remora_hookspecs import reply_text

COMMAND_CHARS = 88  # what fits beside the mark in most windows; the recording has the whole command
ERROR_CHARS = 76  # as above, behind the arrow
TITLES = {"session_one": "Session one: memory {}", "session_two": "Session two: the next day, another worktree"}
FOREWORD = """\
Two recorded sessions of a real coding agent on one web application (from marot/spotter, MIT), replayed through the
bus with the shipped plugins. Commands and outputs are as recorded. The recordings hold no user turns: the turns are
written by us, and so are the notes that session one saves with the memory tool."""


def demo(context: typer.Context) -> None:
    """Watch an agent remember across two recorded sessions.

    Needs no network, and leaves nothing behind unless --home is given.
    """
    call = call_of(context)
    if call.options.home is not None:
        _play(call, kept=True)
        return
    with tempfile.TemporaryDirectory(prefix="remora-demo-", ignore_cleanup_errors=True) as folder:
        _play(Call(replace(call.options, home=Path(folder)), call.screen), kept=False)


def _play(call: Call, *, kept: bool) -> None:
    screen, sessions = call.screen, []
    with call.open() as here:
        before = len(here.memory.listing(project=PROJECT, scope="project"))
        holds = f"holds {counted(before, 'note')} of an earlier run" if before else "is empty"
        if not screen.json:
            screen.print(FOREWORD)
        for name, script in BOTH:
            played = []
            if not screen.json:
                screen.print("")
                screen.print(Rule(TITLES[name].format(holds), align="left", style="bold"))
            for position, turn in enumerate(replay(here, name, script), 1):
                played.append(_document(turn))
                if not screen.json:
                    _tell(screen, position, turn)
            sessions.append({"recording": name, "turns": played})
        _close(screen, here, sessions, kept=kept)


def _close(screen: Screen, here: Opened, sessions: list[dict[str, Any]], *, kept: bool) -> None:
    seen = here.seen(here.memory.listing(project=None, everywhere=True))
    home = str(here.settings.home) if kept else None  # the throw-away one is gone when anybody reads of it
    document = {"home": home, "sessions": sessions, "notes": views.documents(seen)}

    def people(screen: Screen) -> None:
        place = f"in {home}" if home else "in a home that goes with the demo; --home DIR keeps one"
        title = f"What the store holds: {counted(len(seen), 'note')} {place}"
        screen.print("")
        screen.print(Rule(title, align="left", style="bold"))
        views.notes_table(screen, seen)

    screen.show(document, people)


def _tell(screen: Screen, position: int, played: Played) -> None:
    screen.print("")
    screen.print(Text.assemble((f"turn {position}  ", "bold"), ("user: ", "bold cyan"), played.spoken.text))
    screen.print(Text(turns.numbers(played.record), "dim"))
    turns.account(screen, played.record, played.judged)
    for ran in played.ran:
        _tell_call(screen, ran)


def _tell_call(screen: Screen, ran: Ran) -> None:
    command = _cut(str(ran.row["command"]), COMMAND_CHARS)
    failed = ran.outcome == "failed"
    mark = Text("  x ", "red") if failed else Text("  $ ", "dim")
    screen.print(mark.append(f"{'' if ran.row['tool'] == 'Bash' else ran.row['tool'] + ' '}{command}", ""))
    if failed:
        screen.print(Text(f"      failed: {_cut(str(ran.row['output_head']), ERROR_CHARS)}", "dim"))
    if ran.advice:
        screen.print(ran.advice.text)
    for text, reply in ran.written:
        style = "green" if reply.ok else "red"
        screen.print(Text.assemble(("  + memory tool, add: ", style), text))
        screen.print(Text(f"      {reply_text(reply)}", "dim"))


def _cut(text: str, chars: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= chars else line[: chars - 1] + "…"


def _document(played: Played) -> dict[str, Any]:
    return {
        "session": played.session.id,
        "user": played.spoken.text,
        "injected": played.answer.text,
        "silence": played.record.get("silence") or None,
        "shown": [one.id for one in played.judged if one.shown],
        "not_shown": [{"id": one.id, "gate": one.gate, "why": one.why} for one in played.judged if not one.shown],
        "commands": [
            {
                "command": ran.row["command"],
                "outcome": ran.outcome,
                "remembered": [text for text, reply in ran.written if reply.ok],
            }
            for ran in played.ran
        ],
    }
