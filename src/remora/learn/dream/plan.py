"""What a dream means to do. Frozen payloads, no logic."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from remora.notes import Note
from remora.store.dreams import Kind

if TYPE_CHECKING:
    from remora.embed.protocol import Vector


@dataclass(frozen=True, slots=True)
class Step:
    """`target` stands for `sources` from then on; where it is None, a new note of `text` does.

    Sources are archived, the newest first, never deleted.
    """

    kind: Kind
    sources: tuple[Note, ...]
    target: Note | None = None
    text: str = ""
    vector: "Vector | None" = None
    """Of `text`, where a model is at hand."""


@dataclass(frozen=True, slots=True)
class Plan:
    """`dropped` tells why proposals of the model were not taken; it repeats none of its words.

    `asked`: notes that were shown to a model; `answered`: groups it need not be shown again, by fingerprint.
    """

    steps: tuple[Step, ...] = ()
    looked_at: int = 0
    groups: int = 0
    calls: int = 0
    asked: int = 0
    tokens: int = 0
    dropped: tuple[str, ...] = ()
    answered: tuple[bytes, ...] = field(default=())
