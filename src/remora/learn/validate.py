"""What may be stored at all: a text that a person, a terminal and SQLite can hold. Pure; the first step of `learn`."""

import math
import re
import unicodedata

from remora.errors import Refused

MAX_BYTES = 16 * 1024  # of UTF-8: four pages; longer is a document, and recall hands out whole notes only
BYTES = range(0xDC80, 0xDD00)  # what Python makes of bytes 80 to FF that are no UTF-8, in arguments and files
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")  # tab and line ends stay: the layout of code and lists
SHORTEN = f"Store the fact alone, in at most {MAX_BYTES} bytes; `remora import FILE` cuts a document at its headings."


def valid_text(text: str) -> str:
    """The text without surrounding white space, lines ended by a newline. Raises Refused with the reason."""
    clean = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not _visible(clean):
        raise Refused("Nothing was stored: the text is empty.", "Give the text to remember.")
    try:
        size = len(clean.encode("utf-8"))
    except UnicodeEncodeError as error:
        place, code = error.start + 1, ord(clean[error.start])
        what = (
            f"the text is not UTF-8 (byte {code - 0xDC00:02X} at character {place})"
            if code in BYTES
            else f"character {place} is half of a surrogate pair and no text"
        )
        raise Refused(
            f"Nothing was stored: {what}.", "The text was cut or decoded wrongly; send it again as UTF-8."
        ) from error
    control = _CONTROL.search(clean)
    if control:
        raise Refused(
            f"Nothing was stored: character {control.start() + 1} is the control character U+{ord(control[0]):04X}.",
            "Remove it; colours of a terminal and binary data are no text.",
        )
    if size > MAX_BYTES:
        raise Refused(f"Nothing was stored: the text is {size} bytes long.", SHORTEN)
    return clean


def valid_importance(importance: float | None) -> float | None:
    """0..1, or None for unrated. Raises Refused for anything else."""
    if importance is None:
        return None
    if isinstance(importance, bool) or not math.isfinite(importance) or not 0.0 <= importance <= 1.0:
        raise Refused(f"Nothing was stored: the importance {importance} is not from 0 to 1.", "0.5 is neutral.")
    return float(importance)


def _visible(text: str) -> bool:
    """Does anything of it show? Format characters and separators alone do not."""
    return any(unicodedata.category(char) not in ("Cf", "Zs", "Zl", "Zp", "Cc", "Mn") for char in text)
