"""Vectors from an OpenAI-compatible service: a hosted one, or Ollama, llama.cpp, LM Studio on this machine.

Sends nothing before `load` or the first text, and to no other place than the one the person named. A service that fails
is left alone for a while: a turn must not wait for it each time.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from remora.embed.constants import with_known
from remora.embed.held import Held, Loaded
from remora.embed.protocol import Identity
from remora.embed.retrying import Retrying
from remora.remote.address import host_of
from remora_hookspecs import deadline

if TYPE_CHECKING:
    from remora.embed.protocol import Matrix, Vector
    from remora.remote.embeddings import Service

PROVIDER = "endpoint"
QUERY_SECONDS = 10.0  # a question's patience at the command line; in a turn it is what the turn has left
# Characters of a note: its first 512 tokens in most languages. Of a question half as many from either end.
PASSAGE_CHARS = 2_000
QUERY_SIDE = 300


class Endpoint(Loaded):
    """One service. `clean` masks secrets in questions, which unlike notes were not masked when they were stored."""

    def __init__(
        self, service: "Service", model: str, *, dim: int | None = None, clean: Callable[[str], str] = str
    ) -> None:
        """`dim`: the width of the vectors that the store has of this model, where it has any."""
        self._service, self._model, self._clean = service, service.model or model, clean
        self._dim = service.dim or dim
        self._identity = with_known(identity_of(service, model, self._dim or 0))
        self._peer: Retrying | None = None
        self._held: Held[Retrying] = Held(self._open)

    @property
    def identity(self) -> Identity:
        """Its width is 0 until the service was asked once."""
        return self._identity

    @property
    def error(self) -> str:
        """Why the service is not used at the moment; empty where it is."""
        return self._held.error or (self._peer.resting if self._peer is not None else "")

    @property
    def host(self) -> str:
        """Where texts go."""
        return host_of(self._service.url)

    def query(self, text: str) -> "Vector":
        said = self._clean(text).strip()
        if len(said) > 2 * QUERY_SIDE:
            said = f"{said[:QUERY_SIDE]}\n{said[-QUERY_SIDE:]}"
        with self._held.use() as peer:
            seconds = min(QUERY_SECONDS, self._service.seconds, deadline() / 1_000)
            vector: Vector = peer.ask([self._service.query_prefix + said], self._service.query_type, seconds)[0]
            return vector

    def passages(self, texts: Sequence[str]) -> "Matrix":
        import numpy as np

        rows = np.empty((len(texts), self._identity.dim), dtype=np.float32)
        for at in range(0, len(texts), self._service.batch):
            part = texts[at : at + self._service.batch]
            with self._held.use() as peer:  # after the load: only then the width is known for sure
                if rows.shape[1] != self._identity.dim:
                    rows = np.empty((len(texts), self._identity.dim), dtype=np.float32)
                rows[at : at + len(part)] = peer.passages([text[:PASSAGE_CHARS] for text in part])
        return rows

    def stop(self) -> None:
        super().stop()
        if self._peer is not None:
            self._peer.close()

    def _open(self) -> "Retrying":
        peer = Retrying(self._service, self._model, self._dim)
        peer.dim = self._dim = len(peer.probe())
        if self._identity.dim != self._dim:
            self._identity = with_known(replace(self._identity, dim=self._dim))
        self._peer = peer
        return peer


def identity_of(service: "Service", model: str, dim: int) -> Identity:
    """Whose vectors a service makes: its model's, whatever the machine it runs on; other sides make others."""
    sides = (service.query_prefix, service.passage_prefix, service.query_type, service.passage_type)
    digest = hashlib.sha256("\0".join(sides).encode()).hexdigest()[:8]
    pooling = f"served-{digest}" if any(sides) else "served"
    return Identity(provider=PROVIDER, model=service.model or model, dim=dim, pooling=pooling)
