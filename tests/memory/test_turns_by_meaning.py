"""Turns of a host's process with the bundled model, through the whole of wiring and bus."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from remora.settings import load
from remora.wiring import Remora, build
from remora_hookspecs import Session, Turn

SHOP = "shop-0a1b2c3d"
DAY = 86_400_000
DEPLOY = "Deploys go through the blue-green script in ops/deploy.sh"
Start = Callable[..., Remora]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """A process of its own over the one home, as it were, the model in memory where there is one."""
    started: list[Remora] = []

    def process(embedder: str = "minilm", **explicit: Any) -> Remora:
        settings = load(home=tmp_path / "home", environ={}, explicit={"embedder": embedder, **explicit})
        started.append(build(settings, host="tests", stays=True))
        meaning = started[-1].memory._meaning
        assert meaning is not None
        meaning.embedding.prepare()  # as the background does at the first turn
        return started[-1]

    yield process
    for remora in started:
        remora.close()


def asked(remora: Remora, text: str) -> list[str]:
    answer = remora.bus.context(Turn(session=Session(id=text, project=SHOP), id="1", text=text))
    return [entry.text for block in answer.blocks for entry in block.entries]


def told(remora: Remora, text: str, *, days_old: float = 0) -> None:
    at = remora.store.clock() - round(days_old * DAY)
    remora.memory.import_lines([json.dumps({"text": text, "namespace": SHOP, "created_at": at})], project=None)
    remora.memory.vectors.embed_waiting()


@pytest.mark.parametrize("embedder", ["minilm", "none"])
@pytest.mark.parametrize("days", [0, 60, 3_650])
def test_an_exact_match_is_shown_however_old_it_is(start: Start, embedder: str, days: int) -> None:
    remora = start(embedder)
    told(remora, DEPLOY, days_old=days)
    told(remora, "Marta is allergic to hazelnuts")
    assert asked(remora, "how do deploys go through the blue-green script?") == [DEPLOY]


def test_age_does_not_touch_what_admits_a_note(start: Start) -> None:
    gates = []
    for days in (0, 60):
        remora = start()
        told(remora, f"{DEPLOY}, since {days} days", days_old=days)
        hits = remora.memory.explain("how do deploys go through the blue-green script?", project=SHOP).hits
        gates.append({hit.note.text: hit.gate for hit in hits})
    (new,), old = gates[0].items(), gates[1]
    assert old[new[0]] == pytest.approx(new[1], abs=0.02)
    assert len(old) == 2
    assert min(old.values()) > 0.9


def test_the_seed_s_preset_falls_silent_as_the_seed_did(start: Start) -> None:
    remora = start(preset="sypi")
    told(remora, DEPLOY, days_old=60)
    assert asked(remora, "how do deploys go through the blue-green script?") == []


def test_a_note_is_found_without_a_shared_word_by_a_process_that_did_not_store_it(start: Start) -> None:
    told(start(), DEPLOY)
    other = start()
    assert [hit.note.text for hit in other.memory.search("how do we release to production", project=SHOP).hits] == [
        DEPLOY
    ]
    words = start("none").memory.search("how do we release to production", project=SHOP)
    assert (words.hits, words.mode) == ((), "words")


def test_a_conversation_is_ranked_by_transcript_in_a_host_s_process(start: Start) -> None:
    remora = start(preset="transcript")
    for at, text in enumerate(("Which port does staging have?", "It is 6543. I asked Anna.", "Lunch is at noon.")):
        line = {"text": text, "namespace": SHOP, "created_at": at + 1, "provenance": {"session_id": "s"}}
        remora.memory.import_lines([json.dumps(line)], project=None)
    remora.memory.vectors.embed_waiting()
    found = remora.memory.search("what is the port of the staging machine?", project=SHOP)
    assert (found.preset, found.mode) == ("transcript", "hybrid")
    assert [hit.note.text for hit in found.hits][:2] == ["Which port does staging have?", "It is 6543. I asked Anna."]


def test_a_conversation_that_begins_loads_the_model_for_its_first_turn(tmp_path: Path) -> None:
    remora = build(load(home=tmp_path / "home", environ={}, explicit={"embedder": "minilm"}), host="t", stays=True)
    meaning = remora.memory._meaning
    assert meaning is not None
    assert meaning.background is not None
    assert not meaning.embedder.ready
    remora.bus.session_start(Session(id="s", project=SHOP))
    assert meaning.background.join(30)
    assert meaning.embedder.ready
    remora.close()
