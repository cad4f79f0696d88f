"""Where output goes: one JSON document, or tables for people. Used by every command; decides nothing of their content.

Only results reach stdout; errors, hints and remarks go to stderr. Colour is for terminals alone.
"""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TextIO

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from remora.errors import RemoraError

PIPE_WIDTH = 120  # what is not a terminal has no width; this is what fits most windows that show it later
# A note may hold escape sequences; a terminal obeys them, so all control characters but tab and newline go.
_CONTROL = {code: None for code in (*range(0x20), *range(0x7F, 0xA0)) if code not in (0x09, 0x0A)}

People = Callable[["Screen"], None]


@dataclass(frozen=True, slots=True)
class Screen:
    """stdout as the caller wants it. `json`: one document; `raw`: blocked notes are shown as they are."""

    json: bool = False
    raw: bool = False

    @property
    def terminal(self) -> bool:
        return sys.stdout.isatty()

    @property
    def shows_blocked(self) -> bool:
        """Whether a note that the scan blocked may be read here: by a person at a terminal, or on demand."""
        return self.raw or (self.terminal and not self.json)

    def show(self, document: Mapping[str, Any], people: People) -> None:
        """The result of a command: `document` with --json, else what `people` prints."""
        if self.json:
            print_json(document)
        else:
            people(self)

    def print(self, *what: RenderableType, style: str = "") -> None:
        """Print for people. Strings are taken literally: nothing in a note is markup."""
        parts = [plain(part) if isinstance(part, str) else part for part in what]
        console = console_on(sys.stdout)
        if self.terminal:
            console.print(*parts, style=style or None)
            return
        with console.capture() as printed:
            console.print(*parts, style=style or None)
        # Columns are padded to their width; in a file or a pipe the padding of the last one is only in the way.
        sys.stdout.writelines(line.rstrip() + "\n" for line in printed.get().splitlines())

    def say(self, remark: str) -> None:
        """A remark beside the result, to stderr, in either form of output."""
        console_on(sys.stderr).print(plain(remark), style="dim")


def plain(text: str) -> Text:
    """A text without control characters, its brackets no markup."""
    return Text(text.translate(_CONTROL))


def table(*columns: str, wide: str = "") -> Table:
    """A table of the house: no frame, bold headings; the column named `wide` takes the room that is left."""
    made = Table(box=None, pad_edge=False, header_style="bold", show_edge=False)
    for name in columns:
        made.add_column(name, overflow="fold", ratio=1 if name == wide else None, no_wrap=name != wide)
    return made


def print_json(document: Mapping[str, Any]) -> None:
    """One JSON document on stdout, in whatever encoding stdout has."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:  # an ASCII pipe, or half of a surrogate pair: escapes say both
        text = json.dumps(document, indent=2)
    sys.stdout.write(text + "\n")


def print_error(error: RemoraError, *, as_json: bool) -> None:
    """What did not happen and what to do: on stdout as the one document, or on stderr for people."""
    if as_json:
        print_json({"error": {"code": error.code, "message": error.message, "hint": error.hint}})
        return
    console = console_on(sys.stderr)
    console.print(Text("error: ", style="bold red").append_text(plain(error.message)))
    if error.hint:
        console.print(Text("hint: ", style="bold").append_text(plain(error.hint)))


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """A reader that has left is no error of ours: `main` decides, not rich, which would exit with 1."""
        raise BrokenPipeError


def console_on(file: TextIO) -> Console:
    terminal = file.isatty()
    return _Console(
        file=file,
        width=None if terminal else PIPE_WIDTH,
        color_system="auto" if terminal else None,
        force_terminal=terminal,
        highlight=False,
        emoji=False,
        markup=False,
    )
