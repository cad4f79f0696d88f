"""The full-text index: which live notes of a namespace hold which terms. Ranking is not its business.

Called by the notes module on every change and by recall for candidates. Never sees a note's text, only its terms.
"""

import json
import re
from collections.abc import Iterable

import apsw

from remora.store import namespaces
from remora.store.query import rows
from remora.text import TOKENCHARS

MERGE_PAGES = 100  # of 4 kB: a step of about 10 ms, so that no other writer notices

# What the index's tokenizer takes for one term; anything else could be neither found again nor forgotten.
_TERM = re.compile(rf"(?:[0-9a-z{re.escape(TOKENCHARS)}]|[^\x00-\x7f\ud800-\udfff])+")

_ADD = "INSERT INTO fulltext (rowid, words) VALUES (?, ?)"
_REMOVE = "INSERT INTO fulltext (fulltext, rowid, words) VALUES ('delete', ?, ?)"
# All words of a question in one statement, each one's rows as a list: a statement a word costs a quarter more.
_HOLDING = """
    SELECT (
        SELECT json_group_array(rowid) FROM (
            SELECT rowid FROM fulltext WHERE fulltext MATCH value ORDER BY rowid DESC LIMIT ?
        )
    ) FROM json_each(?)
"""
_FREQUENCIES = "SELECT term, doc FROM fulltext_terms WHERE term IN (SELECT value FROM json_each(?))"
_PAIRS = "SELECT term, doc FROM fulltext_pairs"
_LIVE_WORDS = "SELECT n, namespace, words FROM notes WHERE archived_at IS NULL"
_OPTIMIZE = "INSERT INTO fulltext (fulltext) VALUES ('optimize')"
_MERGE = "INSERT INTO fulltext (fulltext, rank) VALUES ('merge', ?)"
_STRUCTURE = "INSERT INTO fulltext (fulltext, rank) VALUES ('integrity-check', 0)"


def add(db: apsw.Connection, row: int, namespace: int, words: str) -> None:
    """Index the terms of a note (space-separated, as they stand in its row) under its namespace's number."""
    indexed = _indexed(namespace, words)
    if indexed:
        db.execute(_ADD, (row, indexed))


def remove(db: apsw.Connection, row: int, namespace: int, words: str) -> None:
    """Forget the terms of a note. They must be those that were indexed, or the old ones stay behind as ghosts."""
    indexed = _indexed(namespace, words)
    if indexed:
        db.execute(_REMOVE, (row, indexed))


def holders(db: apsw.Connection, namespace: str, terms: Iterable[str], cap: int) -> dict[str, list[int]]:
    """The live notes' rows that hold each term, newest first, at most `cap` a term; [] for unknown terms.

    What a common word would add beyond that cannot decide anything.
    """
    number = namespaces.number(db, namespace)
    found: dict[str, list[int]] = {term: [] for term in terms}
    wanted = [term for term in found if _TERM.fullmatch(term)]
    if number is not None and wanted:
        held = rows(db, _HOLDING, (cap, json.dumps([_quoted(number, term) for term in wanted])))
        found.update(zip(wanted, (json.loads(row_numbers) for (row_numbers,) in held), strict=True))
    return found


def frequencies(db: apsw.Connection, namespace: str, terms: Iterable[str]) -> dict[str, int]:
    """How many live notes of the namespace hold each term; 0 for unknown ones."""
    found = dict.fromkeys(terms, 0)
    number = namespaces.number(db, namespace) if found else None
    if number is not None:
        wanted = {f"{number}:{term}": term for term in found if _TERM.fullmatch(term)}
        found.update({wanted[term]: held for term, held in rows(db, _FREQUENCIES, (json.dumps(list(wanted)),))})
    return found


def size(db: apsw.Connection, namespace: str) -> int:
    """How many live notes the namespace has."""
    return namespaces.live(db, namespace)


def check(db: apsw.Connection) -> list[int]:
    """Rows on which index and notes disagree; empty when all is well. Reads everything: for maintenance."""
    db.execute(_STRUCTURE)
    wanted = {row: _sum(_indexed(number, words).split(" ")) for row, number, words in db.execute(_LIVE_WORDS) if words}
    held: dict[int, tuple[int, int]] = {}
    for term, row in db.execute(_PAIRS):
        count, total = held.get(row, (0, 0))
        held[row] = (count + 1, total ^ hash(term))
    return sorted(row for row in wanted.keys() | held.keys() if wanted.get(row) != held.get(row))


def optimize(db: apsw.Connection) -> None:
    """Merge the index into one segment: forgotten terms are only now gone from it."""
    db.execute(_OPTIMIZE)


def merge(db: apsw.Connection, *, begin: bool) -> bool:
    """Merge a few segments of the index, in a transaction of its own; False when nothing is left to do.

    `begin`: the first step towards one segment for all, whatever that costs, as `optimize` makes it in one go. Else
    segments of like size are merged: a term is looked up in each, and a write is written again as often as they double.
    """
    before = db.total_changes()
    db.execute(_MERGE, (-MERGE_PAGES if begin else MERGE_PAGES,))
    return bool(db.total_changes() - before >= 2)  # one change is the command itself


def _indexed(namespace: int, words: str) -> str:
    """Each distinct term, led by the namespace's number."""
    return " ".join(f"{namespace}:{term}" for term in dict.fromkeys(words.split(" ")) if _TERM.fullmatch(term))


def _quoted(namespace: int, term: str) -> str:
    """A term as a string of the query language: without the quotes AND, NEAR and punctuation would be operators."""
    return f'"{namespace}:{term}"'


def _sum(terms: Iterable[str]) -> tuple[int, int]:
    """A sum of a set that does not depend on its order, so that two readings need not be sorted."""
    count, total = 0, 0
    for term in terms:
        count, total = count + 1, total ^ hash(term)
    return count, total
