"""Is an answer what the hook may answer? Each check returns a fresh copy, None for no answer, or raises Rubbish.

For strangers they run on the stranger's own lane. Only exact types pass and every value is copied, so that what is
inspected and what is rendered are the same bytes: a subclass could answer differently the second time.
"""

import inspect
import re
from collections.abc import Callable

from remora_hookspecs.bus.registry import Impl
from remora_hookspecs.plain import plain
from remora_hookspecs.types import Block, Entry, ScanRule, ToolReply, ToolSpec, Verdict

Check = Callable[[Impl, object], object]
TOOL_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")  # what every model provider accepts as the name of a function
NOTE_ID = re.compile(r"[A-Za-z0-9]{1,64}")  # an id is shown to the model: no room for a sentence
KIND = re.compile(r"[a-z][a-z0-9_-]{0,23}")  # as is the kind of a verdict; longer than any class of attack we name
ACTIONS = ("pass", "warn", "block")
MOST_RULES = 200  # of one plugin for the scan: as many as the product itself has


class Rubbish(Exception):
    """An answer that the hook does not allow."""


def told(impl: Impl, value: object) -> None:
    """The answer of a hook that only tells: None."""
    if value is not None:
        raise Rubbish(_found(value, "None"))


def block(impl: Impl, value: object) -> Block | None:
    """A block with at least one sound entry; unsound ones are left out."""
    if value is None:
        return None
    if type(value) is not Block:
        raise Rubbish(_found(value, "a Block or None"))
    entries = _entries(value.entries)
    return Block(entries=entries, source=impl.plugin) if entries else None


def reply(impl: Impl, value: object) -> ToolReply | None:
    """A tool's reply. One without entries says nothing and is allowed; one whose entries are all unsound is not."""
    if value is None:
        return None
    if type(value) is not ToolReply:
        raise Rubbish(_found(value, "a ToolReply or None"))
    entries = _entries(value.entries)
    if value.entries and not entries:
        raise Rubbish("a reply without one sound entry")
    return ToolReply(entries=entries, ok=value.ok is True)


def tool_specs(impl: Impl, value: object) -> tuple[ToolSpec, ...] | None:
    """The sound tools among those offered."""
    if value is None:
        return None
    if not isinstance(value, (list, tuple)):
        raise Rubbish(_found(value, "a list of ToolSpec"))
    return tuple(_tool(item) for item in value)


def scan_rules(impl: Impl, value: object) -> tuple[ScanRule, ...] | None:
    """Rules for the scan, by type; whether they keep what they promise, the scan finds out."""
    if value is None:
        return None
    if not isinstance(value, (list, tuple)):
        raise Rubbish(_found(value, "a list of ScanRule"))
    if len(value) > MOST_RULES:
        raise Rubbish(f"{len(value)} rules; a plugin brings at most {MOST_RULES}")
    return tuple(_rule(item) for item in value)


def text(impl: Impl, value: object) -> str | None:
    """What a cheap model wrote."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise Rubbish(_found(value, "text or None"))
    return str.__str__(value) or None


def verdicts(count: int) -> Check:
    """The check for an inspector that was handed `count` entries: one verdict for each, or None."""

    def check(impl: Impl, value: object) -> tuple[Verdict, ...] | None:
        if value is None:
            return None
        if not isinstance(value, (list, tuple)) or len(value) != count:
            raise Rubbish(_found(value, f"a list of {count} verdicts"))
        return tuple(_verdict(item) for item in value)

    return check


def _entries(entries: object) -> tuple[Entry, ...]:
    if type(entries) is not tuple:
        raise Rubbish(_found(entries, "a tuple of entries"))
    return tuple(sound for entry in entries if (sound := _entry(entry)) is not None)


def _entry(entry: object) -> Entry | None:
    if type(entry) is not Entry or not isinstance(entry.text, str) or not isinstance(entry.detail, str):
        return None
    words, detail = str.__str__(entry.text), str.__str__(entry.detail)
    if not words.strip() or not _encodes(words + detail):
        return None
    note_id = entry.note_id
    if note_id is not None and not (type(note_id) is str and NOTE_ID.fullmatch(note_id)):
        return None
    return Entry(text=words, note_id=note_id, detail=detail)


def _encodes(words: str) -> bool:
    """Whether `words` can leave the process: a lone surrogate would fail in the host's request, far from here."""
    try:
        words.encode()
    except UnicodeEncodeError:
        return False
    return True


def _tool(tool: object) -> ToolSpec:
    if type(tool) is not ToolSpec or type(tool.name) is not str or not TOOL_NAME.fullmatch(tool.name):
        raise Rubbish("a tool without a name of letters, digits, - and _")
    if not isinstance(tool.description, str) or not tool.description.strip():
        raise Rubbish(f"the tool {tool.name} has no description")
    parameters = plain(tool.parameters)
    if not isinstance(parameters, dict) or parameters.get("type") != "object":
        raise Rubbish(f"the parameters of {tool.name} are no JSON schema of an object")
    return ToolSpec(name=tool.name, description=str.__str__(tool.description), parameters=parameters)


def _verdict(verdict: object) -> Verdict:
    if type(verdict) is not Verdict or type(verdict.action) is not str or verdict.action not in ACTIONS:
        raise Rubbish(_found(verdict, "a Verdict whose action is pass, warn or block"))
    kind = verdict.kind if type(verdict.kind) is str and KIND.fullmatch(verdict.kind) else "other"
    rule = verdict.rule if type(verdict.rule) is str else ""
    return Verdict(action=verdict.action, kind=kind, rule=rule)


def _rule(rule: object) -> ScanRule:
    if type(rule) is not ScanRule:
        raise Rubbish(_found(rule, "a list of ScanRule"))
    texts = (rule.id, rule.kind, rule.severity, rule.reason, rule.attack, rule.benign, rule.pattern)
    if not all(
        type(said) is str and _encodes(said) for said in (*texts, *(word for each in rule.words for word in each))
    ):
        raise Rubbish("a rule with a field that is no text")
    if type(rule.gap) is not int:
        raise Rubbish(f"the gap of the rule {rule.id} is no whole number")
    return ScanRule(
        id=rule.id, kind=rule.kind, severity=rule.severity, reason=rule.reason, attack=rule.attack,
        benign=rule.benign, pattern=rule.pattern, words=rule.words, gap=rule.gap,
    )  # fmt: skip


def _found(value: object, wanted: str) -> str:
    if inspect.iscoroutine(value) or inspect.isgenerator(value):
        value.close()  # or Python warns that it was never awaited, in the host's output
    return f"{type(value).__name__} where the hook answers {wanted}"
