"""Takes out what may not be said: below the floor, shown before, standing in the turn, said by a better note. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from remora.recall.gate import admission
from remora.recall.presets import Preset
from remora.recall.request import Hit, Request
from remora.recall.score import Scored
from remora.text import plain, stands_in

BELOW = "below the floor"
WITHHELD = "withheld: the scan takes it for an attack"
SHOWN = "already shown in this session"
STANDING = "already stands in the turn"
REPEATED = "says the same as a better note"


@dataclass(frozen=True, slots=True)
class Weighed:
    """A ranked note with its admission; `why` is empty where it may be said."""

    hit: Hit
    why: str = ""


def weigh(ranked: Iterable[Scored], request: Request, preset: Preset, silence: str = "") -> Iterator[Weighed]:
    """Each ranked note, in order, with its gate and the first reason against it. `silence` is one against all."""
    standing = ""  # made when the first note needs it: a turn may bring long messages
    said: set[str] = set()
    for scored in ranked:
        note = scored.candidate.note
        hit = Hit(note, scored.score, admission(scored.stages, preset), scored.stages)
        why = _against(hit, request, silence)
        if not why and request.floor is not None:
            standing = standing or plain(request.standing)
            text = plain(note.text)
            if stands_in(text, standing):
                why = STANDING
            elif text in said:
                why = REPEATED
            said.add(text)
        yield Weighed(hit, why)


def _against(hit: Hit, request: Request, silence: str) -> str:
    """What speaks against a note before its text is looked at."""
    if request.floor is not None and silence:
        return silence
    if request.floor is not None and hit.gate < request.floor:
        return BELOW
    if hit.note.id in request.withheld:
        return WITHHELD
    return SHOWN if hit.note.id in request.exclude else ""
