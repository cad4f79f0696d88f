"""Frames between clients and the resident process, as `hosts/hooks/client.py` writes and reads them.

    request  remora PROTOCOL OPERATION HEAD_BYTES BODY_BYTES\\n  head: fields joined by NUL; body
    reply    remora PROTOCOL VERDICT BODY_BYTES [older]\\n      body

The first line stays as it is in every protocol, and so do the operations `status` and `leave`.
"""

import re
import socket
import time
from dataclasses import dataclass, replace

from remora.hosts.hooks.heard import Heard
from remora.hosts.hooks.places import PROTOCOL

MOST_HEAD = 16 << 10  # bytes: the longest are folders
MOST_BODY = 9 << 20  # bytes: more than a client sends
MOST_WAIT = 60_000  # milliseconds that an event may ask for
FIRST = 96  # bytes: the first line is shorter
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}")
ID = re.compile(r"[A-Za-z0-9-]{8,64}")
_LINE = re.compile(rb"remora (\d{1,6}) ([a-z]{1,16}) (\d{1,9}) (\d{1,9})\n")
_REPLY = re.compile(rb"remora (\d{1,6}) ([a-z]{1,16}) (\d{1,9})((?: [a-z]{1,16})*)\n")


class Malformed(ValueError):
    """What came is no frame of ours."""


@dataclass(frozen=True, slots=True)
class Request:
    """`fields` begins with the token and the caller's version in every operation."""

    protocol: int
    operation: str
    fields: tuple[str, ...]
    body: bytes = b""

    @property
    def token(self) -> str:
        return self.fields[0] if self.fields else ""

    @property
    def version(self) -> str:
        return self.fields[1] if len(self.fields) > 1 else ""


def request(operation: str, *fields: str, body: bytes = b"") -> bytes:
    """The bytes of a request."""
    head = "\0".join(fields).encode("utf-8", "surrogateescape")
    return f"remora {PROTOCOL} {operation} {len(head)} {len(body)}\n".encode() + head + body


def reply(verdict: str, body: bytes = b"", *flags: str) -> bytes:
    """The bytes of an answer. Verdicts: ok; none (no memory for it now: it is to wait in the spool); refused (it is
    not)."""
    return " ".join(("remora", str(PROTOCOL), verdict, str(len(body)), *flags)).encode() + b"\n" + body


def event(heard: Heard, *, token: str = "", version: str = "") -> bytes:
    """An event as a client would send it."""
    fields = (
        token, version, heard.host, heard.event, heard.id, str(heard.deadline_ms), str(heard.at_ms), heard.cwd,
        heard.profile,
    )  # fmt: skip
    return request("event", *fields, body=heard.body)


def parse(data: bytes) -> Request:
    """A whole frame, as one lies in the spool. Raises Malformed."""
    found = _LINE.match(data)
    if found is None:
        raise Malformed("no first line")
    head, body = _sizes(found)
    if len(data) != found.end() + head + body:
        raise Malformed("cut off")
    return _made(found, data[found.end() : found.end() + head], data[found.end() + head :])


def read(link: socket.socket, seconds: float) -> Request:
    """The request that a peer sends within so long. Raises Malformed, OSError (also for one that is too slow)."""
    until = time.monotonic() + seconds
    data = b""
    while (found := _LINE.match(data)) is None:
        if len(data) >= FIRST or b"\n" in data:
            raise Malformed("no first line")
        data += _some(link, until)
    head, body = _sizes(found)
    rest = [data[found.end() :]]
    missing = head + body - len(rest[0])
    while missing > 0:
        rest.append(_some(link, until))
        missing -= len(rest[-1])
    if missing < 0:
        raise Malformed("more than it said")
    whole = b"".join(rest)
    return _made(found, whole[:head], whole[head:])


def answer(link: socket.socket) -> tuple[str, bytes]:
    """Verdict and body of a reply; the link's own time limit counts. Raises Malformed, OSError."""
    data = b""
    while (found := _REPLY.match(data)) is None:
        if len(data) >= FIRST and b"\n" in data[:FIRST]:
            raise Malformed("no reply of ours")
        data += _part(link)
    begin, size = found.end(), found.end() + int(found[3])
    while len(data) < size:
        data += _part(link)
    return found[2].decode(), data[begin:size]


def replied(data: bytes) -> tuple[str, bytes]:
    """Verdict and body of a whole reply. Raises Malformed."""
    found = _REPLY.match(data)
    if found is None or len(data) != found.end() + int(found[3]):
        raise Malformed("no reply of ours, or broken off")
    return found[2].decode(), data[found.end() :]


def heard_of(asked: Request) -> Heard:
    """The event of a request. Raises Malformed."""
    try:
        _, _, host, name, unique, deadline, at, cwd, profile = asked.fields
        heard = Heard(
            host=host, event=name, body=asked.body, id=unique, at_ms=int(at), cwd=cwd, profile=profile,
            deadline_ms=min(max(int(deadline), 0), MOST_WAIT),
        )  # fmt: skip
    except ValueError as error:
        raise Malformed("its fields are not those of an event") from error
    if not (NAME.fullmatch(host) and NAME.fullmatch(name) and ID.fullmatch(unique)) or not 0 <= heard.at_ms < 1 << 53:
        raise Malformed("its fields are not those of an event")
    if profile and not NAME.fullmatch(profile):
        raise Malformed("no profile has such a name")
    return heard


def late(heard: Heard) -> Heard:
    """The event, with nobody waiting for it any more."""
    return replace(heard, deadline_ms=0)


def _sizes(found: "re.Match[bytes]") -> tuple[int, int]:
    head, body = int(found[3]), int(found[4])
    if head > MOST_HEAD or body > MOST_BODY:
        raise Malformed("too large")
    return head, body


def _made(found: "re.Match[bytes]", head: bytes, body: bytes) -> Request:
    fields = tuple(head.decode("utf-8", "surrogateescape").split("\0"))
    return Request(int(found[1]), found[2].decode(), fields, body)


def _some(link: socket.socket, until: float) -> bytes:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError("too slow")
    link.settimeout(left)
    return _part(link)


def _part(link: socket.socket) -> bytes:
    part = link.recv(1 << 16)
    if not part:
        raise ConnectionError("broken off")
    return part
