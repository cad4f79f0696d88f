"""Notes, groups and answers for the tests of dreams."""

import json

from remora.learn.dream.groups import Group
from remora.notes import Note, Provenance
from remora.text import terms

PROJECT, OTHER = "shop-0a1b2c3d", "blog-99887766"
NOW = 1_760_000_000_000


def note(text, *, row, namespace=PROJECT, trigger="capture:shutdown", importance=None, at=None):
    return Note(
        row=row, id=f"note{row:04d}".replace("0", "a").replace("1", "b"), text=text, namespace=namespace,
        importance=importance, created_at=NOW + row * 1000 if at is None else at, archived_at=None, superseded_by=None,
        words=" ".join(terms(text)), provenance=Provenance(trigger=trigger, recorded_at=NOW),
    )  # fmt: skip


def group(*texts, first=1, namespace=PROJECT, trigger="capture:shutdown"):
    """A group whose notes are numbered in the order of the texts, from `first`; each is newer than the one before."""
    return Group(tuple(note(text, row=first + n, namespace=namespace, trigger=trigger) for n, text in enumerate(texts)))


def merge(members, text, **more):
    return {"members": members, "text": text, **more}


def answer(*merges, replaced=()):
    return json.dumps({"merges": list(merges), "replaced": list(replaced)})
