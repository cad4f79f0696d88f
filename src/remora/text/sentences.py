"""Cuts prose into sentences. Pure; commands and single statements are not cut."""

import re

# A mark that ends a sentence, then a blank; in scripts without blanks the mark alone.
_END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])\s*|\n+")
LEAST_WORDS = 2  # "Hey!" and "OK." say nothing by themselves
MOST = 12  # of one note: a page of prose; each costs a model run and as many bytes as the note's own vector


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text that has two or more, else nothing."""
    found = [part.strip() for part in _END.split(text)]
    said = tuple(part for part in found if len(part.split()) >= LEAST_WORDS or len(part) > len(part.encode()) // 3 > 1)
    return said[:MOST] if len(said) > 1 else ()
