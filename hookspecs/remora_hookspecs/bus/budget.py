"""How much of the blocks fits: whole entries, no note from two blocks. Pure."""

from collections.abc import Iterable, Sequence

from remora_hookspecs.render import FENCE_CHARS, cost
from remora_hookspecs.types import Block, Entry


def fit(blocks: Sequence[Block], ranked: Iterable[int], chars: int) -> list[Block]:
    """`blocks` in their order, cut to what renders in at most `chars` characters, empty ones left out.

    `ranked` are the positions of the blocks in the order in which they may take room. An entry that does not fit is
    left out whole and smaller ones behind it still get their chance.
    """
    room = chars - FENCE_CHARS
    notes: set[str] = set()
    kept: dict[int, tuple[Entry, ...]] = {}
    for position in ranked:
        chosen = []
        for entry in blocks[position].entries:
            price = cost((entry,))
            if price <= room and entry.note_id not in notes:
                room -= price
                chosen.append(entry)
        kept[position] = tuple(chosen)
        notes.update(entry.note_id for entry in chosen if entry.note_id is not None)
    return [
        Block(entries=kept[position], source=block.source)
        for position, block in enumerate(blocks)
        if kept.get(position)
    ]
