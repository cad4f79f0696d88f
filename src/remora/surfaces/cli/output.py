"""Where output goes: one JSON document, or tables for people. Used by every command; decides nothing of their content.

Only results reach stdout; errors, hints and remarks go to stderr. Colour is for terminals alone.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice, zip_longest
from typing import Any, TextIO

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from remora.errors import OutputLost, RemoraError
from remora.surfaces.cli.streams import printable, written

PIPE_WIDTH = 120  # of the rules and bars that end somewhere, where there is neither a terminal nor COLUMNS
TAB = 8  # columns, as a terminal has it
HEIGHT = 25  # nothing of ours asks for it, but without it rich believes no width of a simple terminal
NARROW = 24  # columns for a table's text: with fewer, a sentence becomes a ribbon of words

People = Callable[["Screen"], None]


@dataclass(frozen=True, slots=True)
class Screen:
    """stdout as the caller wants it. `json`: one document; `raw`: blocked notes are shown as they are.

    Keeps the stream that it began with, whatever becomes of `sys.stdout`. Printing raises OutputLost where the stream
    takes nothing.
    """

    json: bool = False
    raw: bool = False
    out: TextIO = field(default_factory=lambda: sys.stdout)

    @property
    def terminal(self) -> bool:
        return self.out.isatty()

    @property
    def shows_blocked(self) -> bool:
        """Whether a note that the scan blocked may be read here: by a person at a terminal, or on demand."""
        return self.raw or (self.terminal and not self.json)

    def show(self, document: Mapping[str, Any], people: People) -> None:
        """The result of a command: `document` with --json, else what `people` prints."""
        if self.json:
            print_json(document, self.out)
        else:
            people(self)

    def print(self, *what: RenderableType, style: str = "") -> None:
        """Print for people. Strings are taken literally: nothing in a note is markup."""
        console = console_on(self.out)
        # Nobody knows where a file or a pipe ends up: a line that was cut there can be neither searched nor copied.
        endless = not self.terminal and _columns() is None
        drawn = (plain(part) if isinstance(part, str) else part for part in what)
        parts = [_lines(part) if endless else _fitting(part, console) for part in drawn]
        with written():
            if self.terminal:
                console.print(*parts, style=style or None)
                return
            with console.capture() as printed:
                console.print(*parts, style=style or None, soft_wrap=endless)
            # Columns are padded to their width; in a file or a pipe the padding of the last one is only in the way.
            self.write(line.rstrip() + "\n" for line in printed.get().splitlines())

    def write(self, lines: Iterator[str]) -> None:
        """Lines as they are, for those that another program reads."""
        with written():
            self.out.writelines(lines)
            self.out.flush()

    def say(self, remark: str) -> None:
        """A remark beside the result, to stderr, in either form of output."""
        _tell(plain(remark), style="dim")


def plain(text: str) -> Text:
    """A text without control characters, its brackets no markup."""
    return Text(printable(text))


def table(*columns: str, wide: str = "") -> Table:
    """A table of the house: no frame, bold headings; the column named `wide` takes the room that is left."""
    made = Table(box=None, pad_edge=False, header_style="bold", show_edge=False)
    for name in columns:
        made.add_column(name, overflow="fold", ratio=1 if name == wide else None, no_wrap=name != wide)
    return made


def print_json(document: Mapping[str, Any], out: TextIO) -> None:
    """One JSON document on stdout, in whatever encoding it has. Raises OutputLost where it takes nothing."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    try:
        text.encode(out.encoding or "ascii")
    except UnicodeEncodeError:  # an ASCII pipe, or half of a surrogate pair: escapes say both
        text = json.dumps(document, indent=2)
    with written():
        out.write(text + "\n")
        out.flush()


