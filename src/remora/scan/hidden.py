"""Characters that a person does not see: taken out, remembered as flags, and read where they carry a message.

Called by `normalise` for text that is not ASCII. Joiners, marks and tags where writing needs them (Persian, Hindi,
emoji, flags, Hebrew amounts) are left alone.
"""

import re
from dataclasses import dataclass

_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f")  # England, Scotland, Wales: tags by right
_TAGS = re.compile("[\U000e0000-\U000e007f]+")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}")  # one follows an emoji; more carry data
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_OVERRIDE = re.compile("[\u202d\u202e]")
_MARKS = re.compile("[\u200e\u200f\u061c]")
_JOINERS = re.compile("[\u200c\u200d]")
# Zero-width space and no-break space, soft hyphen, grapheme joiner, Mongolian separator, Hangul and Khmer fillers,
# invisible operators, annotation marks, and controls besides tab and line ends.
_UNSEEN = re.compile(
    "[\u200b\u2060-\u2064\ufeff\u00ad\u034f\u180b-\u180e\u115f\u1160\u17b4\u17b5\u3164\uffa0\u206a-\u206f\ufff9-\ufffb"
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f]"
)
_REMOVED = re.compile(
    "[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00ad\u034f\u061c\u180b-\u180e\u115f\u1160\u17b4\u17b5\u3164\uffa0"
    "\ufff9-\ufffb\ufe00-\ufe0f\U000e0000-\U000e01ef\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f]"
)
_IN_LATIN = re.compile("(?<=[0-9A-Za-z])[\u200b-\u200f\u2060-\u2064\ufeff\u00ad\u034f\u180e\u3164]+(?=[0-9A-Za-z])")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
# What may stand before or behind a joiner: scripts that shape their letters (Arabic, those of India and of South-East
# Asia, Mongolian), emoji, their modifiers and selectors.
_SHAPING = re.compile("[\u0600-\u08ff\u0900-\u0dff\u0e00-\u0fff\u1000-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc]")
_PICTURE = re.compile("[\u00a9\u00ae\u203c-\u3299\ufe0f\U0001f000-\U0001faff\U000e007f]")

FEW = 2  # a copied web page leaves one soft hyphen or zero-width space inside a word; a hidden message needs more


@dataclass(frozen=True, slots=True)
class Hidden:
    """The text without what is not seen, what was noticed, and messages read out of it."""

    text: str
    flags: frozenset[str]
    messages: tuple[str, ...]


def reveal(text: str) -> Hidden:
    """Take out what a person cannot see. Linear in the length of `text`."""
    if not _REMOVED.search(text):
        return Hidden(text, frozenset(), ())
    flags: set[str] = set()
    messages: list[str] = []
    rest = _FLAG.sub("\U0001f3f4", text)
    if tags := "".join(_TAGS.findall(rest)):
        flags.add("tags")
        messages.append("".join(chr(ord(tag) - 0xE0000) for tag in tags if 0xE0020 <= ord(tag) < 0xE007F))
    if runs := [run for run in _SELECTORS.findall(rest) if len(run) > FEW]:
        flags.add("selectors")
        messages.extend(_selected(run) for run in runs)
    if _OVERRIDE.search(rest):
        flags.add("bidi-override")
    elif _BIDI.search(rest) and not _balanced(rest):
        flags.add("bidi-embedding")
    if any(_MARKS.search(line) and not _RIGHT_TO_LEFT.search(line) for line in rest.splitlines()):
        flags.add("stray-mark")
    if any(not _joins(rest, match.start()) for match in _JOINERS.finditer(rest)):
        flags.add("stray-joiner")
    if len(_IN_LATIN.findall(rest)) >= FEW:
        flags.add("split-words")
    if _UNSEEN.search(rest.lstrip("\ufeff")):
        flags.add("unseen")
    return Hidden(_REMOVED.sub("", rest), frozenset(flags), tuple(filter(None, messages)))


def _selected(run: str) -> str:
    """The bytes that a run of variation selectors stands for, as text."""
    codes = (ord(char) for char in run)
    return bytes(code - 0xFE00 if code < 0xFE10 else code - 0xE0100 + 16 for code in codes).decode("utf-8", "replace")


def _balanced(text: str) -> bool:
    """Whether every direction mark closes on its line around right-to-left text, as a typesetting program writes it."""
    for line in text.splitlines():
        found = _BIDI.findall(line)
        if not found:
            continue
        opened = sum(mark not in "\u202c\u2069" for mark in found)
        if opened * 2 != len(found) or not _RIGHT_TO_LEFT.search(line):
            return False
    return True


def _joins(text: str, at: int) -> bool:
    """Whether the joiner at `at` stands where writing needs one."""
    before, behind = text[at - 1 : at], text[at + 1 : at + 2]
    return bool(_SHAPING.match(before) or (_PICTURE.match(before) and (not behind or _PICTURE.match(behind))))
