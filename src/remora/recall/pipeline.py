"""Recall as a recipe: each line is a stage. Called by the memory facade for turns, searches and explanations."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from remora.recall import budget, diversity, gate, likeness, score, select, voices
from remora.recall.nearness import Sense
from remora.recall.presets import Preset
from remora.recall.request import Recalled, Request
from remora.store import Store


def _no_sense(query: str) -> Sense | None:
    return None


def recall(store: Store, request: Request, preset: Preset, feel: Callable[[str], Sense | None] = _no_sense) -> Recalled:
    """The notes of the request's namespaces that answer its query, best first, each with its numbers.

    `feel` makes the query's vector, or None where there is no model or no time for it: words come first, and then
    they answer alone. With a floor a turn that is about nothing recalls nothing and does not touch the store. Raises
    EnvironmentTrouble where the store cannot be read; no query raises anything.
    """
    asked = voices.question(request.query)
    answer = Recalled(query=request.query, preset=preset.name, floor=request.floor, content_words=asked.about.words)
    gated = request.floor is not None
    if gated and not asked.about.words:
        return replace(answer, silence=gate.TRIVIAL)
    if not asked.terms or request.limit < 1:
        return answer
    db = store.read()
    known, holders = voices.listen(db, request.namespaces, asked, preset)
    about = gate.heard(asked.about, known)
    silence = gate.silence(about, known) if gated else ""
    found = voices.by_words(holders, asked, known, preset)
    sense = feel(request.query)
    if sense is None and preset.by_words is not None:
        preset = replace(preset.by_words, diversity=preset.diversity)
        found = voices.by_words(holders, asked, known, preset)
    if sense is not None and sense.preset is not None:
        preset = replace(preset, name=sense.preset.name, weights=sense.preset.weights)
    if sense is not None and request.floor is not None and preset.floor is None:
        request = replace(request, floor=gate.floor_among(known.notes, request.floor))
    near = voices.by_meaning(db, found, sense, preset) if sense else {}
    pool = voices.candidates(db, asked, found, near, preset)
    words = gate.measured_by(asked, about)
    ranked = score.rank(pool, asked.terms, words, known, request.now, preset, sense, about.soft)
    weighed: Iterable[select.Weighed] = select.weigh(ranked, request, preset, silence)
    if preset.diversity < 1:
        alike = likeness.among(db, [candidate.note for candidate in pool], sense)
        weighed = diversity.spread(weighed, request.limit, preset.diversity, alike)
    hits, missed = budget.take(weighed, request.limit, request.budget_chars, request.floor)
    return replace(
        answer, preset=preset.name, mode="words" if sense is None else "hybrid", floor=request.floor, hits=hits,
        missed=missed, silence=silence, notes=known.notes, frequencies=known.frequencies,
    )  # fmt: skip
