"""Fingerprints of forgotten texts, so that nothing automatic stores them again. The texts themselves are not kept."""

import hashlib
import hmac

import apsw

from remora.store import meta, namespaces, notes
from remora.store.query import rows

FINGERPRINT_BYTES = 16  # as long as the digest it hides

_PUT = "INSERT OR REPLACE INTO tombstones (fingerprint, namespace, at) VALUES (?, ?, ?)"
_HAS = "SELECT 1 FROM tombstones WHERE fingerprint = ? AND namespace = ?"
_ANY = "SELECT EXISTS (SELECT 1 FROM tombstones)"
_COPY = """
    INSERT OR IGNORE INTO tombstones (fingerprint, namespace, at)
    SELECT fingerprint, ?, at FROM tombstones WHERE namespace = ?
"""
_CLEAR = "DELETE FROM tombstones WHERE namespace = ?"
_LIFT = "DELETE FROM tombstones WHERE fingerprint = ? AND namespace = ?"


def put(db: apsw.Connection, namespace: str, digest: bytes, at: int) -> None:
    """A note with this digest was forgotten in this namespace."""
    db.execute(_PUT, (_fingerprint(db, digest), namespaces.number_for(db, namespace), at))


def put_text(db: apsw.Connection, namespace: str, text: str, at: int) -> None:
    """A note of this text was forgotten in this namespace: the text, and its words in whatever order."""
    put(db, namespace, notes.digest_of(text), at)
    put(db, namespace, notes.words_digest_of(text), at)


def has(db: apsw.Connection, namespace: str, digest: bytes) -> bool:
    """Was a note with this digest forgotten here?"""
    number = namespaces.number(db, namespace)
    return number is not None and bool(rows(db, _HAS, (_fingerprint(db, digest), number)))


def has_text(db: apsw.Connection, namespace: str, text: str) -> bool:
    """Was a note of this text, or of its words in another order, forgotten here?"""
    if not db.execute(_ANY).get:
        return False
    return has(db, namespace, notes.digest_of(text)) or has(db, namespace, notes.words_digest_of(text))


def lift(db: apsw.Connection, namespace: str, text: str) -> None:
    """A person wants the text again. Every add passes here and few stores have fingerprints: look before hashing."""
    number = namespaces.number(db, namespace) if db.execute(_ANY).get else None
    if number is not None:
        for digest in (notes.digest_of(text), notes.words_digest_of(text)):
            db.execute(_LIFT, (_fingerprint(db, digest), number))


def hand_over(db: apsw.Connection, source: str, target: str) -> None:
    """Of a merge: what was forgotten in one namespace stays forgotten in the other."""
    old = namespaces.number(db, source)
    if old is not None:
        db.execute(_COPY, (namespaces.number_for(db, target), old))
        db.execute(_CLEAR, (old,))


def _fingerprint(db: apsw.Connection, digest: bytes) -> bytes:
    key = bytes.fromhex(meta.get(db, "tombstone_key") or "")
    return hmac.digest(key, digest, hashlib.sha256)[:FINGERPRINT_BYTES]
