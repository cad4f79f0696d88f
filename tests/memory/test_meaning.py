"""Recall by meaning through the facade: every preset, either reader, processes that stay and processes that end."""

from pathlib import Path

import pytest

from remora.recall import PRESETS
from remora.wiring import build, settings_of
from remora_hookspecs import Session, Turn

SHOP = "shop-0a1b2c3d"
FACTS = tuple(
    f"Meeting {number}. We talked about the {subject} of region {number % 7}. Nobody wrote down a decision."
    for number, subject in enumerate(("harbour", "lighthouse", "bridge", "railway", "market") * 14)
)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_gives_the_same_notes_with_either_reader(preset: str, tmp_path: Path) -> None:
    found = {}
    for reader, stays in (("matrix", True), ("matrix", False), ("sqlite-vec", False)):
        explicit = {"preset": preset, "reader": reader, "embedder": "hashing"}
        remora = build(settings_of(home=tmp_path, explicit=explicit), stays=stays)
        remora.memory.import_lines([f'{{"text": "{fact}"}}\n' for fact in FACTS], project=SHOP)
        remora.memory.vectors.embed_waiting()
        hits = remora.memory.search("the harbour of region 3", project=SHOP, limit=10).hits
        found[reader, stays] = [(hit.note.text, round(hit.score, 4)) for hit in hits]
        session = Session(id=f"{reader}-{stays}", host="tests", project=SHOP)
        turn = Turn(session=session, id="1", text="Meeting about the harbour of region 3")
        assert "harbour of region 3" in remora.bus.context(turn).text
        remora.close()
    (first, *others) = found.values()
    assert len(first) == 10
    assert "harbour of region 3" in first[0][0]
    assert all(other == first for other in others)
