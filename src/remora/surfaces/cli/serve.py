"""The commands `remora serve`, `serve status`, `serve stop`: the resident process of hosts that run a hook an event."""

import time
from pathlib import Path
from typing import Any

import typer

from remora.errors import EnvironmentTrouble
from remora.home import events_waiting, resolve_home
from remora.hosts.hooks import places
from remora.notes import counted
from remora.surfaces.cli.call import call_of
from remora.surfaces.cli.output import Screen, table

KEYS = ("pid", "version", "protocol", "address", "http", "since", "events", "refused", "profiles", "models", "memory")
MB = 1_000_000


def serve(context: typer.Context) -> int | None:
    """Run the resident process here until Ctrl-C.

    Hooks start it by themselves when they need it. `serve status` shows it, `serve stop` ends it.
    """
    if context.invoked_subcommand is not None:
        return None
    from remora.surfaces.server import process  # what serves is no part of other commands

    call = call_of(context)
    home = call.settings().home
    code = process.serve(home, said=lambda where: call.screen.say(f"listens on {where}; Ctrl-C ends it"))
    if code == process.RUNS_ALREADY:
        raise EnvironmentTrouble(
            f"Nothing was started: a resident process of {home} runs already.",
            "`remora serve status` shows it; `remora serve stop` ends it.",
        )
    call.screen.show({"served": True}, lambda screen: None)
    return None


def status(context: typer.Context) -> None:
    """Show whether a resident process runs, and what it does.

    This starts none.
    """
    from remora.surfaces.server import ask

    call = call_of(context)
    home = resolve_home(call.options.home)
    found = ask.status(home)
    document = {
        "running": found is not None or ask.runs(home),
        **{key: (found or {}).get(key) for key in KEYS},
        "waiting": len(events_waiting(home)),
        "home": str(home),
    }
    call.screen.show(document, lambda screen: _tell(screen, document))


def stop(context: typer.Context) -> None:
    """End the resident process.

    It writes whatever still waits before it leaves. The next event of a host starts another.
    """
    from remora.surfaces.server import ask

    call = call_of(context)
    home = resolve_home(call.options.home)
    ran = ask.runs(home)
    if not ask.stop(home):
        found = _pid(home)
        raise EnvironmentTrouble(
            "The resident process did not leave: it does not answer.",
            f"`kill -9 {found or 'PID'}` ends it; what it has written is not lost.",
        )
    call.screen.show(
        {"stopped": ran}, lambda screen: screen.print("stopped" if ran else "no resident process was running")
    )


def _pid(home: Path) -> str:
    try:
        return str((home / places.SERVE / places.LOCK).read_text(encoding="ascii")).strip()
    except OSError:
        return ""


def _tell(screen: Screen, found: dict[str, Any]) -> None:
    waiting = counted(found["waiting"], "event waits", "events wait") if found["waiting"] else ""
    if not found["running"]:
        screen.print(f"no resident process is running{f'; {waiting}' if waiting else ''}")
        return
    if found["pid"] is None:
        screen.print("a resident process is starting, leaving, or of another version: it does not answer")
        return
    made = table("", "", wide="")
    made.show_header = False
    made.add_row("process", f"{found['pid']}, version {found['version']}, protocol {found['protocol']}")
    made.add_row("since", time.strftime("%Y-%m-%d %H:%M", time.localtime(found["since"] / 1000)))
    made.add_row("address", str(found["address"]))
    made.add_row("http", f"127.0.0.1:{found['http']}" if found["http"] else "-")
    made.add_row("events", f"{found['events']}, {found['refused']} refused{f', {waiting}' if waiting else ''}")
    models = found["models"] or {}  # one of an older version does not tell
    profiles = (f"{name}{f' (model {models[name]})' if name in models else ''}" for name in found["profiles"] or ())
    made.add_row("profiles", ", ".join(profiles) or "-")
    made.add_row("memory", f"{found['memory'] / MB:.0f} MB")
    screen.print(made)
