"""The commands that ask: search, explain, why."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

import typer

from remora.errors import UsageError
from remora.notes import counted
from remora.recall import Hit, Miss, Recalled, explain
from remora.surfaces.cli import turns, views
from remora.surfaces.cli.call import Call, Opened, Seen, call_of
from remora.surfaces.cli.notes import LimitOption
from remora.surfaces.cli.output import Screen, table
from remora.upkeep.shape import iso

QueryArgument = Annotated[list[str], typer.Argument(metavar="QUERY...", help="What you would ask a colleague.")]


def search(
    context: typer.Context, words: QueryArgument, limit: LimitOption = 5, full: views.FullOption = False
) -> None:
    """Find notes of this project and the global ones, best first.

    With a model the nearest are shown even if nothing matches; without one, only notes that hold a word of the query.
    Unlike in a turn, no gate leaves anything out. A terminal shows only the beginning of long notes.
    """
    call = call_of(context)
    query = _query(words)
    with call.open() as here:
        here.catch_up()
        found = here.memory.search(query, project=here.project, limit=limit)
        seen = here.seen([hit.note for hit in found.hits])
        document = {
            "query": found.query,
            "mode": found.mode,
            "hits": [
                {"score": hit.score, "gate": hit.gate, "note": views.document(one), "blocked": one.blocked}
                for hit, one in zip(found.hits, seen, strict=True)
            ],
        }
        call.screen.show(document, lambda screen: _hits(screen, found, seen, full=full))
        if not seen:
            call.screen.say("Nothing matches.")
        _tell_of_words(here, found)


def show_explanation(context: typer.Context, words: QueryArgument) -> None:
    """Show what a turn with this text would recall, and why.

    Every number behind the decision is shown, and for each near miss what kept it out.
    """
    call = call_of(context)
    query = _query(words)
    with call.open() as here:
        here.catch_up()
        found = here.memory.explain(query, project=here.project)
        judged: list[Hit | Miss] = [*found.hits, *found.missed]
        seen = here.seen([one.note for one in judged])
        document = explain(found)
        hits, missed, written = document["hits"], document["missed"], document["written"]
        assert isinstance(hits, list)
        assert isinstance(missed, list)
        assert isinstance(written, dict)
        for row, one in zip((*hits, *missed), seen, strict=True):
            row.update(text=one.text, blocked=one.blocked)
        call.screen.show(document, lambda screen: _explanation(screen, found, seen, written))
        _tell_of_words(here, found)


def why(
    context: typer.Context,
    note_id: Annotated[
        str | None, typer.Argument(metavar="ID", help="The note's id, or its first four or more characters.")
    ] = None,
    turn: Annotated[bool, typer.Option("--turn", help="Explain the newest turn of this project.")] = False,
    session: Annotated[
        str | None, typer.Option("--session", metavar="ID", help="With --turn: the newest turn of this session.")
    ] = None,
    everywhere: Annotated[bool, typer.Option("--all", help="With --turn: the newest turn of any project.")] = False,
) -> None:
    """Tell where a note came from, or why a turn was shown it.

    With an ID: the note's origin and what became of it. With --turn: what this project's newest turn was shown, what
    was left out, and why.
    """
    call = call_of(context)
    if turn == bool(note_id):
        raise UsageError(
            "Nothing was looked up: give either a note's id or --turn.", "`remora why ID` or `remora why --turn`"
        )
    if note_id and (session or everywhere):
        raise UsageError(
            "Nothing was looked up: --session and --all choose a turn, and a note's id was given.", "remora why --turn"
        )
    if session and everywhere:
        raise UsageError("Nothing was looked up: --session and --all were both given.", "Give one of them.")
    with call.open() as here:
        if note_id:
            _tell_note(call, here, note_id)
        else:
            turns.tell(call, here, session, everywhere=everywhere)


def _tell_of_words(here: Opened, found: Recalled) -> None:
    """Say why the answer was found by words alone, and how to change that, unless the person chose so."""
    if found.mode == "words" and here.settings.embedder != "none" and (trouble := here.memory.vectors.wordless()):
        here.screen.say(f"{trouble.message} {trouble.hint}".strip())


def _query(words: list[str]) -> str:
    """Words that a shell cut apart are one question. Raises UsageError where there are none."""
    query = " ".join(words).strip()
    if not query:
        raise UsageError("Nothing was looked for: the query is empty.", "Ask for something: remora search staging port")
    return query


def _tell_note(call: Call, here: Opened, note_id: str) -> None:
    told = here.memory.why(note_id)
    seen = here.seen((told.note,), exit="why")[0]
    # What was stored is the note's origin over again: as it may be shown here.
    history = [
        replace(event, detail={"trigger": seen.note.provenance.trigger}) if event.what == "stored" else event
        for event in told.history
    ]
    events = [{"at": iso(event.at), "what": event.what, "detail": dict(event.detail)} for event in history]

    def people(screen: Screen) -> None:
        came = seen.note.provenance
        screen.print(views.text(seen))
        made = table("", "", wide="")
        for name, value in (
            ("id", seen.note.id),
            ("namespace", seen.note.namespace),
            ("trigger", came.trigger),
            ("session", came.session_id),
            ("host", came.host),
            ("model", came.model),
            ("importance", views.number(seen.note.importance)),
        ):
            made.add_row(name, value or "-")
        for event in history:
            made.add_row(views.when(event.at), " ".join((event.what, *_details(event.detail))))
        made.show_header = False
        screen.print(made)

    call.screen.show({"note": views.document(seen), "history": events}, people)


def _details(detail: Any) -> list[str]:
    return [f"{name} {value}" for name, value in dict(detail).items() if value is not None]


def _hits(screen: Screen, found: Recalled, seen: tuple[Seen, ...], *, full: bool) -> None:
    if not seen:
        return
    made = table("id", "score", "gate", "scope", "note", wide="note")
    for hit, one in zip(found.hits, seen, strict=True):
        made.add_row(
            views.short(hit.note.id), views.number(hit.score), views.number(hit.gate), hit.note.scope,
            views.text(one, cut=screen.terminal and not full),
        )  # fmt: skip
    screen.print(made)


def _explanation(screen: Screen, found: Recalled, seen: tuple[Seen, ...], written: Mapping[str, str]) -> None:
    # A turn about nothing is decided before anything is looked up: how many notes there are was not counted.
    reach = f"; {counted(found.notes, 'note')} in reach" if found.content_words or found.notes else ""
    screen.print(f"preset {found.preset}, by {turns.voices(found.mode)}{reach}; gate {found.floor}")
    words = [f"{written.get(word, word)} ({found.frequencies.get(word, 0)})" for word in found.content_words]
    screen.print("words that count, and how many notes hold them: " + (", ".join(words) or "none"))
    if found.silence:
        screen.print(f"nothing is shown: {found.silence}")
    if not seen:
        if not found.silence:
            screen.print("nothing is shown: no note is near")
        return
    made = table("", "id", "score", "gate", "stages", "note", wide="note")
    judged: list[Hit | Miss] = [*found.hits, *found.missed]
    for one, shown in zip(judged, seen, strict=True):
        verdict = one.why if isinstance(one, Miss) else "shown"
        stages = "\n".join(f"{name} {value:.3f}" for name, value in one.stages.items())
        made.add_row(
            verdict,
            views.short(one.note.id),
            views.number(one.score),
            views.number(one.gate),
            stages,
            views.text(shown, cut=screen.terminal),
        )
    screen.print(made)
