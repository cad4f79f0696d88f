"""The write path, in order: validate → redact → scan → dedupe → store. `pipeline` reads as the recipe.

Called by the memory facade; nothing reaches the store's notes by another way.
"""

from remora.learn.draft import MANUAL, Draft, Learned
from remora.learn.importing import Imported, ImportStopped, RefusedLine, import_lines
from remora.learn.pipeline import learn
from remora.learn.reading import opened
from remora.learn.redact import Redacted, masked, redact, warm

__all__ = [
    "MANUAL", "Draft", "ImportStopped", "Imported", "Learned", "Redacted", "RefusedLine", "import_lines", "learn",
    "masked", "opened", "redact", "warm",
]  # fmt: skip
