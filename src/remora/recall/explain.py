"""Puts a recall on paper: every stage's number for each note, and what cut the near misses. For people and tests."""

from collections.abc import Callable, Mapping

from remora.recall.request import Hit, Miss, Recalled
from remora.text import as_written


def explain(recalled: Recalled) -> dict[str, object]:
    """A document of plain values: query, mode, words with their frequencies, hits and near misses with all stages.

    Words are terms, as the notes are indexed; `written` has each as it stands in the query.
    """
    return {"query": recalled.query, "written": as_written(recalled.query), **_paper(recalled, _row)}


def numbers(recalled: Recalled) -> dict[str, object]:
    """The same without the words themselves: a log that repeats notes would have to forget them too."""
    return _paper(recalled, _numbers)


def _paper(recalled: Recalled, row: Callable[[Hit | Miss], dict[str, object]]) -> dict[str, object]:
    return {
        "preset": recalled.preset,
        "mode": recalled.mode,
        "floor": recalled.floor,
        "notes": recalled.notes,
        "content_words": list(recalled.content_words),
        "frequencies": dict(recalled.frequencies),
        "silence": recalled.silence,
        "hits": [row(hit) for hit in recalled.hits],
        "missed": [{**row(miss), "why": miss.why} for miss in recalled.missed],
    }


def _row(one: Hit | Miss) -> dict[str, object]:
    return {"id": one.note.id, "text": one.note.text, **_numbers(one)}


def _numbers(one: Hit | Miss) -> dict[str, object]:
    return {"id": one.note.id, **_rounded({"score": one.score, "gate": one.gate}), "stages": _rounded(one.stages)}


def _rounded(numbers: Mapping[str, float]) -> dict[str, float]:
    """Six digits tell any two notes apart that a person would, and read alike on every machine."""
    return {name: round(number, 6) for name, number in numbers.items()}
