"""Ranking recipes as data. The stages read the numbers; no code asks for a preset's name."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from remora.errors import BadSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """One recipe. `weights`: share of each voice in the score; `gate`: share of each measure in the admission."""

    name: str
    weights: Mapping[str, float]
    gate: Mapping[str, float]
    # The usual constants of BM25. Other values help one kind of text and harm another by as much (tried on shell
    # commands, extracted facts and chat).
    k1: float = 1.2
    b: float = 0.75
    # A note of this project is worth a little more than one of everywhere.
    project_weight: float = 1.0
    global_weight: float = 0.9
    # Decay orders notes, it must not silence them: unbounded, a perfect match of ten days ago loses to a poor one.
    half_life_days: float = 7.0
    oldest: float = 0.7
    # The most a rating can move a score is ±0.05, less than one more shared word does.
    importance: float = 0.10
    # Candidates found by words, and as many by meaning in each namespace, that are scored in full. The true cosine is
    # known for each: a hundred change recall@5 by less than noise, and cost three times as much. A model that does
    # not know the question's language loses one to two points here against 32.
    pool: int = 16
    near: int = 16
    # Candidates whose spelling is compared: a twentieth of a model run.
    spelt: int = 16
    # Rows read for one word and namespace, newest first. A word held by more notes can hardly choose among them: with
    # vectors, 500 gave no more recall among eight thousand notes than 64, and 64 none among 2,700 than 32.
    rows_per_word: int = 32
    # Look at the nearest sentence of prose, and let what was said just before and after count so much.
    sentences: bool = False
    beside: float = 0.0
    # λ of maximal marginal relevance: 1 is off. At .7 it costs two to four points of recall@5.
    diversity: float = 1.0
    # The preset's own floor, on its own measure; None: the profile's.
    floor: float | None = None
    # What ranks where the query has no vector: no model, or none in time.
    by_words: "Preset | None" = None


DIVERSE = 0.7  # the λ of the first memory of this kind, for those who ask for it

# Without vectors the words must find as well as rank, so more of them are looked at.
WORDS = Preset(
    name="words", weights=MappingProxyType({"words": 1.0}), gate=MappingProxyType({"cov": 1.0}), pool=100,
    rows_per_word=500,
)  # fmt: skip

# Weights tried on commands, facts and chat; over the whole range tried recall@5 stays within two points, so the parts
# matter and their exact weights do not.
HYBRID = Preset(
    name="hybrid",
    weights=MappingProxyType({"cen": 0.75, "words": 0.15, "tri": 0.10}),
    gate=MappingProxyType({"u": 0.5, "cov": 0.5}),
    by_words=WORDS,
)

# The cosine on the models' common scale in place of the centred one: what centring takes out of a multilingual model's
# vectors is part of what tells its languages apart. .45 is .75 times the .6 that brings u to the width of a cosine.
SCALED = Preset(
    name="scaled",
    weights=MappingProxyType({"u": 0.45, "words": 0.15, "tri": 0.10}),
    gate=HYBRID.gate,
    by_words=WORDS,
)

# Vectors alone: what the others are measured against.
VECTOR = Preset(
    name="vector", weights=MappingProxyType({"cosine": 1.0}), gate=MappingProxyType({"u": 1.0}), by_words=WORDS
)

# For imported conversations: what answers a question often stands in one sentence, or in the message after.
TRANSCRIPT = Preset(
    name="transcript",
    weights=MappingProxyType({"sen": 0.75, "words": 0.15, "tri": 0.10}),
    gate=HYBRID.gate,
    sentences=True,
    beside=0.3,
    pool=100,
    near=100,
    spelt=24,
    rows_per_word=200,
    by_words=WORDS,
)

# The formula of the first memory of this kind, to the letter: raw cosine, decay without a bound, a floor behind it.
SYPI = Preset(
    name="sypi",
    weights=MappingProxyType({"cosine": 0.7, "words": 0.3}),
    gate=MappingProxyType({"score": 1.0}),
    oldest=0.0,
    floor=0.35,
    by_words=WORDS,
)

_ALL = (HYBRID, SCALED, SYPI, TRANSCRIPT, VECTOR, WORDS)
PRESETS: Mapping[str, Preset] = MappingProxyType({preset.name: preset for preset in _ALL})


def preset_named(name: str) -> Preset:
    """The preset of this name. Raises BadSettings, which lists those that exist."""
    if name not in PRESETS:
        raise BadSettings(f"There is no preset {name!r}; nothing was recalled.", f"Use one of: {', '.join(PRESETS)}.")
    return PRESETS[name]
