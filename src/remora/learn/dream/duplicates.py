"""Finds, by wording, notes of one namespace that state the same, and notes that a later one takes the place of. Pure.

Index terms narrow it down, so that only few texts are read. Nothing here needs a model.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from remora.learn.dream import wording
from remora.notes import MANUAL, Note
from remora.store.notes import Outline
from remora.text import date_terms, terms

Load = Callable[[Sequence[int]], Sequence[Note]]
MOST_OLDER = 64  # notes compared with one that tells of a change: of a longer row of likes none is meant

# A text that takes another's place holds one of these terms, whatever else it says.
_TELLING = frozenset(
    term
    for word in ("since", "effective", "starting", "now", "days", "nowadays", "currently", "longer", "more", "anymore",
                 "instead", "not", "no")
    for term in terms(word)
)  # fmt: skip


def bare(outline: Outline) -> str:
    """The index terms of the text alone; with them the day is indexed, which differs between two that say the same."""
    day = " ".join(date_terms(outline.created_at))
    words = outline.words
    return words[: -len(day)].rstrip() if words.endswith(day) else words


def repeated(outlines: Iterable[Outline], load: Load) -> Iterator[tuple[Note, tuple[Note, ...]]]:
    """Each note that stands for others which state the same, with those, the newest first."""
    alike: dict[str, list[int]] = {}
    for outline in outlines:
        alike.setdefault(bare(outline), []).append(outline.row)
    rows = [row for group in alike.values() if len(group) > 1 for row in group]
    same: dict[object, list[Note]] = {}
    for note in load(rows):
        same.setdefault(wording.statement(note.text), []).append(note)
    for notes in same.values():
        if len(notes) > 1:
            first = min(notes, key=_standing)
            yield first, tuple(note for note in notes if note is not first)


def replaced(outlines: Sequence[Outline], load: Load) -> Iterator[tuple[Note, Note]]:
    """(newer, older) where the newer, by its own words, takes the place of the older."""
    bare_words = {outline.row: bare(outline) for outline in outlines}
    telling = [row for row, words in bare_words.items() if not _TELLING.isdisjoint(words.split(" "))]
    if not telling:
        return
    frames: dict[str, list[int]] = {}
    for row, words in bare_words.items():
        frames.setdefault(words, []).append(row)
        frames.setdefault(words.rpartition(" ")[0], []).append(row)
    for newer in load(telling):
        stripped = " ".join(terms(wording.unchanged(newer.text)))
        rows = {row for frame in (stripped, stripped.rpartition(" ")[0]) if frame for row in frames.get(frame, ())}
        for older in load(sorted(rows - {newer.row})[:MOST_OLDER]):
            if older.created_at < newer.created_at and wording.replaces(newer.text, older.text):
                yield newer, older


def _standing(note: Note) -> tuple[bool, int, int]:
    """Who stands for the others: what a person wrote, then the newest, which recall ranks first anyway."""
    return note.provenance.trigger not in MANUAL, -note.created_at, -note.row
