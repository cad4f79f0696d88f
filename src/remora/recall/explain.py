"""Puts a recall on paper: every stage's number for each note, and what cut the near misses. For people and tests."""

from collections.abc import Mapping

from remora.recall.request import Hit, Miss, Recalled


def explain(recalled: Recalled) -> dict[str, object]:
    """A document of plain values: query, mode, words with their frequencies, hits and near misses with all stages."""
    return {
        "query": recalled.query,
        "preset": recalled.preset,
        "mode": recalled.mode,
        "floor": recalled.floor,
        "notes": recalled.notes,
        "content_words": list(recalled.content_words),
        "frequencies": dict(recalled.frequencies),
        "silence": recalled.silence,
        "hits": [_row(hit) for hit in recalled.hits],
        "missed": [{**_row(miss), "why": miss.why} for miss in recalled.missed],
    }


def _row(one: Hit | Miss) -> dict[str, object]:
    return {"id": one.note.id, "text": one.note.text, **_rounded({"score": one.score, "gate": one.gate}),
            "stages": _rounded(one.stages)}  # fmt: skip


def _rounded(numbers: Mapping[str, float]) -> dict[str, float]:
    """Six digits tell any two notes apart that a person would, and read alike on every machine."""
    return {name: round(number, 6) for name, number in numbers.items()}


def numbers(explained: Mapping[str, object]) -> dict[str, object]:
    """An explanation without the words themselves: a log that repeats notes would have to forget them too."""
    record: dict[str, object] = {key: value for key, value in explained.items() if key != "query"}
    for part in ("hits", "missed"):
        rows = explained.get(part)
        record[part] = [{k: v for k, v in row.items() if k != "text"} for row in rows] if isinstance(rows, list) else []
    return record
