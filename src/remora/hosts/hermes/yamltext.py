"""Small changes of a YAML text that leave every other byte as it is: an item of a list, a value. Pure.

Each returns splices, so that the change can be taken back exactly. What cannot be changed safely is refused: the text
is read again afterwards, and must say what was meant and nothing else.
"""

from collections.abc import Callable
from typing import Any

import yaml

from remora.errors import UsageError
from remora.hosts.splices import Splice, applied


def parsed(text: str) -> dict[str, Any]:
    """What the text says. Raises UsageError where it is no YAML mapping."""
    try:
        found = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError) as error:
        raise _refused("it is not YAML") from error
    if found is not None and not isinstance(found, dict):
        raise _refused("it is not a mapping")
    return found or {}


def with_item(text: str, section: str, key: str, item: str) -> tuple[Splice, ...]:
    """`item` in the list `section.key`, which is made where it is not there."""
    meant, table = _meant(text, section)
    items = table.get(key) or []
    if not isinstance(items, list):
        raise _refused(f"{section}.{key} is no list")
    if item in items:
        return ()
    table[key] = [item, *items]
    end = _newline(text)

    def value(column: int) -> str:
        return f"{key}:{end}{' ' * column}- {item}"

    found = _placed(text, section, key, value, flow=f"{key}: [{item}]")
    if found is None:
        node = _value(_value(_root(text), section), key)
        found = _into_list(text, node, item, end)
    return _checked(text, found, meant, loose=(section, key))


def without_item(text: str, section: str, key: str, item: str) -> tuple[Splice, ...]:
    """The list `section.key` without `item`."""
    if not isinstance(parsed(text).get(section), dict):
        return ()
    meant, table = _meant(text, section)
    items = table.get(key)
    if not isinstance(items, list) or item not in items:
        return ()
    table[key] = [one for one in items if one != item]
    node = _value(_value(_root(text), section), key)
    places = [n for n, one in enumerate(node.value) if one.value == item]
    if len(places) > 1:
        raise _refused(f"{section}.{key} names {item} twice")
    return _checked(text, _out_of_list(text, node, places[0]), meant)


def with_value(text: str, section: str, key: str, value: str) -> tuple[Splice, ...]:
    """`section.key` with this plain value."""
    meant, table = _meant(text, section)
    if table.get(key) == value:
        return ()
    table[key] = value
    plain = value or "''"
    found = _placed(text, section, key, lambda column: f"{key}: {plain}", flow=f"{key}: {plain}")
    if found is None:
        node = _value(_value(_root(text), section), key)
        if not isinstance(node, yaml.ScalarNode):
            raise _refused(f"{section}.{key} is no plain value")
        start, stop = node.start_mark.index, node.end_mark.index
        written = plain if text[:start].endswith((" ", "\t")) else f" {plain}"
        found = Splice(start, text[start:stop], written)
    return _checked(text, found, meant)


def _meant(text: str, section: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the text says, and its section as a table of its own: an alias of it is not to change with it."""
    meant = parsed(text)
    table = meant.get(section) or {}
    if not isinstance(table, dict):
        raise _refused(f"{section} is no mapping")
    meant[section] = dict(table)
    return meant, meant[section]


def _placed(text: str, section: str, key: str, value: Callable[[int], str], *, flow: str) -> Splice | None:
    """The key with its value where the section does not have it yet; None where it does.

    `value` writes key and value for the column that they stand in, `flow` between braces.
    """
    end, root = _newline(text), _root(text)
    table = _value(root, section)
    if table is None:
        if isinstance(root, yaml.MappingNode) and root.flow_style:
            raise _refused("all of it stands between braces")
        before = end if text and not text.endswith("\n") else ""
        return Splice(len(text), "", f"{before}{section}:{end}  {value(2)}{end}")
    if isinstance(table, yaml.ScalarNode) and table.tag == "tag:yaml.org,2002:null":
        if table.value:
            start = table.start_mark.index
            return Splice(start, table.value, f"{end}  {value(2)}")
        at = _line_end(text, table.start_mark.index)
        return Splice(at, "", f"{end}  {value(2)}")
    if not isinstance(table, yaml.MappingNode):
        raise _refused(f"{section} is no mapping")
    if _value(table, key) is not None:
        return None
    if table.flow_style:
        at = table.start_mark.index + 1
        return Splice(at, "", f"{flow}, " if table.value else flow)
    at, column = table.start_mark.index, table.start_mark.column
    return Splice(at, "", f"{value(column)}{end}{' ' * column}")


def _into_list(text: str, node: yaml.Node, item: str, end: str) -> Splice:
    if isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null":
        start = node.start_mark.index
        written = f"[{item}]" if text[:start].endswith((" ", "\t")) else f" [{item}]"
        return Splice(start, node.value, written)
    if not isinstance(node, yaml.SequenceNode):
        raise _refused("the list of plugins is none")
    at, column = node.start_mark.index, node.start_mark.column
    if node.flow_style:
        return Splice(at + 1, "", f"{item}, " if node.value else item)
    return Splice(at, "", f"- {item}{end}{' ' * column}")


def _out_of_list(text: str, node: yaml.SequenceNode, place: int) -> Splice:
    items = node.value
    if len(items) == 1:
        start, stop = node.start_mark.index, items[0].end_mark.index
        if node.flow_style:
            return Splice(node.start_mark.index, text[start : node.end_mark.index], "[]")
        line = text.rindex("\n", 0, start)  # a block list begins on a line of its own
        start = line - 1 if text[line - 1] == "\r" else line
        return Splice(start, text[start:stop], " []")
    if node.flow_style:
        if place:
            start, stop = items[place - 1].end_mark.index, items[place].end_mark.index
        else:
            start, stop = items[0].start_mark.index, items[1].start_mark.index
        return Splice(start, text[start:stop], "")
    dash = text.rindex("-", 0, items[place].start_mark.index)
    start = text.rfind("\n", 0, dash) + 1
    stop = min(_line_end(text, items[place].end_mark.index) + len(_newline(text)), len(text))
    return Splice(start, text[start:stop], "")


def _checked(text: str, splice: Splice, meant: object, loose: tuple[str, str] | None = None) -> tuple[Splice, ...]:
    """The splice, if the text then says what was meant; a list that is `loose` may have its items in another order."""
    try:
        says = yaml.safe_load(applied(text, [splice]))
    except (yaml.YAMLError, RecursionError) as error:
        raise _refused("it is written in a way that we do not change") from error
    if loose and isinstance(says, dict) and isinstance(meant, dict):
        section, key = loose
        for one in (says, meant):
            one[section] = {**(one.get(section) or {})}
            one[section][key] = sorted(map(str, one[section].get(key) or ()))
    if says != meant:
        raise _refused("it is written in a way that we do not change")
    return (splice,)


def _root(text: str) -> yaml.Node | None:
    return yaml.compose(text, Loader=yaml.SafeLoader)


def _value(node: yaml.Node | None, key: str) -> Any:
    if not isinstance(node, yaml.MappingNode):
        return None
    return next((value for name, value in node.value if name.value == key), None)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _line_end(text: str, at: int) -> int:
    """Where the line that `at` lies in ends, before its newline."""
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    return end - 1 if end > at and text[end - 1] == "\r" else end


def _refused(why: str) -> UsageError:
    return UsageError(
        f"Nothing was changed: Hermes's config.yaml cannot be edited: {why}.",
        "See docs/hermes.md for the lines by hand.",
    )
