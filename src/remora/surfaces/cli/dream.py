"""The commands `remora dream …`: dream itself, list, undo.

A dream's notes pass the inspection on their way to anything but a person, those it would write as well.
"""

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from remora.dreams import Dream, Dreamt, Plan, Step
from remora.hosts.hooks import claude_model
from remora.notes import counted
from remora.surfaces.cli import streams, views
from remora.surfaces.cli.call import ASKING, Call, Opened, call_of
from remora.surfaces.cli.notes import LimitOption
from remora.surfaces.cli.output import Screen, plain, table
from remora.upkeep.shape import iso
from remora_hookspecs import Entry

BECOMES = {"duplicate": "says it already", "replaced": "takes its place", "merged": "says it all"}


def dream(
    context: typer.Context,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Ask the model, if any, and show what would change.")
    ] = False,
    now: Annotated[bool, typer.Option("--now", help="Do it without asking.")] = False,
) -> None:
    """Tidy the memory: show what would change, then ask.

    A dream merges notes that say the same and archives notes that a newer one replaces. Which notes say the same in
    other words is asked of a model, at most once: the one named in [plugin.cheap], else Claude Code's own, after
    `remora install claude`. Without one the rest is done all the same.

    Nothing is lost: `remora dream undo` takes a dream back as a whole, `remora undo ID` one merge.
    """
    if context.invoked_subcommand is not None:
        return
    call = call_of(context)
    with call.open() as here, streams.reasons(*ASKING):
        claude_model.lend(here.bus, here.settings)
        dreams = here.memory.dreams
        if dry_run:
            plan, done = dreams.plan(), None
            steps = _steps(here, plan)
            _people(call, steps)
        else:
            steps = []

            def agrees(plan: Plan) -> bool:
                steps.extend(_steps(here, plan))
                _people(call, steps)
                return now or (bool(plan.steps) and _asked(call))

            plan, done = dreams.run(agrees)
        if call.screen.json:
            call.screen.show(_document(plan, steps, done), lambda screen: None)
        _tell(call, here, plan, done, dry_run=dry_run)


def show_all(context: typer.Context, limit: LimitOption = 50) -> None:
    """List the newest dreams that changed anything."""
    call = call_of(context)
    with call.open() as here:
        found = here.memory.dreams.listing(limit)
    call.screen.show({"dreams": [_dream(one) for one in found]}, lambda screen: _table(screen, found))
    if not found:
        call.screen.say("No dream has changed anything yet.")


def undo(
    context: typer.Context,
    dream_id: Annotated[
        str | None, typer.Argument(metavar="ID", help="The dream's id, or how it begins; the newest if left out.")
    ] = None,
) -> None:
    """Undo a whole dream.

    The notes that it merged or archived come back, and the merged ones go.
    """
    call = call_of(context)
    with call.open() as here:
        undone = here.memory.dreams.undo(dream_id)
        seen = here.seen(undone.restored)
        document = {
            "dream": undone.dream,
            "restored": views.documents(seen),
            "removed": undone.removed,
            "left": list(undone.left),
        }

        def people(screen: Screen) -> None:
            for one in seen:
                views.line(screen, "back again", one)

        call.screen.show(document, people)
    if undone.left:
        left = ", ".join(map(views.short, undone.left))
        call.screen.say(f"Left as they are, because somebody has changed them since: {left}.")


def _steps(here: Opened, plan: Plan) -> list[dict[str, Any]]:
    """The plan as this screen may show it."""
    return [_step(here, step) for step in plan.steps]


def _step(here: Opened, step: Step) -> dict[str, Any]:
    sources = here.seen(step.sources)
    if step.target is not None:
        text = here.one(step.target).text
    elif here.screen.shows_blocked:
        text = step.text
    else:
        text = here.inspected([Entry(text=step.text)])[0].text
    return {
        "kind": step.kind,
        "target": step.target.id if step.target else None,
        "text": text,
        "sources": [{"id": one.note.id, "text": one.text} for one in sources],
    }


def _people(call: Call, steps: Sequence[dict[str, Any]]) -> None:
    if call.screen.json or not steps:
        return
    made = table("", "note", wide="note")
    for step in steps:
        for source in step["sources"]:
            made.add_row(views.short(source["id"]), plain(source["text"]))
        what = views.short(step["target"]) if step["target"] else "new"
        made.add_row(f"→ {what}", plain(f"{step['text']}  ({BECOMES[step['kind']]})"))
    call.screen.print(made)


def _asked(call: Call) -> bool:
    """Whether a person agrees; nobody does where nobody can be asked."""
    if call.screen.json or not call.screen.terminal or not sys.stdin.isatty():
        return False
    return typer.confirm("Do this?", err=True)


def _tell(call: Call, here: Opened, plan: Plan, done: Dreamt | None, *, dry_run: bool) -> None:
    said = [f"{counted(plan.looked_at, 'note')} looked at"]
    if plan.calls:
        said.append(f"a model was asked about {plan.asked} of them, in about {counted(plan.tokens, 'token')}")
    elif plan.groups:
        why = "no model answered" if claude_model.anybody(here.settings) else "no model is named in [plugin.cheap]"
        said.append(f"{counted(plan.groups, 'group')} of near ones left alone: {why}")
    if plan.dropped:
        said.append(f"{counted(len(plan.dropped), 'proposal')} of the model's not taken")
    if done is not None and plan.steps:
        changed = counted(sum(len(one.sources) for one in done.applied), "note")
        said.append(f"{changed} archived" + (f"; `remora dream undo {done.id[:8]}`" if done.applied else ""))
        if not done.whole:
            said.append("it was interrupted: what is listed here is done, the next dream does the rest")
    elif not plan.steps:
        said.append("nothing to tidy")
    elif not dry_run:
        said.append("nothing was changed; `remora dream --now` does it without asking")
    call.screen.say("; ".join(said) + ".")
    if dry_run:
        gates = here.memory.dreams.gates()
        off = "" if here.settings.dream else "No dream runs by itself: `dream = true` in the settings allows it."
        call.screen.say(off or ("The next session begins one by itself." if gates.open else f"By itself: {gates.why}."))


def _document(plan: Plan, steps: Sequence[dict[str, Any]], done: Dreamt | None) -> dict[str, Any]:
    return {
        "dream": done.id if done is not None and done.applied else None,
        "applied": len(done.applied) if done is not None else 0,
        "whole": None if done is None else done.whole,
        "steps": list(steps),
        "looked_at": plan.looked_at,
        "groups": plan.groups,
        "calls": plan.calls,
        "tokens": plan.tokens,
        "dropped": list(plan.dropped),
    }


def _dream(one: Dream) -> dict[str, Any]:
    return {
        "id": one.id,
        "began_at": iso(one.began_at),
        "ended_at": None if one.ended_at is None else iso(one.ended_at),
        "undone_at": None if one.undone_at is None else iso(one.undone_at),
        "changes": one.changes,
        "standing": one.standing,
    }


def _table(screen: Screen, found: Sequence[Dream]) -> None:
    if not found:
        return
    made = table("id", "began", "changes", "", wide="")
    for one in found:
        state = "" if one.standing == one.changes else "undone" if not one.standing else f"{one.standing} stand"
        broke = "broke off" if one.ended_at is None else ""
        more = ", ".join(filter(None, (state, broke)))
        made.add_row(views.short(one.id), views.when(one.began_at), str(one.changes), more)
    screen.print(made)
