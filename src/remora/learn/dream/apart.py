"""Notes that must not be put together again: a person undid it once. Pure."""

from collections.abc import Iterable


class Apart:
    """Made from sets of ids, each of which names notes that are kept apart."""

    def __init__(self, sets: Iterable[frozenset[str]]) -> None:
        self._sets: dict[str, set[int]] = {}
        for number, ids in enumerate(sets):
            for note_id in ids:
                self._sets.setdefault(note_id, set()).add(number)

    def keeps(self, one: str, other: str) -> bool:
        """Whether these two are kept apart."""
        first, second = self._sets.get(one), self._sets.get(other)
        return first is not None and second is not None and not first.isdisjoint(second)
