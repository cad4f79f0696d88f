"""The read path, in order: request → voices → score → gate → select → diversity → budget. `pipeline` is the recipe.

Called by the memory facade alone; never writes, and never leaves a request's namespaces.
"""

from remora.recall.explain import explain, numbers
from remora.recall.nearness import Sense
from remora.recall.pipeline import recall
from remora.recall.presets import DIVERSE, PRESETS, Preset, preset_named
from remora.recall.request import Hit, Miss, Recalled, Request
from remora.recall.senses import Senses

__all__ = [
    "DIVERSE", "PRESETS", "Hit", "Miss", "Preset", "Recalled", "Request", "Sense", "Senses", "explain", "numbers",
    "preset_named", "recall",
]  # fmt: skip
