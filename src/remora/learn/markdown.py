"""Cuts markdown into notes: each bullet of the outermost level with all that hangs on it, each paragraph. Pure.

Called by import. Headings are no notes; they say what the notes below them are about.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from remora.learn.validate import MAX_BYTES

TAB = 4  # columns, as markdown counts them
STEP = "  "  # what a level of nesting is indented by in a note, however the file does it

_BULLET = re.compile(r"(?P<mark>[-*+•]|\d{1,9}[.)])\s+(?P<text>\S.*)$")
_EMPTY = re.compile(r"(?:[-*+•]|(?P<number>\d{1,2}[.)]))(?:\s+\[[ xX]\])?$")
_TASK = re.compile(r"\[[ xX]\]\s+")
_HEADING = re.compile(r"(?P<level>#{1,6})(?:\s+(?P<text>.*?))?(?:\s+#+)?$")
_UNDERLINE = re.compile(r"={3,}$")
_RULE = re.compile(r"(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|={3,}|§)$")
_FENCE = re.compile(r"(?P<mark>```|~~~)")
_KEY = re.compile(r"(?:\s|#|- |[^\s:]+:(?:\s|$)|$)")  # a line of front matter


def pieces(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Each note's text with the number of its first line.

    A nested bullet stays with its parent, two columns further in. Each note begins with the headings that it stands
    under, but for a title over the whole; front matter, rules and empty bullets are passed over.
    """
    whole = list(lines)
    start = _front_matter(whole)
    cutter = _Cutter(title=_has_title(whole[start:]))
    for number, raw in enumerate(whole[start:], start + 1):
        yield from cutter.take(number, raw)
    yield from cutter.note()


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


@dataclass(slots=True)
class _Cutter:
    """The note that is being put together, and where in the document it stands."""

    title: bool
    """Whether the first heading is the document's own name and says nothing of a single note."""
    headings: list[tuple[int, str]] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    began: int = 1
    bullet: int | None = None
    """The column of the open outermost bullet; None outside of one."""
    levels: list[int] = field(default_factory=list)
    """The columns of the nested bullets that are open."""
    blank: bool = False
    fence: tuple[str, int, str] | None = None
    """Mark and column of an open code block, and what its lines are indented by in the note."""

    def take(self, number: int, raw: str) -> Iterator[tuple[int, str]]:
        """Take the next line; yields the note that ends with it."""
        body, column = raw.strip(), _column(raw)
        if self.fence:
            mark, at, margin = self.fence
            self._hold(number, (margin + _from_column(raw, at)).rstrip())
            self.fence = None if body.startswith(mark) else self.fence
            return
        if not body:
            if self.bullet is None:
                yield from self.note()
            self.blank = True
            return
        outside = self.bullet is None or (self.blank and column <= self.bullet)
        if fence := _FENCE.match(body):
            if outside and (self.blank or self.bullet is not None):
                yield from self.note()
            margin = self._margin(column)
            self.fence = (fence["mark"], column, margin)
            self._hold(number, margin + body)
        elif heading := _HEADING.match(body):
            yield from self.note()
            self._enter(len(heading["level"]), heading["text"] or "")
        elif _UNDERLINE.match(body) and self.bullet is None and len(self.held) == 1:
            self._enter(1, self.held.pop())
        elif _RULE.match(body):
            yield from self.note()
        elif _is_bullet(body, first=not self.held or self.bullet is not None) and self._opens(column):
            yield from self.note()
            self.bullet, self.began = column, number
            self.held = _text(_TASK.sub("", _words(body), count=1))
        elif self.bullet is not None and _is_bullet(body, first=True):
            self._nest(column, body)
        elif outside:
            if self.bullet is not None:
                yield from self.note()
            self._hold(number, raw.rstrip())
        else:
            self._hold(number, self._margin(column) + body)
        self.blank = False

    def note(self) -> Iterator[tuple[int, str]]:
        """The note that was put together, if there is one; what follows is another."""
        text = textwrap.dedent("\n".join(self.held)).strip()
        self.held, self.bullet, self.levels, self.blank = [], None, [], False
        if text:
            yield self.began, self._in_context(text)

    def _hold(self, number: int, line: str) -> None:
        self.began = self.began if self.held or self.bullet is not None else number
        self.held.append(line)

    def _opens(self, column: int) -> bool:
        """Whether a bullet at this column begins a note: it is nobody's child, and no line of code in a paragraph."""
        return column <= self.bullet if self.bullet is not None else column < TAB or not self.held

    def _nest(self, column: int, body: str) -> None:
        while self.levels and self.levels[-1] >= column:
            self.levels.pop()
        self.levels.append(column)
        if words := _words(body):
            mark = body.split(maxsplit=1)[0]
            self.held.append(f"{STEP * len(self.levels)}{mark} {words}")

    def _margin(self, column: int) -> str:
        """What a line that is no bullet is indented by: it belongs to the innermost bullet that it stands under."""
        if self.bullet is None:
            return ""
        if self.blank:
            while self.levels and self.levels[-1] >= column:
                self.levels.pop()
        depth = len(self.levels)
        return STEP * (depth + 1) if depth else ""

    def _enter(self, level: int, text: str) -> None:
        """A heading closes those of its own level and below."""
        kept = [(above, name) for above, name in self.headings if above < level]
        bold = re.fullmatch(r"\*\*(.+)\*\*|__(.+)__", text.strip())
        name = (bold[1] or bold[2] if bold else text).strip().rstrip(":").strip()
        if self.title:
            self.title, name = False, ""
        self.headings = [*kept, (level, name)]

    def _in_context(self, text: str) -> str:
        """`text` behind the headings that it does not repeat itself."""
        said = text.casefold()
        context = ": ".join(name for _, name in self.headings if name and name.casefold() not in said)
        if not context:
            return text
        return f"{context}:\n{text}" if _FENCE.match(text) else f"{context}: {text}"


def _is_bullet(body: str, *, first: bool) -> bool:
    """Whether a line is a bullet, perhaps an empty one; a number alone is one only where nothing goes on before it."""
    empty = _EMPTY.match(body)
    return bool(_BULLET.match(body) or (empty and (first or not empty["number"])))


def _words(body: str) -> str:
    """What a bullet says; nothing for an empty one."""
    bullet = _BULLET.match(body)
    return bullet["text"] if bullet and not _EMPTY.match(body) else ""


def _text(words: str) -> list[str]:
    return [words] if words else []


def _column(raw: str) -> int:
    return len(raw[: len(raw) - len(raw.lstrip())].expandtabs(TAB))


def _from_column(raw: str, at: int) -> str:
    """A line of code without the columns that its block stands in."""
    return " " * max(0, _column(raw) - at) + raw.strip()


def _front_matter(lines: Sequence[str]) -> int:
    """How many lines at the start are settings for other programs, between two rows of dashes."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    for number, line in enumerate(lines[1:], 2):
        if line.rstrip() in ("---", "..."):
            return number
        if not _KEY.match(line):
            return 0
    return 0


def _has_title(lines: Sequence[str]) -> bool:
    """Whether the document begins with its own name: its only heading of the first level, with others below."""
    levels: list[int] = []
    fence, begins = "", False
    for line in lines:
        body = line.strip()
        mark = _FENCE.match(body)
        if fence or mark:
            fence = "" if fence and body.startswith(fence) else fence or (mark["mark"] if mark else "")
            continue
        if heading := _HEADING.match(body):
            begins = begins or (not levels and len(heading["level"]) == 1)
            levels.append(len(heading["level"]))
        elif body and not levels:
            return False
    return begins and levels.count(1) == 1 and len(levels) > 1
