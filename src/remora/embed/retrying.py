"""Asks a service for vectors: tries again after a passing failure, and leaves it alone for a while after a lasting one.

Called by the endpoint embedder alone, one a process. Knows of texts and their vectors, nothing of notes and questions.
"""

import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from remora.embed.answers import Malformed, NoVector, told, vectors
from remora.embed.posting import Answer, Failed, Poster, retry_after
from remora.errors import ModelUnavailable
from remora.remote.address import WIDEST, host_of, is_here
from remora.remote.keys import key

if TYPE_CHECKING:
    from remora.embed.protocol import Matrix, Vector
    from remora.remote.embeddings import Service

UNDONE = "The text was not embedded"
PROBE = "remora"  # a text that any model embeds: tells how wide its vectors are, and whether a text or it is at fault
TRANSIENT = frozenset({408, 425, 429, 500, 502, 503, 504})
REFUSED_TEXT = frozenset({400, 413, 422})  # what services say of a text that is too long for their model
TRIES = 3
BACK_OFF = 0.5  # seconds before the second try, doubled before the third: a service that restarts takes about so long
LONGEST_WAIT = 30.0  # seconds that Retry-After may ask for; what asks for more is told to the person instead
REST = 30.0  # seconds that a failed service is left alone
HURRY = 2.0  # seconds: where less was waited for it may be the turn that was short, so it is left alone only so long
SHORTEST = 250  # characters: a note that is refused is halved down to here, for in some languages a letter is a token
NUMBER_BYTES = 26  # of a number in JSON: sign, seventeen digits, exponent, comma, blank
HEADROOM = 65_536  # bytes for all else in an answer


class Retrying:
    """A service in use. `dim` is the width of its vectors, None until it is known."""

    def __init__(self, service: "Service", model: str, dim: int | None) -> None:
        self._service, self._model, self.dim = service, model, dim
        self._poster = Poster(trust_env=not is_here(service.url))
        self._host = host_of(service.url)
        self._failure: ModelUnavailable | None = None
        self._rest_until = 0.0
        self._leaving = threading.Event()

    def interrupt(self) -> None:
        self._leaving.set()
        self._poster.stop()

    def close(self) -> None:
        """Let go of the connections."""
        self._poster.close()

    @property
    def resting(self) -> str:
        """Why the service is left alone at the moment; empty where it is not."""
        return self._failure.message if self._failure is not None and time.monotonic() < self._rest_until else ""

    def passages(self, texts: list[str]) -> "Matrix":
        """A row a text. One that the service makes no vector of is a row of NaN, which nobody stores, if it takes
        another."""
        import numpy as np

        said = [self._service.passage_prefix + text for text in texts]
        try:
            return self.ask(said, self._service.passage_type, self._service.seconds)
        except _TextRefused:
            rows = [self._shorter(text) if len(said) == 1 else self._alone(text) for text in said]
        made = [row for row in rows if row is not None] or [self.probe()]
        return np.stack([np.full_like(made[0], np.nan) if row is None else row for row in rows])

    def probe(self) -> "Vector":
        """The vector of a text that any model embeds. Where even that has none the service is at fault, and rests."""
        try:
            made: Vector = self.ask(
                [self._service.passage_prefix + PROBE], self._service.passage_type, self._service.seconds
            )[0]
        except _TextRefused as refused:
            self._failure, self._rest_until = refused, time.monotonic() + REST
            raise
        return made

    def ask(self, texts: list[str], kind: str, seconds: float) -> "Matrix":
        """The vectors of texts as they stand. Raises ModelUnavailable."""
        if self._failure is not None and self.resting:
            raise self._failure
        secret = key(self._service.key_env, self._service.key_file, undone=UNDONE)
        try:
            made = self._repeat(texts, kind, secret, time.monotonic() + seconds)
        except Failed as failed:
            error = self._told(failed, secret)
            if not isinstance(error, _TextRefused):
                rest = REST if seconds >= HURRY else HURRY
                self._failure, self._rest_until = error, time.monotonic() + rest
            raise error from None
        self._failure = None
        return made

    def _repeat(self, texts: list[str], kind: str, secret: str, give_up: float) -> "Matrix":
        for pause in _pauses():
            try:
                return self._once(texts, kind, secret, give_up - time.monotonic())
            except Failed as failed:
                wait = max(pause or 0.0, failed.wait or 0.0)
                if not failed.transient or pause is None or wait > LONGEST_WAIT or time.monotonic() + wait > give_up:
                    raise
                if self._leaving.wait(wait):
                    raise
        raise AssertionError("the last try has no pause")

    def _once(self, texts: list[str], kind: str, secret: str, seconds: float) -> "Matrix":
        service = self._service
        question: dict[str, object] = {"model": self._model, "input": texts, "encoding_format": "float"}
        if service.shorten:
            question["dimensions"] = service.dim
        if kind:
            question["input_type"] = kind
        answer = self._poster.post(
            f"{service.url}/embeddings", question, {"Authorization": f"Bearer {secret}"} if secret else {},
            seconds=seconds, limit=HEADROOM + len(texts) * (self.dim or WIDEST) * NUMBER_BYTES,
        )  # fmt: skip
        if answer.status != 200:
            raise _of_status(answer, secret)
        try:
            return vectors(answer.body, len(texts), self.dim)
        except Malformed as malformed:
            raise Failed(str(malformed), transient=False, of_text=isinstance(malformed, NoVector)) from None

    def _alone(self, text: str) -> "Vector | None":
        try:
            row: Vector = self.ask([text], self._service.passage_type, self._service.seconds)[0]
        except _TextRefused:
            return self._shorter(text)
        return row

    def _shorter(self, text: str) -> "Vector | None":
        """The vector of the longest half, quarter … that the service takes; None where it takes none."""
        while len(text) > SHORTEST:
            text = text[: len(text) // 2]
            try:
                row: Vector = self.ask([text], self._service.passage_type, self._service.seconds)[0]
            except _TextRefused:
                continue
            return row
        return None

    def _told(self, failed: Failed, secret: str) -> ModelUnavailable:
        kind = _TextRefused if failed.of_text else ModelUnavailable
        return kind(
            f"{UNDONE}: {self._host} {failed.what}.", "`remora model status` tells what is set; check `endpoint`."
        )


class _TextRefused(ModelUnavailable):
    """The service does not take this text, or these together; another may do."""


def _pauses() -> Iterator[float | None]:
    """The seconds before each next try; None behind the last."""
    for at in range(TRIES - 1):
        yield BACK_OFF * 2**at
    yield None


def _of_status(answer: Answer, secret: str) -> Failed:
    status, said = answer.status, told(answer.body, secret)
    if 300 <= status < 400:
        host = host_of(answer.headers.get("location", "")) or "another address"
        return Failed(f"sends on to {host}, where nothing was sent: name the address itself", transient=False)
    wait = retry_after(answer.headers, time.time())
    asked = f" and asks to wait {wait:.0f} s" if wait and wait > LONGEST_WAIT else ""
    what = f"answered {status}{asked}{f' ({said})' if said else ''}"
    return Failed(what, transient=status in TRANSIENT, wait=wait, of_text=status in REFUSED_TEXT)