def print_error(error: RemoraError, *, as_json: bool, out: TextIO) -> None:
    """What did not happen and what to do: on stdout as the one document, or on stderr for people and where stdout
    takes nothing."""
    if as_json and not isinstance(error, OutputLost):
        with suppress(OutputLost, BrokenPipeError):
            print_json({"error": {"code": error.code, "message": error.message, "hint": error.hint}}, out)
            return
    _tell(Text("error: ", style="bold red").append_text(plain(error.message)))
    if error.hint:
        _tell(Text("hint: ", style="bold").append_text(plain(error.hint)))


def _tell(what: Text, style: str = "") -> None:
    with suppress(OSError, ValueError):  # nobody reads stderr: the exit code is all that is left
        # A path broken over two lines cannot be copied; a terminal breaks its lines itself.
        console_on(sys.stderr).print(what, style=style or None, soft_wrap=True)


def _fitting(part: RenderableType, console: Console) -> RenderableType:
    """A table whose text would have too little room as one block a row, the text below the rest.

    Without a header its first columns are names, which belong before their values.
    """
    if not isinstance(part, Table) or not part.show_header:
        return part
    wide = next((column for column in part.columns if column.ratio), None)
    others = [column for column in part.columns if column is not wide]
    taken = sum(
        max((console.measure(cell).maximum for cell in (column.header, *column.cells)), default=0) + 2
        for column in others
    )
    if wide is None or console.width - taken >= NARROW:
        return part
    names = [str(column.header) for column in others]
    rows = zip(*(list(column.cells) for column in others), strict=True)
    texts = list(wide.cells)
    return Group(*(_block(names, row, text) for row, text in zip(rows, texts, strict=True)))


def _lines(part: RenderableType) -> RenderableType:
    """A table with each row on as many lines as its texts have, however long; all columns but the last padded."""
    if not isinstance(part, Table):
        return part
    columns = [
        [_split(cell) for cell in (*((column.header,) if part.show_header else ()), *column.cells)]
        for column in part.columns
    ]
    widths = [max((cell_len(line) for lines in column for line in lines), default=0) for column in columns]
    drawn = []
    for row in zip(*columns, strict=True):
        for pieces in zip_longest(*row, fillvalue=""):
            padded = (f"{piece}{' ' * (width - cell_len(piece))}" for piece, width in zip(pieces, widths, strict=True))
            drawn.append("  ".join((*islice(padded, len(widths) - 1), pieces[-1])))
    return Text("\n".join(drawn), end="\n" if drawn else "")


def _split(cell: RenderableType) -> list[str]:
    text = cell if isinstance(cell, Text) else Text(str(cell))
    return text.plain.expandtabs(TAB).split("\n")


def _block(names: Sequence[str], cells: Sequence[RenderableType], text: RenderableType) -> Group:
    said = Text()
    for name, cell in zip(names, cells, strict=True):
        shown = cell if isinstance(cell, Text) else Text(str(cell).replace("\n", ", "))
        if shown.plain:
            said.append("  " if said else "").append(f"{name} " if name else "", "bold").append_text(shown)
    return Group(said, Padding(text, (0, 0, 0, 2)))


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """A reader that has left is no error of ours: `main` decides, not rich, which would exit with 1."""
        raise BrokenPipeError


def console_on(file: TextIO) -> Console:
    """A console as we print on `file`: nothing highlighted, nothing taken for markup, colour at a terminal alone."""
    terminal = file.isatty()
    return _Console(
        file=file,
        width=_width(file) if terminal else _columns() or PIPE_WIDTH,
        height=HEIGHT,
        color_system="auto" if terminal else None,
        force_terminal=terminal,
        highlight=False,
        emoji=False,
        markup=False,
    )


def _width(file: TextIO) -> int | None:
    """Of the terminal that is written to: rich would ask the standard streams, which may be others."""
    try:
        return _columns() or os.get_terminal_size(file.fileno()).columns or None
    except (OSError, ValueError):
        return None


def _columns() -> int | None:
    """How wide a person says that it is shown."""
    said = os.environ.get("COLUMNS", "")
    return int(said) or None if said.isdecimal() else None
