"""Reads what a model wrote: the one list of items in it, each checked by itself. Pure; never raises for any text.

Called by capture and dream with a pydantic model of an item. Good items are kept whatever stands beside them; what is
dropped is told with a reason that repeats nothing of the answer. It never judges whether an item is true.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

MOST_CHARS = 65_536  # twelve facts with their quotes are 8,000 characters; past this a model talks to itself
MOST_LISTS = 8  # drafts before the answer that are tried; a text made of brackets costs no more
MOST_BROKEN = 32  # items that are no JSON before the rest of a list is given up: each may cost a look at all of it
INTEGER_DIGITS = 18  # longer ones are no count of ours, and Python refuses to read some

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL)
_BETWEEN = re.compile(r"[\s,]*")
_BARE = re.compile(r"\[(?=\s*[\{\]])")  # a list of objects, or an empty one
_NEXT = re.compile(r'\{\s*"')

Item = TypeVar("Item", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Dropped:
    """An item that was not taken, by its place in the list from 0; None is the answer as a whole."""

    place: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Answer(Generic[Item]):
    """`understood`: there was a list to read, even an empty one. Otherwise nothing is known of the question."""

    items: tuple[Item, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    understood: bool = True


def read(text: str | None, item: type[Item], *, key: str, most: int) -> Answer[Item]:
    """The first `most` valid items of the list that stands under `key`, or bare, in a model's answer.

    Fences, prose and thoughts around it do not matter. Of several lists the first with a valid item counts; one that
    breaks off gives the items before the break.
    """
    if not text or not text.strip():
        return Answer(understood=False, dropped=(Dropped(None, "no answer"),))
    clean = _THOUGHT.sub("", text[:MOST_CHARS])
    first: Answer[Item] | None = None
    for start in _lists(clean, key):
        answer = _checked(_values(clean, start), item, most)
        if answer.items:
            return answer
        first = first or answer
    return first or Answer(understood=False, dropped=(Dropped(None, "no list in it"),))


def _lists(text: str, key: str) -> Iterator[int]:
    """Where lists begin, those under the key first."""
    named = [match.end() for match in re.finditer(rf'"{re.escape(key)}"\s*:\s*\[', text)]
    bare = [match.end() for match in _BARE.finditer(text)]
    yield from dict.fromkeys((named + bare)[:MOST_LISTS])


def _values(text: str, place: int) -> Iterator[object]:
    """The values of the list that begins at `place`, one at a time; a `ValueError` stands for one that is no JSON."""
    broken = 0
    while broken < MOST_BROKEN:
        place = _after(text, place)
        if text[place : place + 1] in ("]", ""):
            return
        try:
            value, place = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            broken += 1
            value = ValueError()
            following = _NEXT.search(text, place + 1)
            place = following.start() if following else len(text)
        yield value


def _checked(values: Iterator[object], item: type[Item], most: int) -> Answer[Item]:
    good: list[Item] = []
    dropped: list[Dropped] = []
    for place, value in enumerate(values):
        if isinstance(value, ValueError):
            dropped.append(Dropped(place, "no JSON"))
            continue
        try:
            checked = item.model_validate(value)
        except ValidationError as error:
            dropped.append(Dropped(place, _reason(error)))
            continue
        if len(good) < most:
            good.append(checked)
        else:
            dropped.append(Dropped(place, f"more than {most}"))
    return Answer(tuple(good), tuple(dropped))


def _reason(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]


def _after(text: str, place: int) -> int:
    between = _BETWEEN.match(text, place)
    return between.end() if between else place


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= INTEGER_DIGITS else float("inf")


_DECODER = json.JSONDecoder(parse_int=_integer, strict=False)
