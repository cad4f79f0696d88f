"""Small changes of a JSON text that leave every other byte as it is: items into an array and out of it. Pure.

Each returns splices, so that the change can be taken back exactly. What cannot be changed safely is refused: the text
is read again afterwards, and must say what was meant and nothing else.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from remora.errors import UsageError
from remora.hosts.splices import Splice, applied

SPACE = " \t\r\n"
INDENT = 2  # columns, where the text has none of its own
BOM = "\ufeff"  # what some editors of Windows put before a text; Claude Code reads on behind it, and so do we

_DECODER = json.JSONDecoder()
_NOTHING = object()  # what is left of an item that goes; null is an item


@dataclass(frozen=True, slots=True)
class Part:
    """An item of an array, or the value of a key: `start` is where it begins (with its key), `value` where its value
    does, `stop` where it ends."""

    key: str
    start: int
    value: int
    stop: int


def parsed(text: str, file: str) -> dict[str, Any]:
    """What the text says. Raises UsageError where it is no JSON object, or names a key twice."""

    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise _refused(file, "it names a key twice")
        return found

    try:
        found = json.loads(text.removeprefix(BOM), object_pairs_hook=table)
    except json.JSONDecodeError as error:
        at = f"line {error.lineno}, column {error.colno}"
        raise _refused(file, f"it is not JSON ({at}: a comment or a comma, perhaps)") from error
    except (ValueError, RecursionError) as error:
        raise _refused(file, "it is not JSON that can be read") from error
    if not isinstance(found, dict):
        raise _refused(file, "it is not an object")
    return found


def with_items(text: str, file: str, section: str, items: Mapping[str, Any]) -> tuple[Splice, ...]:
    """Each item at the end of the array `section`.KEY, which is made where it is not there or null."""
    meant = parsed(text, file)
    table = _made(meant, section, {})
    if not isinstance(table, dict):
        raise _refused(file, f"{section} is no object")
    for key, item in items.items():
        array = _made(table, key, [])
        if not isinstance(array, list):
            raise _refused(file, f"{section}.{key} is no array")
        array.append(item)
    return _checked(text, file, tuple(_adding(text, section, items)), meant)


def without_items(
    text: str, file: str, section: str, wanted: Callable[[Any], bool], within: str
) -> tuple[Splice, ...]:  # fmt: skip
    """The arrays of `section` without the members that are `wanted` away, nor what then holds nothing.

    The members are those of the array `within` of each item. An item stays with the others of its members.
    """
    meant = parsed(text, file)
    table = meant.get(section)
    if not isinstance(table, dict):
        return ()
    found = _member(text, _start(text), section)
    assert found is not None
    gone: list[Splice] = []
    keys = list(_parts(text, found.value))
    lost = []
    for key in keys:
        items = table[key.key]
        if not isinstance(items, list):
            continue
        left = [_left(item, wanted, within) for item in items]
        if left == items:
            continue
        parts = list(_parts(text, key.value))
        leaving = [part for part, item in zip(parts, left, strict=True) if item is _NOTHING]
        if len(leaving) == len(parts):
            lost.append(key)
            del table[key.key]
            continue
        gone += _removed(text, parts, leaving) if leaving else []
        for part, item, rest in zip(parts, items, left, strict=True):
            if rest is not _NOTHING and rest != item:
                inner = _member(text, part.value, within)
                assert inner is not None
                members = list(_parts(text, inner.value))
                gone += _removed(
                    text, members, [one for one, said in zip(members, item[within], strict=True) if wanted(said)]
                )
        table[key.key] = [rest for rest in left if rest is not _NOTHING]
    if lost and len(lost) == len(keys):
        del meant[section]
        gone = _removed(text, list(_parts(text, _start(text))), [found])
    elif lost:
        gone += _removed(text, keys, lost)
    return _checked(text, file, tuple(gone), meant)


def _made(table: dict[str, Any], key: str, empty: Any) -> Any:
    """What the key holds; `empty`, now there, where it holds nothing or null."""
    if table.get(key) is None:
        table[key] = empty
    return table[key]


def _left(item: Any, wanted: Callable[[Any], bool], within: str) -> Any:
    members = item.get(within) if isinstance(item, dict) else None
    if not isinstance(members, list) or not any(map(wanted, members)):
        return item
    rest = [one for one in members if not wanted(one)]
    return {**item, within: rest} if rest else _NOTHING


def _adding(text: str, section: str, items: Mapping[str, Any]) -> Iterator[Splice]:
    root = _start(text)
    found = _member(text, root, section)
    if found is None or _is_null(text, found):
        whole = {key: [item] for key, item in items.items()}
        yield _inserted(text, root, {section: whole}) if found is None else _filled(text, root, found, whole)
        return
    new = {}
    for key, item in items.items():
        array = _member(text, found.value, key)
        if array is None:
            new[key] = [item]
        elif _is_null(text, array):
            yield _filled(text, found.value, array, [item])
        else:
            yield _inserted(text, array.value, [item])
    if new:
        yield _inserted(text, found.value, new)


def _inserted(text: str, at: int, more: dict[str, Any] | list[Any]) -> Splice:
    """`more` behind the last part of the object or array at `at`, laid out as its neighbours are."""
    parts = list(_parts(text, at))
    close = parts[-1].stop if parts else at + 1
    while text[close] in SPACE:
        close += 1
    end = "\r\n" if "\r\n" in text else "\n"
    inside = text[at + 1 : parts[0].start] if parts else text[at + 1 : close]
    if "\n" not in inside and parts:  # all on one line, and so are we
        written = json.dumps(more, ensure_ascii=False)[1:-1]
        return Splice(parts[-1].stop, "", f", {written}")
    own = _indent(text, at)
    inner = inside.rsplit("\n", 1)[1] if parts else own + _step(text)
    step = inner.removeprefix(own) or " " * INDENT
    lines = json.dumps(more, ensure_ascii=False, indent=step).splitlines()[1:-1]
    body = end.join(own + line for line in lines)
    if parts:
        return Splice(parts[-1].stop, "", f",{end}{body}")
    return Splice(at + 1, text[at + 1 : close], f"{end}{body}{end}{own}")


def _is_null(text: str, part: Part) -> bool:
    return text[part.value : part.stop] == "null"


def _filled(text: str, at: int, part: Part, value: object) -> Splice:
    """`value` in place of the null of a part of the object at `at`, on one line where that is on one."""
    broken = "\n" in text[at + 1 : part.start]
    lines = json.dumps(value, ensure_ascii=False, indent=_step(text) if broken else None).splitlines()
    end, own = "\r\n" if "\r\n" in text else "\n", _indent(text, part.start)
    return Splice(part.value, "null", f"{end}{own}".join(lines))


def _removed(text: str, parts: Sequence[Part], leaving: Sequence[Part]) -> list[Splice]:
    """The parts out of the text, each with the comma that its leaving makes superfluous."""
    if len(leaving) == len(parts):
        return [Splice(parts[0].start, text[parts[0].start : parts[-1].stop], "")]
    gone, starts = [], {part.start for part in leaving}
    for number, part in enumerate(parts):
        if part.start not in starts:
            continue
        kept_before = any(one.start not in starts for one in parts[:number])
        start = parts[number - 1].stop if kept_before else part.start
        stop = part.stop if kept_before else parts[number + 1].start
        gone.append(Splice(start, text[start:stop], ""))
    return gone


def _parts(text: str, at: int) -> Iterator[Part]:
    """The parts of the object or array that begins at `at`."""
    table, at = text[at] == "{", _skip(text, at + 1)
    while text[at] not in "}]":
        start, key = at, ""
        if table:
            key, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        value = at
        _, at = _DECODER.raw_decode(text, at)
        yield Part(key, start, value, at)
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)


def _member(text: str, at: int, key: str) -> Part | None:
    return next((part for part in _parts(text, at) if part.key == key), None)


def _start(text: str) -> int:
    return _skip(text, len(BOM) if text.startswith(BOM) else 0)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in SPACE:
        at += 1
    return at


def _indent(text: str, at: int) -> str:
    """What stands before the first word of the line that `at` lies in."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _step(text: str) -> str:
    """By how much the text itself indents."""
    parts = list(_parts(text, _start(text)))
    inside = text[: parts[0].start] if parts else ""
    step = inside.rsplit("\n", 1)[1] if "\n" in inside else ""
    return step if step and not step.strip() else " " * INDENT


def _checked(text: str, file: str, splices: tuple[Splice, ...], meant: object) -> tuple[Splice, ...]:
    if parsed(applied(text, splices), file) != meant:
        raise _refused(file, "it is written in a way that we do not change")
    return splices


def _refused(file: str, why: str) -> UsageError:
    return UsageError(f"Nothing was changed: {file} cannot be edited: {why}.", "Correct that file, or edit it by hand.")
