"""Names of notes: random, so that any four leading characters tell a thousand notes apart. Never holds a time."""

import secrets

ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"  # base 32: readable aloud, no 0/o and 1/l pairs, safe in file names
LENGTH = 16  # 80 bits: no collision among all notes a person will ever have


def new_id() -> str:
    """A fresh id of 16 base-32 characters, in lower case."""
    return "".join([ALPHABET[byte % len(ALPHABET)] for byte in secrets.token_bytes(LENGTH)])
