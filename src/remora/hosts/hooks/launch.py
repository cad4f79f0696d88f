"""Puts the hook client into a home and says the command line that runs it. Called by installers; starts nothing.

A host's configuration names the copy and the base interpreter's real path: a version manager's shim costs twelve bare
starts, an environment's console script three, and either may be gone tomorrow. The line is silent whatever is missing.
"""

import contextlib
import marshal
import os
import py_compile
import secrets
import shlex
import sys
from dataclasses import dataclass
from importlib import resources
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path

from remora import __version__
from remora.errors import EnvironmentTrouble, HomeUnavailable, advice
from remora.hosts.hooks import places

WITHIN_MS = 1_000  # a tool's event takes some ten; a host that waits longer has a machine that stands still
OPTIMIZE = 2  # no docstrings: the less is read at each event, the better
UNCHECKED = (1).to_bytes(4, "little")  # in a compiled file's head: trust the hash behind it, and do not read the source


@dataclass(frozen=True, slots=True)
class Client:
    """A client as it lies in a home. `python` runs it, `path` is the file."""

    python: Path
    path: Path

    def command(
        self, host: str, event: str, *, profile: str = "", within_ms: int = WITHIN_MS, waits: bool = False
    ) -> str:
        """The line that a host's shell runs for `event` of `host`, with the event's JSON on its standard input.

        `within_ms`: how long the host is kept at most. `waits`: also for a resident process that is only starting,
        which takes about a second: for events whose answer matters then (a prompt, a session's start); others are
        kept and end at once. Ends with 0 and prints nothing where interpreter, client or package are gone.
        """
        python, path = shlex.quote(str(self.python)), shlex.quote(str(self.path))
        options = [f"within={within_ms}", *(["wait"] if waits else []), *([f"profile={profile}"] if profile else [])]
        words = " ".join(map(shlex.quote, (host, event, *options)))
        runs = [f"{python} -I -S {file} {words} 2>/dev/null" for file in (shlex.quote(str(self.compiled)), path)]
        return f"[ -x {python} ] && [ -r {path} ] || exit 0; {' || '.join(runs)} || exit 0"

    @property
    def compiled(self) -> Path:
        """What is run first; where another Python refuses it, the file itself is."""
        return self.path.with_name(places.COMPILED)


def client_of(home: Path) -> Client:
    """The client as it lies in `home`, or would. Raises EnvironmentTrouble where this Python does not know what it runs
    on."""
    base = getattr(sys, "_base_executable", None) or sys.executable
    python = Path(os.path.realpath(base)) if base else None
    if python is None or not os.access(python, os.X_OK):
        raise EnvironmentTrouble(
            "The hook client was not installed: this Python has no interpreter of its own.",
            "Run it by the `remora` command of an environment.",
        )
    return Client(python, home / places.HOOKS / places.CLIENT)


def install_client(home: Path) -> Client:
    """Copy the client into `home`, or bring the one there up to date, and say how it is run.

    The same for any number of calls. Raises HomeUnavailable where it cannot be written, and as `client_of`.
    """
    client, folder = client_of(home), home / places.HOOKS
    try:
        places.make(home)
        for name, content in _contents().items():
            _put(folder / name, content)
        if not _is_compiled(client):
            # As its own source: the interpreter below is of this version, or refuses the file and takes the other.
            py_compile.compile(
                str(client.path), cfile=str(client.compiled), doraise=True, optimize=OPTIMIZE,
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            )  # fmt: skip
        (home / places.SERVE / places.FAILED).unlink(missing_ok=True)  # of before: the next event tries anew
    except OSError as error:
        raise HomeUnavailable(
            f"The hook client was not installed: {error.filename or folder} cannot be written ({error.strerror}).",
            advice(error, "Make the folder writable, or set REMORA_HOME to another one."),
        ) from error
    return client


def outdated(home: Path) -> tuple[Path, ...]:
    """What `install_client` would make or renew. Raises as `client_of`; writes nothing."""
    client, folder = client_of(home), home / places.HOOKS
    missing = [place for place in places.folders(home) if not place.is_dir()]
    stale = [folder / name for name, content in _contents().items() if not _says(folder / name, content)]
    return (*missing, *stale, *(() if _is_compiled(client) else (client.compiled,)))


def _contents() -> dict[str, bytes]:
    """The client's files, as they should be, by name."""
    gone = Path(str(resources.files("remora"))) / "surfaces" / "server" / "__main__.py"
    lines = (__version__, sys.executable, str(gone))
    return {places.CLIENT: _source(), places.CLIENT_LINES: os.fsencode("\n".join(lines) + "\n")}


def _source() -> bytes:
    return (resources.files("remora.hosts.hooks") / places.CLIENT).read_bytes()


def _is_compiled(client: Client) -> bool:
    """Whether the compiled client is this one and whole, as this Python compiles it."""
    source = _source()
    head = MAGIC_NUMBER + UNCHECKED + source_hash(source)
    try:
        content = client.compiled.read_bytes()
        if not content.startswith(head):
            return False
        found: object = marshal.loads(content[len(head) :])
    except (OSError, ValueError, EOFError, TypeError):
        return False
    return found == compile(source, str(client.path), "exec", dont_inherit=True, optimize=OPTIMIZE)


def http_token(home: Path) -> str:
    """What a host that posts its events over HTTP sends as `Authorization: Bearer TOKEN`; made once, then the same.

    The address is `http://127.0.0.1:PORT/v1/events/HOST/EVENT`, PORT the setting `serve_http_port`. Raises OSError.
    """
    places.make(home)
    file = home / places.SERVE / places.TOKEN
    with contextlib.suppress(OSError):
        if found := file.read_text(encoding="ascii").strip():
            return found
    _put(file, f"{secrets.token_hex(32)}\n".encode())
    return file.read_text(encoding="ascii").strip()


def _put(file: Path, content: bytes) -> None:
    """Whole or not at all: a session may be running the old one."""
    if _says(file, content):
        return
    beside = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def _says(file: Path, content: bytes) -> bool:
    try:
        return file.read_bytes() == content
    except OSError:  # whatever keeps it from being read keeps it from being run
        return False
