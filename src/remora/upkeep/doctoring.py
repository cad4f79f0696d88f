"""Checks the store and what surrounds it, for `remora doctor`. Repairs nothing; a vacuum ends what a purge began.

A store that cannot be opened is looked at from outside: the doctor must speak where every other command fails.
"""

import errno
import os
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from remora.errors import FULL, EnvironmentTrouble, RemoraError, StoreLocked
from remora.home import SEALED, UNSEALED, remedy, rights, sealed, shut
from remora.notes import counted
from remora.store import Outbox, Store, maintenance, notes, spool
from remora.store.connection import WAL_LIMIT_BYTES
from remora.store.store import FILE
from remora.upkeep import purging
from remora.upkeep.stats import sized

VACUUM_SECONDS = 5.0  # as long as any write waits
VACUUM_PAUSE = 0.02
FREE_SHARE = 0.25  # of the file: less is reused by the next notes, more is worth giving back
FREE_BYTES = 1024 * 1024  # below this nobody gains from a vacuum
NAMED = 3  # files in one line; a folder of somebody else's would fill the screen
TRIAL_BYTES = 64 * 1024  # some pages of the file and of its log, as one note takes
BACKLOG = 20  # spool files: the next write drains 50; more than this means that nobody could write for a while
# File systems on which SQLite's log in shared memory does not work, or which copy files behind its back.
REMOTE = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "drvfs", "fuse.sshfs", "vboxsf", "afs", "ceph"})
SYNCED = ("dropbox", "icloud", "onedrive", "google drive", "syncthing", "nextcloud")


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing looked at. `hint` says what to do where it is not `ok`."""

    name: str
    ok: bool
    detail: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """All checks, in a fixed order."""

    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        return all(check.ok for check in self.checks)


def examine(store: Store, outbox: Outbox, *, vacuum: bool = False) -> Report:
    """Look at everything; `vacuum` first writes the file anew without its empty pages.

    Raises StoreLocked where a vacuum finds another process in the way.
    """
    drained = _looked("spool", lambda: _drain(outbox))  # first: what it brings in is looked at as well
    vacuumed = (_vacuum(store, outbox),) if vacuum else ()
    looks: tuple[tuple[str, Callable[[], Check]], ...] = (
        ("integrity", lambda: _integrity(store)),
        ("undo", lambda: _undoable(store)),
        ("log", lambda: _log(store)),
        ("space", lambda: _space(store)),
        ("spool", lambda: drained),
        ("purge", lambda: _purged(store)),
        ("unreadable spool files", lambda: _kept_aside(store.home)),
    )
    return Report((*vacuumed, *(_looked(name, look) for name, look in looks), *_surroundings(store.home)))


def failed(name: str, trouble: RemoraError) -> Check:
    """A check that could not be made, or did not hold, for the reason that `trouble` gives."""
    return Check(name=name, ok=False, detail=trouble.message.removesuffix("."), hint=trouble.hint)


def _looked(name: str, look: Callable[[], Check]) -> Check:
    """What one look says; where the store fails under it, that, so that the others have their say."""
    try:
        return look()
    except RemoraError as trouble:
        return failed(name, trouble)
    except OSError as error:
        return Check(name=name, ok=False, detail=f"{error.filename}: {error.strerror}", hint="Check who may read it.")


def examine_closed(home: Path, trouble: RemoraError) -> Report:
    """Look at what can be seen of a store that did not open; `trouble` says why."""
    said = failed("store", trouble)
    try:
        seen = home.is_dir()
    except OSError:  # it lies where this user may not look
        seen = False
    return Report((said, *(_surroundings(home) if seen else ())))


def _surroundings(home: Path) -> tuple[Check, ...]:
    return _access(home), _owner(home), _permissions(home), _file_system(home), _disk(home)


def _vacuum(store: Store, outbox: Outbox) -> Check:
    maintenance.checkpoint(store.read())  # what lies in the log belongs to the size before
    before = store.path.stat().st_size
    if purging.unfinished(store).ids:
        purging.purge(store, outbox, ())
    _patiently(lambda: maintenance.vacuum(store.read()))
    if not purging.emptied(store):
        raise StoreLocked(
            "The file was rewritten, but another process still reads the old one.", "End that process and repeat."
        )
    after = store.path.stat().st_size
    return Check(name="vacuum", ok=True, detail=f"{sized(before)} before, {sized(after)} now")


def _patiently(work: Callable[[], None]) -> None:
    """A vacuum is refused at once where a turn happens to be reading or writing."""
    give_up = time.monotonic() + VACUUM_SECONDS
    while True:
        try:
            return work()
        except StoreLocked:
            if time.monotonic() > give_up:
                raise
            time.sleep(VACUUM_PAUSE)


def _purged(store: Store) -> Check:
    left = len(purging.unfinished(store).ids)
    return Check(
        name="purge", ok=not left,
        detail=f"not finished for {counted(left, 'note')}" if left else "none is unfinished",
        hint="Pieces of their text may still be in the file; `remora doctor --vacuum` removes them." if left else "",
    )  # fmt: skip


def _integrity(store: Store) -> Check:
    troubles = maintenance.integrity(store.read())
    return Check(
        name="integrity", ok=not troubles, detail="; ".join(troubles) or "file, index and counts agree",
        hint="`remora export` what can be read, move the file away, and import." if troubles else "",
    )  # fmt: skip


def _undoable(store: Store) -> Check:
    counts = notes.counts(store.read()).values()
    archived = sum(count.archived for count in counts)
    lost = sum(1 for note in notes.all_notes(store.read()) if note.archived_at is not None and not note.text)
    return Check(
        name="undo", ok=not lost, detail=f"{counted(archived, 'forgotten note')}, {archived - lost} can come back",
        hint="Their text is gone; `remora purge` removes the rest." if lost else "",
    )  # fmt: skip


def _log(store: Store) -> Check:
    log = store.path.with_name(store.path.name + "-wal")
    size = log.stat().st_size if log.exists() else 0
    high = size > 2 * WAL_LIMIT_BYTES and not maintenance.checkpoint(store.read())
    return Check(
        name="log", ok=not high, detail=f"write-ahead log {sized(size)}",
        hint="A process has been reading for long and keeps the log from shrinking; end that one." if high else "",
    )  # fmt: skip


def _space(store: Store) -> Check:
    file = maintenance.facts(store.read())
    free = file.free_pages * file.page_size
    much = free > FREE_BYTES and free > FREE_SHARE * file.size
    return Check(
        name="space", ok=True, detail=f"{sized(file.size)} in {file.pages} pages, {sized(free)} free",
        hint="`remora doctor --vacuum` gives the free pages back." if much else "",
    )  # fmt: skip


def _drain(outbox: Outbox) -> Check:
    try:
        outbox.drain()
    except EnvironmentTrouble as trouble:
        return Check(name="spool", ok=False, detail=trouble.message, hint=trouble.hint)
    left = outbox.backlog()
    return Check(
        name="spool", ok=left <= BACKLOG, detail=counted(left, "file waits", "files wait") if left else "nothing waits",
        hint="Another process holds the memory, or the disk is full." if left > BACKLOG else "",
    )  # fmt: skip


def _kept_aside(home: Path) -> Check:
    places = (spool.BAD, spool.ASIDE, f"{spool.EVENTS}/{spool.BAD}")
    count = sum(len(list((home / spool.FOLDER / name).glob("*"))) for name in places)
    return Check(
        name="unreadable spool files", ok=not count, detail=f"{count} kept aside" if count else "none",
        hint=f"Look at them in {home / spool.FOLDER}; delete what you do not need." if count else "",
    )  # fmt: skip


def _access(home: Path) -> Check:
    if sealed(home):  # where every file is closed, and no command on one opens it
        return Check(name="access", ok=False, detail=f"{home} {SEALED}", hint=UNSEALED)
    closed = [path for path in (home, *_within(home)) if shut(path)]
    named = "; ".join(f"{path} ({rights(path)})" for path in closed[:NAMED])
    return Check(
        name="access", ok=not closed, detail=f"you may not read and write {named}" if closed else "all open to you",
        hint=_opened(home, closed) if closed else "",
    )  # fmt: skip


def _opened(home: Path, closed: Sequence[Path]) -> str:
    """The one command that opens all of them."""
    if len(closed) == 1:
        return remedy(closed[0])
    foreign = any(_uid(path) not in (_me(), None) for path in closed)
    return f"`{f'sudo chown -R {_me()} {home} && ' if foreign else ''}chmod -R u+rwX {home}`"


def _owner(home: Path) -> Check:
    if not hasattr(os, "geteuid"):
        return Check(name="owner", ok=True, detail="unknown on this system")
    others = [path for path in (home, *_within(home)) if _uid(path) not in (_me(), None)]
    named = ", ".join(f"{path} ({rights(path)})" for path in others[:NAMED])
    return Check(
        name="owner", ok=not others,
        detail=f"{counted(len(others), 'file')} of somebody else: {named}" if others else "all yours",
        hint=f"`sudo chown -R {_me()} {home}`" if others else "",
    )  # fmt: skip


def _permissions(home: Path) -> Check:
    if os.name == "nt":
        return Check(name="permissions", ok=True, detail="unknown on this system")
    files = [path for path in (home, home / FILE) if path.exists()]
    opened = [path for path in files if stat.S_IMODE(path.stat().st_mode) & 0o077]
    return Check(
        name="permissions", ok=not opened, detail="others may read your notes" if opened else "private",
        hint=f"`chmod -R go-rwx {home}`" if opened else "",
    )  # fmt: skip


def _within(home: Path) -> Iterator[Path]:
    """All that lies in the home, as far as this user may look."""
    for folder, folders, files in os.walk(home):  # passes over what it may not open
        yield from (Path(folder) / name for name in sorted((*folders, *files)))


def _uid(path: Path) -> int | None:
    try:
        return path.lstat().st_uid
    except OSError:
        return None


def _me() -> int:
    return os.geteuid() if hasattr(os, "geteuid") else 0


def _file_system(home: Path) -> Check:
    kind, place = _mount(home), str(home).lower()
    synced = next((name for name in SYNCED if name in place), "")
    copies = sorted(path.name for path in _within(home) if path.parent == home and _conflicted(path.name))
    trouble = (
        f"on {kind}, which cannot share SQLite's log" if kind in REMOTE
        else f"inside {synced.title()}, which copies files while they change" if synced
        else f"a synchronised copy lies beside it: {copies[0]}" if copies
        else ""
    )  # fmt: skip
    return Check(
        name="file system", ok=not trouble, detail=trouble or kind or "local",
        hint="Set REMORA_HOME to a local folder; carry notes over with export and import." if trouble else "",
    )  # fmt: skip


def _disk(home: Path) -> Check:
    """A note that is stored takes some pages: whether so much can be written at all."""
    file = home / f".doctor-{os.getpid()}.part"
    try:
        try:
            with file.open("xb") as out:
                out.write(bytes(TRIAL_BYTES))
                os.fsync(out.fileno())
        finally:
            file.unlink(missing_ok=True)
    except OSError as error:
        return Check(
            name="disk", ok=False, detail=f"nothing can be written into {home}: {error.strerror}",
            hint="Free some space." if error.errno in FULL
            else UNSEALED if error.errno == errno.EROFS else "Check who may write there.",
        )  # fmt: skip
    return Check(name="disk", ok=True, detail="can be written")


def _conflicted(name: str) -> bool:
    low = name.lower()
    return low.startswith("memory") and ("conflict" in low or "sync-" in low)


def _mount(home: Path) -> str:
    """The kind of file system, where the system tells; the longest mount point that holds the home wins."""
    try:
        lines = Path("/proc/mounts").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    place, best, kind = home.resolve(), -1, ""
    for line in lines:
        fields = line.split(" ")
        if len(fields) > 2:
            point = Path(fields[1].replace("\\040", " "))
            if len(point.parts) > best and (point == place or point in place.parents):
                best, kind = len(point.parts), fields[2]
    return kind
