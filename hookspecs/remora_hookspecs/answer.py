"""What a host gets back for an event: the blocks to show, and what was withheld from them."""

from dataclasses import dataclass

from remora_hookspecs.render import render
from remora_hookspecs.types import Block, Entry, Verdict


@dataclass(frozen=True, slots=True)
class Withheld:
    """An entry that the inspection kept back: as the plugin `source` gave it, and why."""

    entry: Entry
    verdict: Verdict
    source: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The inspected blocks, in order, each within the budget. False where there is nothing to show.

    `withheld` is for the log of blocked text, never for a model: in the blocks a placeholder stands for it.
    """

    blocks: tuple[Block, ...] = ()
    withheld: tuple[Withheld, ...] = ()

    @property
    def text(self) -> str:
        """The blocks as the text to hand to the model, "" where there are none."""
        return render(self.blocks)

    def __bool__(self) -> bool:
        return bool(self.blocks)


NOTHING = Answer()
