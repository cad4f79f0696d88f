"""One call from the question to the inspected answer: ask, cut to the budget, inspect.

`Bus` and the toolbox call it. It fires nothing by itself and calls no callback.
"""

from collections.abc import Callable, Sequence

from remora_hookspecs.answer import NOTHING, Answer, Withheld
from remora_hookspecs.bus import checks
from remora_hookspecs.bus.ask import Asker, Watch
from remora_hookspecs.bus.budget import fit
from remora_hookspecs.bus.inspection import judge, placeholder
from remora_hookspecs.bus.registry import Hook, Registry
from remora_hookspecs.types import Block, Entry

INSPECTORS_SHARE = 0.2  # of a call's clock that late plugins cannot take from strangers' inspectors


class Engine:
    """Registry and asker of one bus, and what they do together."""

    def __init__(self, clock: Callable[[], float], watch: Watch | None) -> None:
        self.clock = clock
        self.registry = Registry()
        self.asker = Asker(clock, watch)

    def advise(self, event: str, payload: object, kept: Sequence[Block], chars: int, until: float) -> Answer:
        """All plugins' blocks for `event`, behind `kept`, in at most `chars` characters, inspected."""
        found = self.asker.ask(self.registry.hooks[event], (payload,), checks.block, self._plugins_until(until))
        if not found and not kept:
            return NOTHING
        blocks = [*kept, *(block for _, block in found)]
        ranks = [0] * len(kept) + [1 if impl.ours else 2 for impl, _ in found]
        fitting = fit(blocks, sorted(range(len(blocks)), key=ranks.__getitem__), chars)
        answer = self.inspected(fitting, until)
        if answer.withheld:  # a placeholder may be longer than the text it stands for
            return Answer(tuple(fit(answer.blocks, range(len(answer.blocks)), chars)), answer.withheld)
        return answer

    def tell(self, event: str, arguments: tuple[object, ...], until: float) -> None:
        """Let all plugins know of `event`."""
        self.asker.ask(self.registry.hooks[event], arguments, checks.told, until)

    def inspected(self, blocks: Sequence[Block], until: float) -> Answer:
        """`blocks` with a placeholder for each entry that is withheld."""
        entries = [entry for block in blocks for entry in block.entries]
        if not entries:
            return NOTHING
        verdicts = iter(judge(self.asker, self.registry.hooks["inspect"], entries, until))
        passed: list[Block] = []
        withheld: list[Withheld] = []
        for block in blocks:
            shown: list[Entry] = []
            for entry in block.entries:
                verdict = next(verdicts)
                if verdict.action == "block":
                    withheld.append(Withheld(entry, verdict, block.source))
                    entry = placeholder(entry, verdict)
                shown.append(entry)
            passed.append(Block(entries=tuple(shown), source=block.source))
        return Answer(tuple(passed), tuple(withheld))

    def first_text(self, hook: Hook, arguments: tuple[object, ...], until: float) -> str | None:
        """The first plugin's text, asked one after the other: each question may cost money."""
        impls = sorted((*hook.ours, *hook.strangers), key=lambda impl: impl.place)
        for position, impl in enumerate(impls):
            now = self.clock()
            share = now + (until - now) / (len(impls) - position)  # one that is late leaves the others their share
            only = Hook(ours=(impl,)) if impl.ours else Hook(strangers=(impl,))
            for _, text in self.asker.ask(only, arguments, checks.text, share):
                return str(text)
        return None

    def _plugins_until(self, until: float) -> float:
        if not self.registry.hooks["inspect"].strangers:
            return until
        return until - (until - self.clock()) * INSPECTORS_SHARE
