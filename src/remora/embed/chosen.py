"""What choosing an embedder comes to. Pure."""

from dataclasses import dataclass

from remora.embed.protocol import Embedder


@dataclass(frozen=True, slots=True)
class Choice:
    """`why`: one sentence for people."""

    embedder: Embedder
    why: str
