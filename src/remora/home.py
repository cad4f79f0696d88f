"""Where the memory lives: finds and makes the home folder, and tells whether this user may use what is in it.

Called by settings, the store and the doctor; opens no store.
"""

import os
import stat
from pathlib import Path

from remora.errors import HomeUnavailable

VARIABLE = "REMORA_HOME"
SETTINGS = "config.toml"  # in the home
FAILURES = "failures.json"  # in the home: the lessons, for people to read
EVENTS = "spool/events"  # in the home: what hooks said while no process listened
READY, HELD = ".event", ".held"
FOLDER = ".remora"
SEALED = "lies on a read-only file system"
UNSEALED = f"Mount it for writing, or set {VARIABLE} to another folder."
MODE = 0o700  # notes are private: nobody else on the machine may list or read them


def resolve_home(explicit: Path | None) -> Path:
    """The home folder, made if it is not there: `explicit`, else `$REMORA_HOME`, else `~/.remora`.

    Raises HomeUnavailable where there is no such place, where it belongs to somebody else, or cannot be written.
    """
    home = named_home(explicit)
    try:
        home.mkdir(mode=MODE, parents=True, exist_ok=True)
    except FileExistsError as error:
        raise HomeUnavailable(
            f"The memory was not opened: {home} is a file, not a folder.", f"Move it away or set {VARIABLE}."
        ) from error
    except OSError as error:
        raise HomeUnavailable(
            f"The memory was not opened: {home} cannot be made ({error.strerror}).",
            f"Set {VARIABLE} to a folder that you can write.",
        ) from error
    check_usable(home)
    return home


def check_usable(home: Path) -> None:
    """Raise HomeUnavailable unless this user owns `home` and may write in it."""
    if str(home) != str(home).encode("utf-8", "replace").decode("utf-8"):
        raise HomeUnavailable(
            f"The memory was not opened: the name of {os.fsencode(home)!r} is not UTF-8, and SQLite cannot open it.",
            f"Rename the folder, or set {VARIABLE} to another one.",
        )
    try:
        owner = home.stat().st_uid
    except OSError as error:
        raise HomeUnavailable(
            f"The memory was not opened: {home} cannot be read ({error.strerror}).",
            f"Set {VARIABLE} to a folder that you can read and write.",
        ) from error
    # Windows has no user ids; there the write check below is all.
    me = os.geteuid() if hasattr(os, "geteuid") else owner
    if owner != me:
        # Writing into it would leave files behind that its owner cannot open: "locked" for ever.
        raise HomeUnavailable(
            f"The memory was not opened: {home} belongs to user {_name(owner)}, and this process runs as user "
            f"{_name(me)}.",
            f"Run as its owner, hand it over with `sudo chown -R {me} {home}`, or set {VARIABLE}.",
        )
    if not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        if sealed(home):
            raise HomeUnavailable(f"The memory was not opened: {home} {SEALED}.", UNSEALED)
        raise HomeUnavailable(
            f"The memory was not opened: {home} is read-only ({rights(home)}).",
            f"Make it writable ({remedy(home)}) or set {VARIABLE}.",
        )


def shut(path: Path) -> bool:
    """Whether a file or folder is there and closed to this user, for reading or for writing."""
    return all(_looks_shut(path) for _ in range(2))  # SQLite's own files come and go between two questions


def _looks_shut(path: Path) -> bool:
    try:
        wanted = os.R_OK | os.W_OK | (os.X_OK if path.is_dir() else 0)
        return path.exists() and not os.access(path, wanted) and path.exists()
    except OSError:
        return True


def sealed(path: Path) -> bool:
    """Whether it lies on a file system that takes no writes, whatever its rights say."""
    try:
        return hasattr(os, "statvfs") and bool(os.statvfs(path).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def rights(path: Path) -> str:
    """Owner and mode, for a message."""
    try:
        found = path.stat()
    except OSError as error:
        return str(error.strerror)
    return f"owner {_name(found.st_uid)}, mode {stat.S_IMODE(found.st_mode):04o}"


def remedy(path: Path, named: str = "") -> str:
    """The one command that opens `path` to this user, as a shell takes it; `named` is what it shall name instead."""
    what = named or str(path)
    opened = f"chmod u+{'rwx' if path.is_dir() else 'rw'} {what}"
    try:
        mine = not hasattr(os, "geteuid") or path.stat().st_uid == os.geteuid()
    except OSError:  # gone, or in a folder that is shut
        mine = True
    return f"`{opened}`" if mine else f"`sudo chown {os.geteuid()} {what} && {opened}`"


def events_waiting(home: Path) -> list[Path]:
    """The events of hooks that no process has kept yet, oldest first."""
    try:
        with os.scandir(home / EVENTS) as entries:
            names = [each.name for each in entries if each.name.endswith((READY, HELD)) and each.name[0] != "."]
    except OSError:  # no hooks here
        return []
    return [home / EVENTS / name for name in sorted(names)]


def _name(uid: int) -> str:
    """A user's name, or the number of one who has none."""
    try:
        import pwd  # not on every system

        return pwd.getpwuid(uid).pw_name
    except (ImportError, KeyError):
        return str(uid)


def named_home(explicit: Path | None) -> Path:
    """Where the home would be, looked for in the same places and not touched. Raises HomeUnavailable for nowhere."""
    named = explicit or (Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else None)
    try:
        place = named.expanduser() if named is not None else Path.home() / FOLDER
        return Path(os.path.abspath(place))  # noqa: PTH100 - resolve() would follow a link that may dangle on purpose
    except (RuntimeError, OSError) as error:  # no HOME and a user id without a name, or the working folder is gone
        raise HomeUnavailable(
            "The memory was not opened: this user has no home folder.",
            f"Set {VARIABLE} to a folder that you can write.",
        ) from error
