"""A home whose notes have vectors of their terms, a clock that the tests move, and models that write by script."""

import io
import json
import os
import re

from clocks import NOON
from clocks import TickingClock as Clock

from remora.errors import StoreLocked
from remora.settings import load
from remora.wiring import build

PROJECT, OTHER = "shop-0a1b2c3d", "blog-99887766"
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


def riding(home, clock=None, *, stays=False, **explicit):
    opened = build(load(home=home, environ={}, explicit={"embedder": "hashing", **explicit}), host="test", stays=stays)
    if clock is not None:
        opened.store.clock = clock
    return opened


def add(opened, text, *, project=PROJECT, trigger="capture:shutdown", importance=None):
    return opened.memory.add(text, project=project, trigger=trigger, importance=importance).note


def exported(opened):
    out = io.StringIO()
    opened.memory.export(out)
    return out.getvalue()


def live(opened, project=PROJECT):
    return {note.text for note in opened.memory.listing(project=project, limit=10_000)}


def asked(prompt):
    """The groups of a prompt: (number, text) of each note."""
    return [
        [(int(number), json.loads(text)) for number, text in re.findall(r"^(\d+)\. \S+ (\".*\")$", part, re.MULTILINE)]
        for part in re.split(r"^Group \d+$", prompt, flags=re.MULTILINE)[1:]
    ]


def merging(prompt):
    """A model that merges each whole group into its longest note's words."""
    groups = asked(prompt)
    return json.dumps({
        "merges": [
            {"members": [number for number, _ in group], "text": "Note: " + max((t for _, t in group), key=len)}
            for group in groups
        ]
    })  # fmt: skip


def one_dream(home, barrier, asked_by):
    """One of several processes that begin at once; who asks the model says so, and waits for the others to try."""
    opened = riding(home)

    def ask(prompt):
        asked_by.put(os.getpid())
        barrier.wait()  # the others have met the lease by then
        return merging(prompt)

    opened.memory.dreams.ask = ask
    barrier.wait()
    try:
        opened.memory.dreams.run()
    except StoreLocked:
        barrier.wait()
    opened.close()


__all__ = ["DAY", "HOUR", "MINUTE", "NOON", "OTHER", "PROJECT", "Clock", "add", "asked", "exported", "live",
           "merging", "one_dream", "riding"]  # fmt: skip
