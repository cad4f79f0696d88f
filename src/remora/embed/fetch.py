"""Fetches one file over HTTP with every wait bounded, and checks that it is the file that was announced.

The transfer runs on a thread of its own, for neither a name server nor a server that drips can be given a time limit.
"""

import errno
import hashlib
import http.client
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request

from remora.embed import network
from remora.errors import DiskFull, HomeUnavailable, ModelUnavailable, RemoraError

CHUNK = 64 * 1024  # bytes at most; what has come is written at once, for a slow line must not look like a dead one
GLANCE = 0.1  # seconds between two looks at the transfer: a progress bar is drawn no faster


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds to wait: for the first byte of an answer, for the next one, and for all together."""

    first: float = 20.0
    next: float = 30.0
    total: float = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """What came: its size in bytes, and the commit of the repository where the hub names one."""

    size: int
    commit: str


class NotThere(ModelUnavailable):
    """The hub has no such file."""


def fetch(
    address: str, into: Path, patience: Patience, give_up: float, progress: Callable[[int, int | None], None]
) -> Fetched:
    """Write what `address` answers into a file. `give_up` is the end of all patience, on the monotonic clock.

    Raises ModelUnavailable, with the network's settings in it, NotThere, DiskFull or HomeUnavailable.
    """
    transfer = _Transfer(address, into, patience)
    opener = network.opener(transfer.hops)
    threading.Thread(target=transfer.run, args=(opener,), name="remora-fetch", daemon=True).start()
    progress(0, None)
    try:
        while not transfer.ended.wait(GLANCE):
            progress(transfer.done, transfer.size)
            _check_patience(transfer, give_up)
    finally:
        transfer.cancelled = True
    if transfer.error is not None:
        raise _told(transfer.error, transfer) from transfer.error
    progress(transfer.done, transfer.size)
    _check(transfer)
    return Fetched(size=transfer.done, commit=transfer.hops.header("X-Repo-Commit"))


class _Hops(HTTPRedirectHandler):
    """Follows redirects and keeps the headers of each answer: the hub tells of the file, its storage does not."""

    def __init__(self) -> None:
        self.answers: list[Message] = []

    def redirect_request(self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Request | None:
        self.answers.append(headers)
        if urlsplit(req.full_url).scheme == "https" and urlsplit(newurl).scheme != "https":
            raise URLError(f"it sends on to {newurl}, which is not encrypted")
        return super().redirect_request(req, fp, code, msg, headers, newurl)

    def header(self, name: str) -> str:
        return next((str(answer[name]) for answer in self.answers if answer[name]), "")


@dataclass(slots=True)
class _Transfer:
    """Shared by the thread that reads and the one that waits; each field is written by one of them."""

    address: str
    into: Path
    patience: Patience
    hops: _Hops = field(default_factory=_Hops)
    ended: threading.Event = field(default_factory=threading.Event)
    cancelled: bool = False
    began: float = field(default_factory=time.monotonic)
    moved: float = 0.0
    done: int = 0
    size: int | None = None
    error: BaseException | None = None

    def run(self, opener: Any) -> None:
        try:
            timeout = max(self.patience.first, self.patience.next)
            request = Request(self.address, headers={"User-Agent": "remora", "Accept-Encoding": "identity"})
            with opener.open(request, timeout=timeout) as answer, self.into.open("wb") as file:
                self.hops.answers.append(answer.headers)
                told = self.hops.header("X-Linked-Size") or answer.headers["Content-Length"] or ""
                self.size = int(told) if told.isdigit() else None
                while not self.cancelled and (chunk := answer.read1(CHUNK)):
                    file.write(chunk)
                    self.done += len(chunk)
                    self.moved = time.monotonic()
        except BaseException as error:  # noqa: BLE001 - the end of a thread: whoever waits is told what happened
            self.error = error
        finally:
            self.ended.set()


def _check_patience(transfer: _Transfer, give_up: float) -> None:
    now, patience = time.monotonic(), transfer.patience
    if now - (transfer.moved or transfer.began) > (patience.next if transfer.moved else patience.first):
        raise _silent(transfer)
    if now > give_up:
        raise _failed(transfer, f"took longer than {patience.total:g} s")


def _silent(transfer: _Transfer) -> ModelUnavailable:
    if transfer.moved:
        return _failed(transfer, f"sent nothing for {transfer.patience.next:g} s")
    return _failed(transfer, f"did not answer within {transfer.patience.first:g} s")


def _check(transfer: _Transfer) -> None:
    """The file must be as long as announced, and have the digest that the hub calls it by."""
    if transfer.size is not None and transfer.done != transfer.size:
        raise _failed(transfer, f"broke off after {transfer.done} of {transfer.size} bytes")
    mark = (transfer.hops.header("X-Linked-Etag") or str(transfer.hops.answers[0]["ETag"] or "")).lower()
    digest = mark.removeprefix("w/").strip('"')
    if not re.fullmatch("[0-9a-f]{40}|[0-9a-f]{64}", digest):
        return  # some mirrors number their files in a way of their own
    content = transfer.into.read_bytes() if len(digest) == 40 else b""  # git's own files; those are small
    blob = b"blob %d\0" % len(content) + content
    with transfer.into.open("rb") as file:
        found = (
            {hashlib.file_digest(file, "sha256").hexdigest()} if len(digest) == 64
            else {hashlib.sha1(blob).hexdigest(), hashlib.sha1(content).hexdigest()}
        )  # fmt: skip
    if digest not in found:
        raise _failed(transfer, "sent another file than it announced")


def _told(error: BaseException, transfer: _Transfer) -> RemoraError:
    """Our error for what happened to the transfer."""
    if isinstance(error, RemoraError):
        return error
    if isinstance(error, HTTPError):
        error.close()
        kind = NotThere if error.code in (401, 404) else ModelUnavailable  # the hub says 401 of what does not exist
        return _failed(transfer, f"answered {error.code} {error.reason}", kind)
    if isinstance(error, TimeoutError) or isinstance(getattr(error, "reason", None), TimeoutError):
        return _silent(transfer)
    if isinstance(error, (URLError, http.client.HTTPException, ConnectionError)):
        return _failed(transfer, f"could not be read ({getattr(error, 'reason', None) or error})")
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return DiskFull("The model was not downloaded: the disk is full.", "Free some space and repeat.")
    if isinstance(error, OSError):
        return HomeUnavailable(f"The model was not downloaded: {transfer.into.parent} cannot be written ({error}).")
    return _failed(transfer, f"could not be read ({type(error).__name__}: {error})")


def _failed(transfer: _Transfer, what: str, kind: type[ModelUnavailable] = ModelUnavailable) -> ModelUnavailable:
    return kind(
        f"The model was not downloaded: {transfer.address} {what} ({network.settings(transfer.address)}).",
        "Set those for your network and repeat, or copy the model's folder from another machine.",
    )
