"""What each session was told by us, so that nobody learns from a model what memory itself has said.

Written after the answer, read by capture. A note stands by its id alone; of any other text there are hashes of its
words: two bytes each and keyed, enough to tell an echo and too little to give the text away.
"""

import hashlib
from collections.abc import Collection, Mapping

import apsw

from remora.notes import TOOLS_ALONE
from remora.store import meta
from remora.store.fields import integer, string, strings
from remora.store.query import rows
from remora.text import terms

KEEP_MS = 30 * 24 * 3_600 * 1_000  # as long as the journal, from which alone an echo could be learned
WORD_BYTES = 2  # two unlike words look alike once in 65,536 times, and a dictionary holds dozens for each hash

_ADD = "INSERT OR REPLACE INTO echoes (session, note, words, at) VALUES (?, ?, ?, ?)"
_TRIM = "DELETE FROM echoes WHERE at < ?"
# What the tool server showed it showed to the model of one of the sessions; nobody told it which.
_NOTES = "SELECT DISTINCT note FROM echoes WHERE (session = ?1 OR session GLOB ?2 || '*') AND note <> ''"
_TEXTS = "SELECT words FROM echoes WHERE session = ? AND note = ''"


def apply(db: apsw.Connection, record: Mapping[str, object]) -> None:
    """A record of `told`: session, notes (ids), texts (packed words, hexadecimal), at."""
    session, at = string(record, "session"), integer(record, "at")
    for note in strings(record, "notes"):
        db.execute(_ADD, (session, note, b"", at))
    for words in strings(record, "texts"):
        db.execute(_ADD, (session, "", bytes.fromhex(words), at))
    db.execute(_TRIM, (at - KEEP_MS,))


def notes(db: apsw.Connection, session: str) -> list[str]:
    """The ids of the notes that this session was told, whenever that was, and of those that the tool server showed."""
    return [str(note) for (note,) in rows(db, _NOTES, (session, TOOLS_ALONE))]


def texts(db: apsw.Connection, session: str) -> list[frozenset[bytes]]:
    """The other texts that this session was told, as their hashed words."""
    return [_unpacked(words) for (words,) in rows(db, _TEXTS, (session,))]


def key(db: apsw.Connection) -> bytes:
    """What the words of this store are hashed with."""
    return bytes.fromhex(meta.get(db, "tombstone_key") or "")


def hashed(key: bytes, words: Collection[str]) -> frozenset[bytes]:
    """Index terms as they are kept here."""
    return frozenset(hashlib.blake2b(word.encode(), key=key, digest_size=WORD_BYTES).digest() for word in words)


def packed(key: bytes, text: str) -> str:
    """The words of a text for a record of `told`."""
    return b"".join(sorted(hashed(key, set(terms(text))))).hex()


def _unpacked(words: bytes) -> frozenset[bytes]:
    return frozenset(words[at : at + WORD_BYTES] for at in range(0, len(words), WORD_BYTES))
