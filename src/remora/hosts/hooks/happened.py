"""What a host's event means, in our own words: the one language between the dialects and `conversation`. No I/O.

A dialect makes these out of what it heard; it has no say in what becomes of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from remora_hookspecs.types import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Began:
    """A conversation begins, or is taken up again."""

    source: Source = "new"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The person has said something. `id` is the host's name for the turn, "" where it has none."""

    text: str
    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied:
    """The model has answered the turn `id`."""

    text: str
    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calling:
    """A tool is about to run. `command` is the shell's, where the tool is one."""

    id: str
    tool: str
    command: str | None = None
    arguments: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A tool ran, or did not: the raw facts, as `ToolResult` has them."""

    call: Calling
    ran: bool = True
    exit_code: int | None = None
    error_flag: bool | None = None
    interrupted: bool = False
    output: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compacting:
    """Context is about to be lost."""

    trigger: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compacted:
    """Context was lost, and this came in its place.

    `mark` tells summaries apart where a host brings its history with every turn: each counts once, and one that lay
    there when we first looked is an old one, unless it is `fresh`.
    """

    trigger: str = ""
    summary: str | None = None
    mark: str = ""
    fresh: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The conversation is over."""


Happened = Began | Asked | Replied | Calling | Called | Compacting | Compacted | Ended
