"""The hook client: hands one event to the resident process and prints its answer. Run by path: PYTHON -I -S client.py
HOST EVENT [within=MS] [wait] [profile=NAME]. Imports next to nothing, ends with 0 whatever is wrong, opens no store.

With no process running the event goes into the home's spool and one is started; `wait` waits for its answer. Nobody
waits in full once one failed to start or was silent: a mark in the home says so until a process that is well takes it.
"""

import _signal  # type: ignore[import-not-found]
import posix
import sys
import time

PROTOCOL = 1
MOST = 8 << 20  # bytes: what a host says is kilobytes, a tool's whole output rarely a megabyte
WITHIN_MS = 1_000
PAUSE = 0.02  # seconds between looks for a process that starts, which takes half a second
START_AGAIN = 10  # seconds: a start that has come to nothing by then is no start
FAILED_AGAIN = 60  # seconds between starts that fail: half a second of work each, and somebody is to mend it first
LOOK = 0.25  # seconds for a process that was silent: one that is well answers in a tenth of that
SPOOLED = 10_000  # files: as many events as a day of work brings, where nobody drains them
ORPHANED = 1_000  # files once the package is gone: an upgrade takes seconds
LOGGED = 1 << 16  # bytes of log

HOME = __file__.rsplit("/", 2)[0]
STARTING, FAILED = HOME + "/serve/starting", HOME + "/serve/failed"


class Late(BaseException):
    """The deadline has passed."""


class Nothing(Exception):
    """The process has no memory for this event: it is to wait in the spool, and nobody for it."""


armed = False


def ring(*_: object) -> None:
    if armed:
        raise Late


def arm(seconds: float) -> None:
    global armed
    armed = seconds > 0
    _signal.setitimer(_signal.ITIMER_REAL, max(0, seconds))


def read(path: str) -> bytes:
    number = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC)
    try:
        return drain(number, LOGGED)
    finally:
        posix.close(number)


