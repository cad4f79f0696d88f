"""The closed door: every entry is judged by every inspector before it leaves, and leaves only if one of ours passed it.

The bus calls it after the plugins have answered, where no registration reaches. It never lets text through because
something failed.
"""

from collections.abc import Sequence

from remora_hookspecs.bus import checks
from remora_hookspecs.bus.ask import Answers, Asker
from remora_hookspecs.bus.registry import Hook
from remora_hookspecs.types import Entry, Verdict

NOT_INSPECTED = Verdict(action="block", kind="not inspected")


def judge(asker: Asker, hook: Hook, entries: Sequence[Entry], until: float) -> list[Verdict]:
    """One verdict for each entry. The detail of an entry is judged as a text of its own: a model reads it too."""
    details = [position for position, entry in enumerate(entries) if entry.detail]
    texts = (*entries, *(Entry(text=entries[position].detail) for position in details))
    answers = asker.ask(hook, (texts,), checks.verdicts(len(texts)), until)
    verdicts = [_together(answers, position) for position in range(len(texts))]
    for position, verdict in zip(details, verdicts[len(entries) :], strict=True):
        if verdicts[position].action != "block" and verdict.action == "block":
            verdicts[position] = verdict
    return verdicts[: len(entries)]


def placeholder(entry: Entry, verdict: Verdict) -> Entry:
    """What stands for a withheld entry. It names the note, so that a person can look it up."""
    return Entry(text=f"[BLOCKED: {verdict.kind or 'other'}]", note_id=entry.note_id)


UNSEEN = placeholder(Entry(text=""), NOT_INSPECTED)
"""What stands for any entry where no inspection took place at all."""


def _together(answers: Answers, position: int) -> Verdict:
    """Any block wins, ours before strangers'; without a word of ours nothing passes."""
    given: list[tuple[bool, Verdict]] = [(impl.ours, verdicts[position]) for impl, verdicts in answers]
    blocks = [(ours, verdict) for ours, verdict in given if verdict.action == "block"]
    if blocks:
        return max(blocks, key=lambda pair: pair[0])[1]
    passed = [verdict for ours, verdict in given if ours]
    if not passed:
        return NOT_INSPECTED
    return next((verdict for verdict in passed if verdict.action == "warn"), passed[0])
