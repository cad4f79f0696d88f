"""One question to a service, with every wait and every byte bounded. Needs the extra `remote`, on first use.

Each runs on a daemon thread of its own: a service that drips a byte a second can be given no time limit otherwise, and
the process may leave whenever it wants.
"""

import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from queue import Empty, SimpleQueue
from types import ModuleType
from typing import Any

from remora.errors import ModelUnavailable

ERROR_BYTES = 4_096  # of an error's body: what it says stands at its beginning
# Threads that wait for services which never end their answers. Beyond so many the service is taken for broken.
MOST_STUCK = 4
KEPT = 300.0  # seconds that an idle connection is kept: people take that long between two turns, and TLS costs a turn
NOT_INSTALLED = "The text was not embedded: the package httpx is not installed."
INSTALL = "pip install 'remora[remote]'"


class Failed(Exception):
    """No answer, or none that can be used; `transient`: a later try may go better, after `wait` seconds if it says.
    `of_text`: it may be the text that is at fault, and another one may do."""

    def __init__(self, what: str, *, transient: bool, wait: float | None = None, of_text: bool = False) -> None:
        super().__init__(what)
        self.what, self.transient, self.wait, self.of_text = what, transient, wait, of_text
        self.body = b""


@dataclass(frozen=True, slots=True)
class Answer:
    """Status and headers of an answer, and its body: whole, or the beginning of an error's."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def library() -> ModuleType:
    """httpx. Raises ModelUnavailable where the extra is not installed."""
    try:
        import httpx  # an extra: only a profile that names a service needs it
    except ImportError:
        raise ModelUnavailable(NOT_INSTALLED, INSTALL) from None
    return httpx


class Poster:
    """Keeps connections to one service. `stop` lets everybody go who waits."""

    def __init__(self, *, trust_env: bool) -> None:
        """`trust_env`: proxies and certificates of the environment; a service on this machine has none."""
        self._httpx = library()
        limits = self._httpx.Limits(keepalive_expiry=KEPT)
        self._client: Any = self._httpx.Client(follow_redirects=False, trust_env=trust_env, limits=limits)
        self._waiting: set[SimpleQueue[Answer | Failed]] = set()
        self._running, self._lock = 0, threading.Lock()

    def post(
        self, url: str, question: Mapping[str, object], headers: Mapping[str, str], *, seconds: float, limit: int
    ) -> Answer:
        """The answer, within `seconds` and at most `limit` bytes long. Raises Failed."""
        if self._running >= MOST_STUCK:
            raise Failed("does not end its answers", transient=False)
        queue: SimpleQueue[Answer | Failed] = SimpleQueue()
        work = _Work(self._httpx, self._client, url, question, headers, time.monotonic() + seconds, limit)
        context = copy_context()

        def run() -> None:
            try:
                queue.put(context.run(work.run))
            except Failed as failed:
                queue.put(failed)
            except BaseException as error:  # noqa: BLE001 - a thread's entry around foreign code: it ends here
                queue.put(
                    Failed(f"cannot be asked ({type(error).__name__})", transient=False)
                )  # its text may hold the key
            finally:
                with self._lock:
                    self._running -= 1

        with self._lock:
            self._running += 1
        self._waiting.add(queue)
        try:
            threading.Thread(target=run, name="remora-service", daemon=True).start()
            found = queue.get(timeout=max(0.0, seconds))
        except Empty:
            raise Failed(f"did not answer within {seconds:.3g} s", transient=True) from None
        finally:
            self._waiting.discard(queue)
        if isinstance(found, Failed):
            raise found
        return found

    def stop(self) -> None:
        """Let everybody go who waits, for the process is about to leave."""
        for queue in list(self._waiting):
            queue.put(Failed("was not waited for: the process is ending", transient=False))

    def close(self) -> None:
        """Let go of the connections; a thread that is stuck in one finds it gone."""
        self._client.close()


@dataclass(slots=True)
class _Work:
    httpx: Any
    client: Any
    url: str
    question: Mapping[str, object]
    headers: Mapping[str, str]
    give_up: float
    limit: int

    def run(self) -> Answer:
        left = max(0.001, self.give_up - time.monotonic())
        try:
            with self.client.stream(
                "POST", self.url, json=self.question, headers=dict(self.headers), timeout=left
            ) as answer:
                good = answer.status_code == self.httpx.codes.OK
                return Answer(answer.status_code, answer.headers, self._read(answer, good))
        except self.httpx.TimeoutException:
            raise Failed("did not answer in time", transient=True) from None
        except self.httpx.DecodingError:
            raise Failed("answers with something that cannot be decoded", transient=False) from None
        except self.httpx.TransportError as error:
            raise Failed(f"cannot be reached ({type(error).__name__})", transient=True) from None

    def _read(self, answer: Any, good: bool) -> bytes:
        body = bytearray()
        for part in answer.iter_bytes():
            body += part
            if not good and len(body) >= ERROR_BYTES:
                break
            if len(body) > self.limit:
                raise Failed(f"sends more than the {self.limit:,} bytes that its vectors can take", transient=False)
            if time.monotonic() > self.give_up:
                raise Failed("did not answer in time", transient=True)
        return bytes(body if good else body[:ERROR_BYTES])


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """The seconds to wait that an answer asks for, as a number or as a date; None where it asks for nothing."""
    said = headers.get("retry-after", "").strip()
    with suppress(ValueError):
        return max(0.0, float(said)) if said else None
    with suppress(ValueError, TypeError, OverflowError):
        return max(0.0, parsedate_to_datetime(said).timestamp() - now)
    return None
