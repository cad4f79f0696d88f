"""Checks the hooks of a home, for `remora doctor`: the hosts, the client, what it starts, what waits. Starts nothing.

A home without a client that no host's hooks serve has none, and nothing is said of them.
"""

import os
import time
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from remora import __version__
from remora.home import events_waiting
from remora.hosts.hooks import places
from remora.hosts.hooks.state import State, states
from remora.notes import counted
from remora.surfaces.server import ask, mark
from remora.upkeep.doctoring import Check

SETTLED = 60.0  # seconds: a process that has only just been started keeps an event within a few
FILES = (places.CLIENT, places.COMPILED, places.CLIENT_LINES)
ANEW = "`remora install claude` or `remora install codex` puts it back."


def checks(home: Path) -> tuple[Check, ...]:
    """In a fixed order; none where the home has neither hooks nor events of theirs."""
    hosts = states(home)
    there = [name for name in (*FILES, places.CLIENT_LOG) if (home / places.HOOKS / name).exists()]
    waiting = events_waiting(home)
    if not there and not waiting and not hosts:
        return ()
    client = (_client(home),) if there or hosts else ()
    return (*map(_host, hosts), *client, _events(waiting), _process(home))


def _host(state: State) -> Check:
    name, files = state.host.name, ", ".join(map(str, state.files))
    first = "Correct that by hand first. " if state.by_hand else ""
    return Check(
        name=f"hooks in {state.host.title}", ok=not state.troubles, detail="; ".join(state.troubles) or files,
        hint=f"{first}`remora install {name}` mends our lines; `remora uninstall {name}` takes them back."
        if state.troubles else "",
    )  # fmt: skip


def _client(home: Path) -> Check:
    troubles = list(_troubles(home / places.HOOKS))
    return Check(
        name="hook client", ok=not troubles, detail="; ".join(troubles) or f"version {__version__}",
        hint=ANEW if troubles else "",
    )  # fmt: skip


def _troubles(folder: Path) -> Iterator[str]:
    yield from (f"{folder / name} is missing" for name in FILES if not (folder / name).is_file())
    try:
        version, python, package = (folder / places.CLIENT_LINES).read_text("utf-8", "surrogateescape").split("\n")[:3]
    except OSError:  # said above
        return
    except ValueError:
        yield f"{folder / places.CLIENT_LINES} is damaged"
        return
    if version != __version__:
        yield f"it is of version {version}, and this is {__version__}"
    elif (folder / places.CLIENT).is_file() and (folder / places.CLIENT).read_bytes() != _ours():
        yield f"{folder / places.CLIENT} is not that of this version"
    if not os.access(python, os.X_OK):
        yield f"the interpreter {python} is gone, so no process starts"
    elif not Path(package).exists():
        yield f"the package that it starts is gone ({package})"


def _ours() -> bytes:
    return (resources.files("remora.hosts.hooks") / places.CLIENT).read_bytes()


def _events(waiting: list[Path]) -> Check:
    times = [time.time()]
    for file in waiting:
        try:
            times.append(file.stat().st_mtime)
        except OSError:  # kept meanwhile
            continue
    oldest = min(times)
    late = bool(waiting) and time.time() - oldest > SETTLED
    since = time.strftime("%Y-%m-%d %H:%M", time.localtime(oldest))
    return Check(
        name="hook events", ok=not late,
        detail=f"{counted(len(waiting), 'event waits', 'events wait')}, the oldest since {since}" if waiting
        else "none waits",
        hint=f"The next event of a host, or `remora serve`, reads them; if not, {places.SERVE}/{places.LOG} in the"
        " home says why." if late else "",
    )  # fmt: skip


def _process(home: Path) -> Check:
    found, why = ask.status(home), mark.reason(home)
    if found is not None:
        return Check(name="hook process", ok=True, detail=f"process {found['pid']} answers, version {found['version']}")
    if ask.runs(home):
        return Check(
            name="hook process", ok=False, detail="a process runs but does not answer",
            hint="If it stays like this, `remora serve stop` ends it or says how.",
        )  # fmt: skip
    return Check(
        name="hook process", ok=not why,
        detail=f"none runs: {why.removesuffix('.')}" if why else "none runs; the next event starts one",
        hint="`remora serve` runs one here and shows what is wrong." if why else "",
    )  # fmt: skip
