"""What travels over the hooks: frozen payloads that hold raw facts only.

Hosts build them, plugins read them, nobody changes them: sequences are tuples, mappings are read-only.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Role = Literal["primary", "subagent", "scheduled", "review"]
Source = Literal["new", "resume", "clear", "compact"]
Phase = Literal["before", "after"]
Action = Literal["pass", "warn", "block"]
Severity = Literal["low", "medium", "high"]
Outcome = Literal["ok", "failed", "not_run", "probe"]


def _freeze(value: object) -> object:
    """An unchangeable copy of lists, sets and mappings, all the way down."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: _freeze(item) for key, item in value.items()})
    if isinstance(value, (list, tuple)):
        return tuple(_freeze(item) for item in value)
    if isinstance(value, (set, frozenset)):
        return frozenset(_freeze(item) for item in value)
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One conversation. `id` is the base name of the host's session file where it has one.

    `project` is the project's key, or None to have it found from `cwd`. `role` tells the person's own conversation
    ("primary") from work that a host started by itself.
    """

    id: str
    host: str = ""
    profile: str = ""
    project: str | None = None
    cwd: str | None = None
    role: Role = "primary"
    source: Source = "new"
    model: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One user turn, before the model sees it.

    `budget_chars` bounds all that memory may add to it, in characters (None: the bus's own bound). `messages` are
    those since the last event, oldest first, as (role, text).
    """

    session: Session
    id: str
    text: str
    budget_chars: int | None = None
    messages: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "messages", tuple((str(role), str(text)) for role, text in self.messages))


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """One tool call that is about to run. `command` is the shell command where the tool is a shell."""

    session: Session
    id: str
    tool: str
    command: str | None = None
    arguments: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "arguments", _freeze(self.arguments))


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What became of a call. `ran` is False where it was denied, or cancelled by itself or with a parallel call.

    `exit_code` and `error_flag` are what the host says, None where it says nothing; neither is interpreted here.
    """

    call: ToolCall
    ran: bool = True
    exit_code: int | None = None
    error_flag: bool | None = None
    interrupted: bool = False
    output: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compaction:
    """A host is about to drop context (`phase="before"`) or has done so and hands the summary (`"after"`)."""

    session: Session
    phase: Phase
    trigger: str = ""
    summary: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One piece of text for the model. `note_id` says which note it is; `detail` (a score, say) follows it."""

    text: str
    note_id: str | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """What a plugin hands back for the model to read. The bus fills in `source`: a plugin cannot choose it."""

    entries: tuple[Entry, ...]
    source: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "entries", tuple(self.entries))


Advice = Block
"""A block that rides with a tool call or its result. It is read by the model and never stops the call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What an inspector says of one entry. `kind` is the class of attack, `rule` the rule that fired."""

    action: Action
    kind: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanRule:
    """One more rule for the injection scan: `pattern` (RE2's syntax) or `words`, groups that follow one another.

    `kind` is the class of attack, `reason` what the rule saw, `attack` a text that it must block and `benign` a near
    twin that must pass. A "high" rule blocks by itself, a "medium" one beside another, a "low" one only adds to others.
    """

    id: str
    kind: str
    severity: Severity
    reason: str
    attack: str
    benign: str
    pattern: str = ""
    words: tuple[tuple[str, ...], ...] = ()
    gap: int = 5

    def __post_init__(self) -> None:
        groups = ((group,) if isinstance(group, str) else tuple(map(str, group)) for group in self.words)
        object.__setattr__(self, "words", tuple(groups))


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """A tool the model may call. `parameters` is a JSON schema of an object."""

    name: str
    description: str
    parameters: Mapping[str, object]

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", _freeze(self.parameters))


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRequest:
    """The model calls a tool of ours."""

    session: Session
    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "arguments", _freeze(self.arguments))


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolReply:
    """The answer to a `ToolRequest`. `ok` is False where nothing was done; the entries then say why."""

    entries: tuple[Entry, ...]
    ok: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "entries", tuple(self.entries))


def session_of(payload: object) -> Session | None:
    """The session that an event's payload belongs to; None for what belongs to none, such as the entries inspected.

    `turn_end` has two arguments: its payload is the pair of them, the turn first.
    """
    if isinstance(payload, tuple) and payload:
        payload = payload[0]
    if isinstance(payload, ToolResult):
        payload = payload.call
    if isinstance(payload, (Turn, ToolCall, ToolRequest, Compaction)):
        return payload.session
    return payload if isinstance(payload, Session) else None
