"""Recall as a recipe: each line is a stage. Called by the memory facade for turns, searches and explanations."""

from dataclasses import replace

from remora.recall import budget, gate, score, select, voices
from remora.recall.presets import Preset
from remora.recall.request import Recalled, Request
from remora.store import Store


def recall(store: Store, request: Request, preset: Preset) -> Recalled:
    """The notes of the request's namespaces that answer its query, best first, each with its numbers.

    With a floor a turn that is about nothing recalls nothing and does not touch the store. Raises EnvironmentTrouble
    where the store cannot be read; no query raises anything.
    """
    asked = voices.question(request.query)
    answer = Recalled(query=request.query, preset=preset.name, floor=request.floor, content_words=asked.about.words)
    gated = request.floor is not None
    if gated and not asked.about.words:
        return replace(answer, silence=gate.TRIVIAL)
    if not asked.terms or request.limit < 1:
        return answer
    db = store.read()
    known = voices.statistics(db, request.namespaces, asked)
    pool = voices.candidates(db, request.namespaces, asked, known, preset)
    ranked = score.rank(pool, asked.terms, known, request.now, preset)
    about = gate.heard(asked.about, known)
    silence = gate.silence(about, known) if gated else ""
    weighed = select.weigh(ranked, gate.measured_by(asked, about), known, request, preset, silence)
    hits, missed = budget.take(weighed, request.limit, request.budget_chars)
    return replace(
        answer, hits=hits, missed=missed, silence=silence, notes=known.notes, frequencies=known.frequencies
    )
