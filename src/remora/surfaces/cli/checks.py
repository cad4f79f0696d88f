"""The commands that look at the whole: doctor and stats."""

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from remora import wiring
from remora.errors import BadSettings, EnvironmentTrouble
from remora.home import named_home
from remora.hosts.hooks import claude_model, claude_program
from remora.hosts.hooks.install import CLAUDE
from remora.hosts.hooks.state import states
from remora.notes import counted
from remora.settings import Settings
from remora.surfaces.cli.call import Call, call_of
from remora.surfaces.cli.output import Screen, table
from remora.upkeep.doctoring import Check, Report, examine_closed, failed
from remora.upkeep.spending import Spent
from remora.upkeep.stats import sized
from remora.writers import Table, lacking, table_of


def doctor(
    context: typer.Context,
    vacuum: Annotated[bool, typer.Option("--vacuum", help="Give empty pages back to the disk first.")] = False,
) -> None:
    """Check the store and everything around it.

    The exit code is 3 if something is wrong.
    """
    call = call_of(context)
    try:
        report = _report(call, vacuum=vacuum)
    except EnvironmentTrouble as trouble:  # what keeps the memory shut is what a person asks the doctor about
        report = examine_closed(named_home(call.options.home), trouble)
    report = Report((*report.checks, *_hooks(named_home(call.options.home))))
    home = str(named_home(call.options.home))
    document = {"ok": report.ok, "home": home, "checks": [dataclasses.asdict(check) for check in report.checks]}

    def people(screen: Screen) -> None:
        made = table("", "check", "found", wide="found")
        for check in report.checks:
            made.add_row("ok" if check.ok else "!!", check.name, f"{check.detail}. {check.hint}".removesuffix(". "))
        screen.print(home)
        screen.print(made)

    call.screen.show(document, people)
    if not report.ok:
        raise typer.Exit(EnvironmentTrouble.exit_code)


def _hooks(home: Path) -> tuple[Check, ...]:
    from remora.surfaces.server import health  # what serves is no part of other commands

    try:
        return health.checks(home)
    except OSError as error:  # it lies where this user may not look
        why = f"not looked at: {error.filename}: {error.strerror}"
        return (Check(name="hook client", ok=False, detail=why, hint="Check who may read it."),)


def _report(call: Call, *, vacuum: bool) -> Report:
    try:
        with call.open() as here:
            checks = here.memory.doctor(vacuum=vacuum).checks
            return Report((*checks, _plugins(here.complaints), *_writer(here.settings)))
    except BadSettings as bad:  # the store is there all the same; what it takes for vectors and plugins is not known
        said, home = failed("settings", bad), named_home(call.options.home)
        try:
            return Report((said, *wiring.examine(home, vacuum=vacuum).checks))
        except EnvironmentTrouble as trouble:
            return Report((said, *examine_closed(home, trouble).checks))


def _writer(settings: Settings) -> tuple[Check, ...]:
    """Who would be asked for what sessions said; nothing where nobody is to be."""
    if not settings.capture and not settings.dream:
        return ()
    named = table_of(settings.plugin.get("cheap", {}))
    told = named.endpoint or (f"the model {named.llm} of llm's" if named.llm else "")
    trouble = lacking(named)
    if trouble is not None:
        return (Check(name="cheap model", ok=False, detail=trouble.message.removesuffix("."), hint=trouble.hint),)
    if told:
        return (Check(name="cheap model", ok=True, detail=told),)
    return (_lent(settings, named),)


def _lent(settings: Settings, named: Table) -> Check:
    """Which host's own would be asked, where the profile names none; what keeps sessions from being captured."""
    installed = [state.host.title for state in states(settings.home)]
    none, name_one = "none is named in [plugin.cheap]", "Name one (`endpoint` and `model`, or `llm`)"
    lent = claude_model.lends(settings.home, named) is not None
    program = claude_program.program()
    if lent and program is None:
        said, remedy = claude_program.NO_PROGRAM
        return Check(name="cheap model", ok=False, detail=said.removesuffix("."), hint=remedy)
    others = [title for title in installed if not (lent and title == CLAUDE.title)] if settings.capture else []
    said = f"{' and '.join(others)} {'lends' if len(others) == 1 else 'lend'} none"
    if lent:
        told = f"{named.claude}, {CLAUDE.title}'s own, by {program}"
        if not others:
            return Check(name="cheap model", ok=True, detail=told)
        return Check(name="cheap model", ok=False, detail=f"{told}; {said}: nothing said there is captured",
                     hint=f"{name_one}.")  # fmt: skip
    if not others:
        return Check(name="cheap model", ok=True, detail=f"{none}: only a host that lends its own is asked")
    return Check(
        name="cheap model", ok=False, detail=f"{none}, and {said}: nothing is captured",
        hint=f"{name_one}, or set `capture = false`.",
    )  # fmt: skip


def stats(context: typer.Context) -> None:
    """Count notes, lessons, sizes and model calls."""
    call = call_of(context)
    with call.open() as here:
        found = here.memory.stats()
        document = dataclasses.asdict(found)
        document["namespaces"] = {
            name: {"notes": live, "archived": archived} for name, (live, archived) in found.namespaces.items()
        }
        today, caps = here.memory.cheap.spent(), here.settings
        document["models"] = {
            "today": dataclasses.asdict(today),
            "cap": {"calls": caps.model_calls_a_day, "tokens": caps.model_tokens_a_day},
            "days": [{"day": day, **spent} for day, spent in document.pop("spent").items()],
        }

        def people(screen: Screen) -> None:
            made = table("", "", wide="")
            made.show_header = False
            for name, value in (
                ("notes", f"{found.notes}, and {found.archived} forgotten"),
                *((f"  {name}", _shares(live, gone)) for name, (live, gone) in sorted(found.namespaces.items())),
                ("sessions", f"{found.sessions}"),
                ("journal", counted(found.events, "event")),
                ("lessons", counted(found.lessons, "failed command")),
                ("spool", counted(found.spooled, "file")),
                ("hooks", counted(found.waiting, "event waits", "events wait") if found.waiting else "no event waits"),
                ("file", f"{sized(found.size)}, {sized(found.free)} of it free"),
                ("vectors", found.identity or ("none: recall is by words" if found.notes else "none yet")),
                ("models today", _spent(today, f" of {caps.model_calls_a_day:,}", f" of {caps.model_tokens_a_day:,}")),
                *((f"  {day}", _spent(spent)) for day, spent in found.spent.items()),
            ):
                made.add_row(name, value)
            screen.print(made)

        call.screen.show(document, people)


def _shares(live: int, archived: int) -> str:
    return f"{counted(live, 'note')}, {archived} forgotten"


def _spent(spent: Spent, calls: str = "", tokens: str = "") -> str:
    return f"{spent.calls:,}{calls} calls, about {spent.tokens:,}{tokens} tokens"


def _plugins(complaints: tuple[str, ...]) -> Check:
    return Check(
        name="plugins",
        ok=not complaints,
        detail="; ".join(complaints) or "all enabled plugins are in use",
        hint="`remora profile show` prints the settings that name them." if complaints else "",
    )