def drain(number: int, most: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    while size <= most:
        part = posix.read(number, 1 << 16)
        if not part:
            return b"".join(parts)
        parts.append(part)
        size += len(part)
    raise ValueError(f"more than {most} bytes")


def put(number: int, data: bytes) -> None:
    while data:
        data = data[posix.write(number, data) :]


def log(what: str) -> None:
    try:
        path = HOME + "/hooks/client.log"
        flags = posix.O_WRONLY | posix.O_CREAT | posix.O_APPEND | posix.O_CLOEXEC
        number = posix.open(path, flags, 0o600)
        if posix.fstat(number).st_size > LOGGED:
            posix.ftruncate(number, 0)
        text = f"{int(time.time())} {' '.join(sys.argv[1:3])}: {what}\n"
        posix.write(number, text.encode("utf-8", "backslashreplace"))
        posix.close(number)
    except OSError:
        pass


def frame(fields: list[str], body: bytes) -> bytes:
    head = "\0".join(fields).encode("utf-8", "surrogateescape")
    return b"remora %d event %d %d\n%b%b" % (PROTOCOL, len(head), len(body), head, body)


def ask(fields: list[str], body: bytes) -> tuple[bytes, bool]:
    """The process's answer and whether it is an older version; OSError where there is none, or it broke off."""
    kind, place, token = read(HOME + f"/serve/address-{PROTOCOL}").decode("utf-8", "surrogateescape").split("\n")[:3]
    import _socket

    if kind == "unix":
        link = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        link.connect(place)
    else:
        link = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
        link.connect(("127.0.0.1", int(place)))
    fields[0] = token
    link.sendall(frame(fields, body))
    got = link.recv(1 << 16)
    while b"\n" not in got:
        part = link.recv(1 << 16)
        if not part:
            raise OSError("broken off")
        got += part
    first, answer = got.split(b"\n", 1)
    _, _, verdict, size, *flags = first.split(b" ")
    while len(answer) < int(size):
        part = link.recv(1 << 16)
        if not part:
            raise OSError("broken off")
        answer += part
    if verdict == b"none":
        raise Nothing
    if verdict == b"busy":
        raise OSError("busy")
    if verdict != b"ok":
        log("refused: " + answer.decode("utf-8", "replace"))
        answer = b""
    return answer, b"older" in flags


def attempt(fields: list[str], body: bytes, seconds: float) -> tuple[bytes, bool] | None:
    """As `ask`, at most so long; None where nobody answered in time: one that was silent is remembered."""
    global armed
    if seconds <= 0:  # a timer of nothing would never ring
        return None
    try:
        try:
            arm(seconds)
            return ask(fields, body)
        except (OSError, ValueError):
            return None
        finally:
            armed = False
    except Late:
        if seconds > LOOK:  # less is no wait for anybody
            failed(f"no answer in {seconds:.1f} s")
        return None


def state() -> str:
    """What tells one state of the settings, and of the package, from another."""
    told = []
    for path in (HOME + "/config.toml", lines()[2]):
        try:
            found = posix.stat(path)
            told.append(f"{found.st_ctime_ns}-{found.st_size}")
        except OSError:
            told.append("none")
    return " ".join(told)


def lines() -> list[str]:
    """What was installed: the version, the Python that serves, a file of the package."""
    return read(HOME + "/hooks/client.conf").decode("utf-8", "surrogateescape").split("\n")


def failed(why: str) -> None:
    """Let nobody wait in full until a process takes the mark away, or settings or package change."""
    try:
        flags = posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC | posix.O_CLOEXEC
        number = posix.open(FAILED, flags, 0o600)
        posix.write(number, f"{state()}\n{why}\n".encode("utf-8", "backslashreplace"))
        posix.close(number)
    except OSError:
        pass


def troubled() -> bool:
    """Whether a process failed to start or to answer, and nothing has changed since. An older mark is taken away."""
    if not exists(FAILED):
        return False
    try:
        if read(FAILED).split(b"\n", 1)[0] == state().encode():
            return True
        posix.unlink(FAILED)
        posix.unlink(STARTING)  # that of the start which failed
    except OSError:
        pass
    return False


def recent(path: str, seconds: float) -> bool:
    """Whether it was written less than so long ago; what comes from the future was written by another clock."""
    try:
        return bool(abs(time.time() - posix.stat(path).st_mtime) < seconds)
    except OSError:
        return False


def spool(name: str, suffix: str, data: bytes) -> str:
    """Put the event where the next process finds it, whole or not at all; its path."""
    folder = HOME + "/spool/events"
    path, part = folder + "/" + name + suffix, folder + "/." + name
    flags = posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL | posix.O_CLOEXEC
    number = posix.open(part, flags, 0o600)
    try:
        put(number, data)
    finally:
        posix.close(number)
    posix.rename(part, path)
    return path


def start(conf: list[str]) -> None:
    """Start a process, unless somebody just did. It serves all sessions: the settings in this one's variables stay."""
    flags = posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL | posix.O_CLOEXEC
    try:
        posix.close(posix.open(STARTING, flags, 0o600))
    except FileExistsError:
        try:
            if recent(STARTING, START_AGAIN):
                return
            posix.unlink(STARTING)
            posix.close(posix.open(STARTING, flags, 0o600))
        except OSError:  # another one did
            return
    environment = {name: value for name, value in posix.environ.items() if not name.startswith(b"REMORA_")}
    quiet = [(posix.POSIX_SPAWN_OPEN, number, "/dev/null", posix.O_RDWR, 0) for number in (0, 1, 2)]
    line = [conf[1], "-E", "-P", "-m", "remora.surfaces.server", "--detached", "--home", HOME]
    try:
        posix.posix_spawn(conf[1], line, environment, file_actions=quiet, setsid=True)
    except NotImplementedError:  # it makes a session of its own by itself, a moment later
        posix.posix_spawn(conf[1], line, environment, file_actions=quiet, setpgroup=0)


def exists(path: str) -> bool:
    try:
        posix.stat(path)
    except OSError:
        return False
    return True


def keep(fields: list[str], body: bytes, name: str, deadline: float, wait: bool, again: bool = True) -> bytes:
    """With nobody to hear it: spool the event, start a process, wait for its answer where one is wanted.

    `again`: whether a process may be started.
    """
    conf = lines()
    gone = [path for path in conf[1:3] if not exists(path)]
    if gone:
        log(f"no process was started: {gone[0]} is gone")
    if len(posix.listdir(HOME + "/spool/events")) >= (ORPHANED if gone else SPOOLED):
        log("dropped: too many events wait")
        return b""
    wait = wait and not gone
    late = ["", *fields[1:5], "0", *fields[6:]]
    path = spool(name, ".held" if wait else ".event", frame(late, body))
    if again and not gone:
        start(conf)
    try:
        while wait and deadline - time.monotonic() > PAUSE:
            time.sleep(PAUSE)
            got = attempt(fields, body, deadline - time.monotonic())
            if got is not None:
                posix.unlink(path)
                return got[0]
            if exists(FAILED):
                break
        else:
            if wait and not exists(FAILED):
                failed("no process came up in time")
    except Nothing:
        pass
    if wait:
        posix.rename(path, path[: -len(".held")] + ".event")
    return b""


def options() -> tuple[int, bool, str]:
    """within, wait and profile; what is not known is for a newer version."""
    within, wait, profile = WITHIN_MS, False, posix.environ.get(b"REMORA_PROFILE", b"").decode("utf-8", "replace")
    for argument in sys.argv[3:]:
        key, _, value = argument.partition("=")
        if key == "within":
            within = max(1, int(value))
        elif key == "wait":
            wait = True
        elif key == "profile":
            profile = value
    return within, wait, profile


def main() -> None:
    if posix.environ.get(b"REMORA_INSIDE") == b"1":  # a process that a plugin started: memory is not for itself
        return
    began, at = time.monotonic(), int(time.time() * 1000)
    within, wait, profile = options()
    deadline = began + within / 1000
    _signal.signal(_signal.SIGALRM, ring)
    try:
        arm(within / 1000)
        body = drain(0, MOST)
    except Late:
        log("nothing was heard: the host did not close its end in time")
        return
    arm(0)
    if not body:  # no host says nothing
        return
    try:
        cwd = posix.getcwd()
    except OSError:  # the folder is gone
        cwd = ""
    unique = posix.urandom(8).hex()
    version = read(HOME + "/hooks/client.conf").split(b"\n", 1)[0].decode()
    fields = ["", version, sys.argv[1], sys.argv[2], unique, str(within), str(at), cwd, profile]
    name, trouble, left = f"{at:020d}-{unique}", troubled(), deadline - time.monotonic()
    try:
        got = attempt(fields, body, min(left, LOOK) if trouble else left)
    except Nothing:
        keep(fields, body, name, deadline, False, False)
        return
    if got is None:
        again = not trouble or not recent(FAILED, FAILED_AGAIN)
        if trouble and again:
            posix.utime(FAILED)
        put(1, keep(fields, body, name, deadline, wait and not trouble, again))
    else:
        put(1, got[0])
        if got[1]:
            start(lines())


try:
    main()
except BaseException as fault:  # noqa: BLE001 - the entry point of a process in a host: no traceback reaches it
    log(f"nothing was done: {type(fault).__name__}: {fault}")
posix._exit(0)
