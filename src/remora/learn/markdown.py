"""Cuts markdown into notes: each bullet of the outermost level, each paragraph. Pure; called by import."""

import re
from collections.abc import Iterable, Iterator

from remora.learn.validate import MAX_BYTES

_BULLET = re.compile(r"(?P<indent> {0,3})(?:[-*+•]|\d{1,9}[.)])\s+(?P<text>\S.*)$")
_TASK = re.compile(r"\[[ xX]\]\s+")
_HEADING = re.compile(r"#{1,6}(?:\s|$)")
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,}|={3,}|§)\s*$")
_FENCE = re.compile(r"\s*(?:```|~~~)")


def pieces(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Each note's text with the number of its first line. Headings and rules separate; they are no notes."""
    held: list[str] = []
    began, in_bullet, in_fence = 1, False, False

    def note() -> Iterator[tuple[int, str]]:
        text = "\n".join(held).strip()
        held.clear()
        if text:
            yield began, text

    for number, raw in enumerate(lines, 1):
        line = raw.rstrip()
        if in_fence or _FENCE.match(line):
            in_fence = in_fence != bool(_FENCE.match(line))
            began = began if held else number
            held.append(line)
            continue
        bullet = _BULLET.match(line)
        nested = in_bullet and bool(held) and line[:2].isspace()
        if not line or _HEADING.match(line) or _RULE.match(line):
            yield from note()
            in_bullet = False
        elif bullet and not nested:
            yield from note()
            began, in_bullet = number, True
            held.append(_TASK.sub("", bullet["text"], count=1))
        else:
            began = began if held else number
            held.append(line.strip() if in_bullet and not bullet else line)
    yield from note()


def parts(text: str) -> list[str]:
    """A text that is too long for a note, cut at its headings, and where those do not suffice at empty lines.

    What cannot be cut so is handed back as it is: validation says why it is refused.
    """
    if len(text.encode("utf-8", "replace")) <= MAX_BYTES:
        return [text]
    for border in (r"\n(?=#{1,6}\s)", r"\n\s*\n"):
        cut = [piece.strip() for piece in re.split(border, text) if piece.strip()]
        if len(cut) > 1:
            return [part for piece in cut for part in parts(piece)]
    return [text]
