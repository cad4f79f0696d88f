"""The embedders: texts in, unit vectors out, each under an identity. Used by recall, learn and upkeep; built by wiring.

Importing this loads no model, no NumPy and no network code; neither does choosing an embedder.
"""

from remora.embed import silence
from remora.embed.calibrate import Measured, calibrate, measured
from remora.embed.choose import Kind, Wanted, choose, named, sent_to
from remora.embed.chosen import Choice
from remora.embed.current import Current
from remora.embed.folders import FOLDER
from remora.embed.none import WordsOnly
from remora.embed.protocol import Embedder, Identity, sound

silence.keep()

__all__ = [
    "FOLDER",
    "Choice",
    "Current",
    "Embedder",
    "Identity",
    "Kind",
    "Measured",
    "Wanted",
    "WordsOnly",
    "calibrate",
    "choose",
    "measured",
    "named",
    "sent_to",
    "sound",
]
