"""The formulas of `sypi`, `transcript` and the centred cosine, against numbers worked out by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recall.making import GLOBAL, NOW, PROJECT, candidate, even, fill, known, note

from remora.notes import Note
from remora.recall import PRESETS, Request, preset_named, recall
from remora.recall.gate import admission
from remora.recall.meaning import ENOUGH_FOR_A_MEAN, nearness
from remora.recall.nearness import Nearness, Sense
from remora.recall.score import Scored, importance_bonus, rank, sentence
from remora.recall.voices import Candidate
from remora.store import Store, notes, sentences, vectors
from remora.store.matrix import Matrix
from remora.store.vectors import Identity

SYPI, TRANSCRIPT = preset_named("sypi"), preset_named("transcript")
EAST = (1.0, 0.0)


@pytest.fixture
def identity(store: Store) -> Identity:
    with store.write() as db:
        return vectors.put_identity(db, "test/flat@2#none", lo=0.2, hi=0.8, dup=0.92)


@pytest.fixture
def sense(identity: Identity) -> Sense:
    return Sense(np.array(EAST, np.float32), identity, Matrix(identity, 2))


def unit(degrees: float) -> tuple[float, float]:
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


def near(made: Note, cosine: float, *, inside: float | None = None, beside: tuple[int, ...] = ()) -> Candidate:
    """A candidate for the query "port", this near to it."""
    return replace(candidate(made, "port"), nearness=Nearness(cosine, cosine, inside), beside=beside)


def by_id(ranked: list[Scored]) -> dict[str, Scored]:
    return {one.candidate.note.id: one for one in ranked}


# sypi: (.7 · cosine + .3 · bm25 / best) · source · .5 ^ (days / 7) + .10 · (rating − .5), floor .35 behind all of it


@pytest.fixture
def seed(sense: Sense) -> dict[str, Scored]:
    pool = [
        near(note("port", note_id="week", days_old=7), 0.8),
        near(note("quay", note_id="global", namespace=GLOBAL, days_old=700), 0.5),
        near(note("port", note_id="fortnight", days_old=14), 0.9),
        near(note("port", note_id="old", days_old=60), 1.0),
        near(note("quay", note_id="rated", importance=1.0), 0.5),
    ]
    return by_id(rank(pool, ("port",), even("port"), known(5, port=3), NOW, SYPI, sense))


@pytest.mark.parametrize(
    ("note_id", "score"),
    [
        ("week", 0.43),  # (.7 · .8 + .3 · 1) · 1 · .5
        ("global", 0.315),  # .7 · .5 · .9, which does not age
        ("fortnight", 0.2325),  # (.7 · .9 + .3) · 1 · .25
        ("old", 0.002629),  # (.7 + .3) · .5 ^ (60 / 7): no bound
        ("rated", 0.40),  # .7 · .5 + .10 · .5
    ],
)
def test_the_seed_s_score_by_hand(seed: dict[str, Scored], note_id: str, score: float) -> None:
    assert seed[note_id].score == pytest.approx(score, abs=1e-6)


def test_the_seed_s_floor_lies_behind_the_decay(seed: dict[str, Scored]) -> None:
    assert SYPI.floor == 0.35
    admitted = {name for name, one in seed.items() if admission(one.stages, SYPI) >= SYPI.floor}
    assert admitted == {"week", "rated"}
    assert all(admission(one.stages, SYPI) == one.score for one in seed.values())


def test_the_seed_s_plain_cosine_knows_no_mean(sense: Sense) -> None:
    made = replace(candidate(note("quay"), "port"), nearness=Nearness(0.8, -0.9))
    (one,) = rank([made], ("port",), even("port"), known(1, port=0), NOW, SYPI, sense)
    assert one.score == pytest.approx(0.56)


# transcript: .75 · sen + .15 · words + .10 · tri + .3 · what stands beside


def test_a_sentence_counts_as_much_as_its_note() -> None:
    assert sentence(Nearness(0.6, 0.6, 0.8)) == pytest.approx(0.7)
    assert sentence(Nearness(0.6, 0.6, 0.1)) == pytest.approx(0.6)  # the note itself is among its parts
    assert sentence(Nearness(0.6, 0.6)) == pytest.approx(0.6)
    assert sentence(Nearness(0.9, 0.5, 0.6)) == pytest.approx(0.55)  # centred, not plain


def test_the_transcript_s_score_by_hand(sense: Sense) -> None:
    # Rows 1, 2, 3 of one conversation. Alone: "port" .75·.2 + .15·1 + .10·1 = .40; "quay" .75·(.6 + .8)/2 = .525;
    # "dock" .75·.1 = .075. Beside, by 1 / distance: port (.525 + .075/2) / 1.5 = .375; quay (.40 + .075) / 2 = .2375;
    # dock (.40/2 + .525) / 1.5 = .483333. Whole: alone + .3 · beside.
    pool = [
        near(note("port", note_id="port", row=1), 0.2, beside=(2, 3)),
        near(note("quay", note_id="quay", row=2), 0.6, inside=0.8, beside=(1, 3)),
        near(note("dock", note_id="dock", row=3), 0.1, beside=(1, 2)),
    ]
    found = by_id(rank(pool, ("port",), even("port"), known(3, port=1), NOW, TRANSCRIPT, sense))
    assert {name: one.stages["beside"] for name, one in found.items()} == pytest.approx(
        {"port": 0.375, "quay": 0.2375, "dock": 0.483333}, abs=1e-6
    )
    assert {name: one.score for name, one in found.items()} == pytest.approx(
        {"port": 0.5125, "quay": 0.59625, "dock": 0.22}, abs=1e-6
    )


def test_a_message_without_neighbours_has_nothing_beside(sense: Sense) -> None:
    pool = [near(note("quay"), 0.6), near(note("dock", note_id="bbbb", row=2), 0.5, beside=(77,))]
    found = rank(pool, ("port",), even("port"), known(2, port=0), NOW, TRANSCRIPT, sense)
    assert [one.stages["beside"] for one in found] == [0.0, 0.0]


def test_the_nearest_sentence_of_each_note_is_found_in_the_store(store: Store, sense: Sense) -> None:
    fill(store, [note("One thing. Another thing.", note_id="aaaa"), note("a single statement", note_id="bbbb")])
    with store.write() as db:
        for note_id, degrees, parts in (("aaaa", 60, (80, 20, 50)), ("bbbb", 40, ())):
            found = notes.by_id(db, note_id)
            assert found is not None
            vectors.put(db, found, sense.identity, unit(degrees), 2)
            sentences.put(db, found.row, sense.identity, [_bytes(unit(part)) for part in parts], 2)
    looked = nearness(store.read(), PROJECT, replace(sense, inside=True), (), 10)
    assert [one.inside for _, one in sorted(looked.items())] == [pytest.approx(unit(20)[0], abs=1e-6), None]
    plain = nearness(store.read(), PROJECT, sense, (), 10)
    assert [one.inside for one in plain.values()] == [None, None]


def test_an_answer_without_a_word_of_the_question_follows_its_neighbour(store: Store, sense: Sense) -> None:
    # "a" asks, "b" answers, "c" is from another conversation and no nearer in meaning than "b".
    fill(
        store,
        [note("which port?", note_id="aaaa"), note("it is 8001", note_id="bbbb"), note("it was 9000", note_id="cccc")],
    )
    with store.write() as db:
        for note_id, degrees in (("aaaa", 5), ("bbbb", 70), ("cccc", 70)):
            found = notes.by_id(db, note_id)
            assert found is not None
            vectors.put(db, found, sense.identity, unit(degrees), 2)
        db.execute("UPDATE notes SET session_id = 's1' WHERE id <> 'cccc'")
    request = Request(query="which port?", now=NOW, project=PROJECT, limit=3)
    found = recall(store, request, TRANSCRIPT, lambda query: sense).hits
    assert [hit.note.id for hit in found] == ["aaaa", "bbbb", "cccc"]
    assert found[1].score - found[2].score == pytest.approx(0.3 * found[1].stages["beside"], abs=1e-6)


# scaled: .45 · u + .15 · words + .10 · tri, u = (cosine − .2) / (.8 − .2) here


def test_the_scaled_score_by_hand(sense: Sense) -> None:
    # "port": .45 · (.5 − .2)/.6 + .15 · 1 + .10 · 1; "quay": .45 · (.86 − .2)/.6, and neither a word nor a trigram
    pool = [near(note("port", note_id="port"), 0.5), near(note("quay", note_id="quay", row=2), 0.86)]
    found = by_id(rank(pool, ("port",), even("port"), known(2, port=1), NOW, preset_named("scaled"), sense))
    assert {name: one.score for name, one in found.items()} == pytest.approx({"port": 0.475, "quay": 0.495}, abs=1e-6)


# what all presets share


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_an_unrated_note_s_bonus_is_exactly_zero_in_every_preset(name: str, sense: Sense) -> None:
    assert importance_bonus(note("port"), PRESETS[name]) == 0.0
    pool = [near(note("port"), 0.5), near(note("port", note_id="bbbb", row=2), 0.4)]
    for one in rank(pool, ("port",), even("port"), known(2, port=2), NOW, PRESETS[name], sense):
        assert one.stages["importance"] == 0.0


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), extra=st.integers(0, 20))
def test_the_centred_cosine_is_the_cosine_without_the_mean_of_the_live_notes(
    tmp_path_factory: pytest.TempPathFactory, seed: int, extra: int
) -> None:
    """Against the definition, n(q − m) · n(v − m), while notes come, change, go and are archived."""
    store, random = Store.open(tmp_path_factory.mktemp("home")), np.random.default_rng(seed)
    count, width = ENOUGH_FOR_A_MEAN + extra, 8
    lines = random.standard_normal((count + 3, width)).astype(np.float32) + 1.0  # they share a direction
    lines /= np.linalg.norm(lines, axis=1, keepdims=True)
    fill(store, [note(f"fact {at}", note_id=f"n{at:03}") for at in range(count + 3)])
    with store.write() as db:
        identity = vectors.put_identity(db, f"test/random@{width}#none", lo=0.0, hi=1.0)
        made = [found for at in range(count + 3) if (found := notes.by_id(db, f"n{at:03}")) is not None]
        vectors.put(db, made[0], identity, lines[1].tobytes(), width)
        for one, line in zip(made, lines, strict=True):
            vectors.put(db, one, identity, line.tobytes(), width)
        notes.archive(db, made[-1], 1)
        notes.delete(db, made[-2])
        notes.move(db, made[-3], GLOBAL, 1)
    live, query = lines[:count].astype(np.float64), lines[0]
    wanted = live - live.mean(axis=0)
    asked = query - live.mean(axis=0)
    by_hand = (wanted @ asked) / (np.linalg.norm(wanted, axis=1) * np.linalg.norm(asked))
    found = nearness(store.read(), PROJECT, Sense(query, identity, Matrix(identity, width)), (), count)
    assert [found[one.row].centred for one in made[:count]] == pytest.approx(by_hand, abs=1e-4)
    store.close()


def _bytes(vector: tuple[float, float]) -> bytes:
    return np.array(vector, np.float32).tobytes()
