"""Small changes of a text that leave every other character as it is, and can be taken back exactly. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Splice:
    """At character `at` of the text before, `old` becomes `new`."""

    at: int
    old: str
    new: str


def applied(text: str, splices: Sequence[Splice]) -> str:
    """The text with the splices, which do not overlap."""
    for splice in sorted(splices, key=lambda one: one.at, reverse=True):
        text = text[: splice.at] + splice.new + text[splice.at + len(splice.old) :]
    return text


def reversed_(splices: Sequence[Splice]) -> tuple[Splice, ...]:
    """What takes the splices back."""
    moved, back = 0, []
    for splice in sorted(splices, key=lambda one: one.at):
        back.append(Splice(splice.at + moved, splice.new, splice.old))
        moved += len(splice.new) - len(splice.old)
    return tuple(back)
