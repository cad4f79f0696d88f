"""Makes the sense of a query: its vector, the constants it is measured by, the reader who looks. One a process.

Called by the memory facade; never raises for a model that is missing, late or broken: recall then goes by words.
"""

import time
from collections.abc import Callable

from remora.embed import Embedder, sound
from remora.errors import ModelUnavailable
from remora.recall.nearness import Sense
from remora.recall.presets import preset_named
from remora.store import Readers, Store, meta, vectors
from remora.store.vectors import Identity
from remora_hookspecs import deadline

# A run cannot be interrupted, so it begins only where the time left would do for one half as long again as the last.
MARGIN = 1.5
# Milliseconds that the first run is expected to take: 128 tokens, the longest query there is, on a slow machine.
FIRST_RUN_MS = 50.0
# What is left of that expectation after a turn that had no time: one slow run (a swapped machine, the longest query)
# must not keep all later turns from the model.
FORGET = 0.8


class Senses:
    """`patient` processes wait for the model to load; others go by words until somebody has loaded it."""

    def __init__(
        self, store: Store, embedder: Embedder, readers: Readers, *, patient: bool, inside: bool = False,
        follow: Callable[[str | None], None] = lambda stored: None, named: bool = False,
    ) -> None:  # fmt: skip
        """`inside`: the ranking looks at sentences too. `follow` is told the store's identity before a question is
        embedded: somebody may have switched it. `named`: a person chose the preset, and no model chooses another."""
        self._store, self._embedder, self._readers, self._patient = store, embedder, readers, patient
        self._inside, self._follow, self._named = inside, follow, named
        self._expected_ms = FIRST_RUN_MS
        self._known: Identity | None = None  # as soon as it was measured, which is done once

    def feel(self, query: str) -> Sense | None:
        """The sense of a query; None where there is no vector to compare with, no model, or no time for it."""
        db = self._store.read()
        self._follow(meta.get(db, meta.IDENTITY))
        if not (self._patient or self._embedder.ready):
            return None
        model = self._embedder.identity
        known = self._known if self._known is not None and self._known.name == model.name else None
        identity = known or vectors.identity(db, model.name)
        if identity is None or identity.lo is None or identity.hi is None:
            return None
        self._known = identity
        if deadline() < self._expected_ms * MARGIN:
            self._expected_ms *= FORGET
            return None
        try:
            self._embedder.load()
            began = time.perf_counter()
            vector = self._embedder.query(query)
        except ModelUnavailable:
            return None
        self._expected_ms = (time.perf_counter() - began) * 1_000
        if not sound(vector, model.dim) or self._embedder.identity.name != model.name:  # switched in the middle
            return None
        preset = None if self._named or model.preset is None else preset_named(model.preset)
        return Sense(vector, identity, self._readers.of(db, identity, model.dim), self._inside, preset)
