"""The command capture: what sessions said that nobody captured yet becomes notes now, or is shown as it would."""

from typing import Annotated, Any

import typer

from remora.capture import Captured
from remora.hosts.hooks import claude_model
from remora.notes import counted
from remora.surfaces.cli import streams
from remora.surfaces.cli.call import ASKING, Opened, call_of
from remora.surfaces.cli.output import Screen, plain, table
from remora_hookspecs import Entry

EXIT = "cli"
NAME_ONE = "No model answered: name one in [plugin.cheap] (`endpoint` and `model`, or `llm`)."
WAITS = "No model answered; what was said waits for the next boundary, or for this command."


def capture(
    context: typer.Context,
    dry: Annotated[bool, typer.Option("--dry-run", help="Ask the model and show the facts; store nothing.")] = False,
) -> None:
    """Turn what finished sessions said into notes now.

    Hosts do this by themselves when a session ends or compacts; this is for what they left.

    Needs `capture = true` and a model: the one named in [plugin.cheap], else Claude Code's own, for its sessions, after
    `remora install claude`. Other hosts' own cannot be asked from here.
    """
    call = call_of(context)
    with call.open() as here, streams.reasons(*ASKING):
        claude_model.lend(here.bus, here.settings)
        done = here.memory.capture.now(dry=dry)
        shown = [_document(here, one) for one in done]
        spent = here.memory.cheap.spent()
        document = {"sessions": shown, "today": {"calls": spent.calls, "tokens": spent.tokens}, "dry_run": dry}
        call.screen.show(document, lambda screen: _people(screen, shown, spent.calls))
        if not here.settings.capture:
            call.screen.say("`capture` is off, so hosts keep no word of what is said: `capture = true` in config.toml.")
        elif not done:
            call.screen.say("No session waits to be captured.")
        elif all(one.end == "no answer" for one in done):
            call.screen.say(WAITS if claude_model.anybody(here.settings) else NAME_ONE)


def _document(here: Opened, one: Captured) -> dict[str, Any]:
    entries = here.inspected([Entry(text=fact.text) for fact in one.facts], exit=EXIT)
    facts = [
        {
            "text": fact.text if here.screen.shows_blocked else entry.text,
            "what": fact.what,
            "why": fact.why or None,
            "id": fact.note.id if fact.note else None,
            "replaces": fact.replaces.id if fact.replaces else None,
        }
        for fact, entry in zip(one.facts, entries, strict=True)
    ]
    return {"session": one.session, "end": one.end, "more": one.more, "facts": facts}


def _people(screen: Screen, shown: list[dict[str, Any]], calls: int) -> None:
    for one in shown:
        screen.print(plain(f"{one['session']}: {one['end']}"))
        if one["facts"]:
            made = table("", "fact", wide="fact")
            for fact in one["facts"]:
                made.add_row(str(fact["what"]), plain("\n".join(filter(None, (fact["text"], fact["why"])))))
            screen.print(made)
    if shown:
        screen.print(f"{counted(calls, 'query', 'queries')} to a model today")
