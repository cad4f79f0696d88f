"""Gathers pairs of near notes into groups that a model may merge: few, small, each member near to every other. Pure."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from remora.notes import Note

VERSION = 1  # of the question in `prompt`; raised with every change of its words, so that groups are asked about anew
MOST_GROUPS = 10  # a run: what one answer of a small model holds, and a person reads
MOST_MEMBERS = 8  # more in one sentence of 240 characters would lose what each says
MOST_FACTS = 100  # shown to a model in one run; ten groups of eight keep within it
FINGERPRINT_BYTES = 16  # a stray match would only leave a group alone


@dataclass(frozen=True, slots=True)
class Group:
    """Notes of one namespace, the newest first."""

    notes: tuple[Note, ...]

    @property
    def fingerprint(self) -> bytes:
        """Stands for these very notes, and for the way they are asked about."""
        asked = " ".join([str(VERSION), *sorted(note.id for note in self.notes)])
        return hashlib.sha256(asked.encode()).digest()[:FINGERPRINT_BYTES]


def gathered(
    near: Iterable[tuple[float, int, int]], load: Callable[[Sequence[int]], Sequence[Note]],
    fits: Callable[[Note, Note], bool], seen: Collection[bytes],
) -> list[tuple[float, Group]]:  # fmt: skip
    """The nearest groups that were not seen, with the cosine of their nearest pair. `near` are pairs of rows, nearest
    first; `fits` says whether two notes may become one. Every note is in one group at most.
    """
    found: list[tuple[float, Group]] = []
    ordered = list(near)
    beside: dict[int, set[int]] = {}
    for _, one, other in ordered:
        beside.setdefault(one, set()).add(other)
        beside.setdefault(other, set()).add(one)
    taken: set[int] = set()
    for cosine, one, other in ordered:
        if one in taken or other in taken:
            continue
        group = _grown(one, other, beside, taken, load, fits)
        if group is None:
            continue
        taken |= {note.row for note in group.notes}
        if group.fingerprint not in seen:
            found.append((cosine, group))
        if len(found) == MOST_GROUPS:
            break
    return found


def _grown(
    one: int, other: int, beside: dict[int, set[int]], taken: set[int],
    load: Callable[[Sequence[int]], Sequence[Note]], fits: Callable[[Note, Note], bool],
) -> Group | None:  # fmt: skip
    """The pair, with what is near to all of it; None where the two do not fit."""
    shared = sorted((beside[one] & beside[other]) - taken, reverse=True)
    notes = list(load([one, other, *shared[: 4 * MOST_MEMBERS]]))
    if {one, other} - {note.row for note in notes}:  # one of them went meanwhile
        return None
    members: list[Note] = []
    for note in notes:
        near = all(member.row in beside[note.row] and fits(member, note) for member in members)
        if near and len(members) < MOST_MEMBERS:
            members.append(note)
        elif note.row in (one, other):
            return None
    return Group(tuple(sorted(members, key=lambda note: (-note.created_at, -note.row))))
