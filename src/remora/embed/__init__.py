"""The embedders: texts in, unit vectors out, each under an identity. Used by recall, learn and upkeep; built by wiring.

Importing this loads no model, no NumPy and no network code; neither does choosing an embedder.
"""

from remora.embed import silence
from remora.embed.calibrate import Measured, calibrate, measured
from remora.embed.choose import Choice, Kind, choose
from remora.embed.folders import FOLDER
from remora.embed.none import WordsOnly
from remora.embed.protocol import Embedder, Identity, sound

silence.keep()

__all__ = [
    "FOLDER",
    "Choice",
    "Embedder",
    "Identity",
    "Kind",
    "Measured",
    "WordsOnly",
    "calibrate",
    "choose",
    "measured",
    "sound",
]
