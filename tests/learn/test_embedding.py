"""Vectors for notes: with the note where the model is at hand, later where it is not, and never of two models mixed."""

import math
from collections.abc import Callable
from typing import Any

import pytest
from learn.models import Model, Senseless

from remora.embed import Choice, Current, Embedder, WordsOnly
from remora.embed.hashing import Hashing
from remora.errors import DiskFull, ModelUnavailable
from remora.learn import Draft, learn
from remora.learn import embedding as module
from remora.learn.embedding import CHUNK, Embedding, stored_identity
from remora.notes import Note
from remora.store import Outbox, Readers, Store, maintenance, meta, notes, sentences, vectors
from remora.upkeep.purging import purge
from remora.upkeep.switching import switch

SHOP = "shop-0a1b2c3d"
Make = Callable[..., Embedding]


@pytest.fixture
def embedding(store: Store) -> Make:
    """What embeds in one process, by default a short-lived one."""

    def make(model: Embedder, *, patient: bool = True, inside: bool = False) -> Embedding:
        return Embedding(store, model, Readers(stays=True), patient=patient, inside=inside)

    return make


def put(store: Store, text: str, embedding: Embedding | None = None) -> Note:
    return learn(store, Draft(text=text, namespace=SHOP), embedding=embedding).note


def vector_of(store: Store, note: Note, model: Embedder) -> bytes | None:
    db = store.read()
    row = vectors.identity(db, model.identity.name)
    return None if row is None else vectors.of_notes(db, row, [note.row]).get(note.row)


# with the note


def test_a_note_gets_the_vector_of_its_own_text_in_its_own_transaction(store: Store, embedding: Make, mocker) -> None:
    model, writes = Model(), mocker.spy(store, "write")
    made = embedding(model)
    assert made.prepare()
    before = writes.call_count
    note = put(store, "deploys need approval", made)
    assert writes.call_count == before + 1
    assert vector_of(store, note, model) == Hashing().passages(["deploys need approval"])[0].tobytes()
    assert (made.pending(), maintenance.integrity(store.read())) == (0, [])


def test_the_vector_is_of_the_text_without_its_secrets(store: Store, embedding: Make) -> None:
    model = Model()
    put(store, "DB_PASSWORD=tr0ub4dor!3 on staging", embedding(model))
    assert len(model.texts) == 1
    assert "tr0ub4dor" not in model.texts[0]


def test_a_known_text_writes_no_second_vector(store: Store, embedding: Make) -> None:
    made = embedding(Model())
    put(store, "deploys need approval", made)
    stamp = vectors.counter(store.read())
    put(store, "deploys  need approval", made)
    assert vectors.counter(store.read()) == stamp


def test_where_the_vector_cannot_be_written_there_is_no_note_either(store: Store, embedding: Make, mocker) -> None:
    mocker.patch.object(vectors, "put", side_effect=DiskFull("the disk is full"))
    with pytest.raises(DiskFull):
        put(store, "deploys need approval", embedding(Model()))
    assert notes.counts(store.read()).get(SHOP) is None


def test_a_process_that_stays_does_not_wait_for_a_model(store: Store, embedding: Make) -> None:
    model = Model()
    made = embedding(model, patient=False)
    note = put(store, "deploys need approval", made)
    assert (model.ready, vector_of(store, note, model), made.pending(), made.waits) == (False, None, 1, True)
    model.load()
    later = put(store, "rollbacks do not", made)
    assert vector_of(store, later, model) is not None
    assert (made.pending(), made.waits) == (1, False)


@pytest.mark.parametrize("kind", ["missing", "does not load", "fails on the text"])
def test_a_note_is_stored_without_a_vector_where_there_is_no_model(
    store: Store, embedding: Make, mocker, kind: str
) -> None:
    model: Any = WordsOnly("no model is here") if kind == "missing" else Model()
    if kind == "does not load":
        model.broken = True
    if kind == "fails on the text":
        mocker.patch.object(model, "passages", side_effect=ModelUnavailable("it failed"))
    note = put(store, "deploys need approval", embedding(model))
    assert notes.by_id(store.read(), note.id) == note
    assert vectors.counter(store.read()) == 0


WRONG = [[math.nan], [math.inf], [0.0], [0.5], [3.0, 4.0]]


@pytest.mark.parametrize("vector", WRONG)
def test_a_vector_that_is_none_is_not_written_and_the_note_is(
    store: Store, embedding: Make, vector: list[float]
) -> None:
    model = Senseless(vector)
    made = embedding(model)
    note = put(store, "an odd note", made)
    assert notes.by_id(store.read(), note.id) == note
    assert (vector_of(store, note, model), made.pending()) == (None, 1)


@pytest.mark.parametrize("vector", WRONG)
def test_one_note_that_the_model_fails_on_does_not_hold_up_the_others(
    store: Store, embedding: Make, vector: list[float]
) -> None:
    for text in ("an odd note", "deploys need approval", "rollbacks do not"):
        put(store, text)
    made = embedding(Senseless(vector))
    made.catch_up()
    assert made.pending() == 1
    assert made.settled  # it is not tried again until there is something new


def test_a_vector_of_another_width_is_never_written(store: Store, embedding: Make, mocker) -> None:
    model = Model()
    mocker.patch.object(model, "passages", side_effect=lambda texts: Hashing().passages(texts)[:, :-1].copy())
    note = put(store, "deploys need approval", embedding(model))
    assert vector_of(store, note, model) is None


# identities


def test_the_first_real_model_becomes_the_store_s_with_its_constants(store: Store, embedding: Make) -> None:
    made = embedding(Model())
    assert (made.identity, stored_identity(store.read())) == (None, None)
    assert made.prepare()
    assert made.identity is not None
    assert (made.identity.lo, made.identity.hi, made.identity.dup) == (0.1, 0.6, 0.92)
    assert stored_identity(store.read()) == "test/one@256#sum"


def test_the_hashing_embedder_leaves_the_store_free_for_a_real_one(store: Store, embedding: Make) -> None:
    assert embedding(Hashing()).prepare()
    assert stored_identity(store.read()) is None


def test_unknown_constants_are_measured_on_first_use_and_only_then(store: Store, embedding: Make, mocker) -> None:
    measuring = mocker.spy(module, "measured")
    first = embedding(Model(known=False))
    assert first.prepare()
    assert first.identity is not None
    assert None not in (first.identity.lo, first.identity.hi, first.identity.dup)
    assert first.prepare()
    again = embedding(Model(known=False))  # another process
    assert again.prepare()
    assert again.identity == first.identity
    assert measuring.call_count == 1


def test_a_model_that_does_not_load_is_not_adopted(store: Store, embedding: Make) -> None:
    model = Model()
    model.broken = True
    assert not embedding(model).prepare()
    assert (vectors.identity(store.read(), model.identity.name), stored_identity(store.read())) == (None, None)


def test_a_store_begun_with_words_embeds_its_notes_when_a_model_appears(store: Store, embedding: Make) -> None:
    words = embedding(WordsOnly("no model is here"))
    found = [put(store, text, words) for text in ("deploys need approval", "rollbacks do not")]
    model = Model()
    made = embedding(model)
    assert made.pending() == 2
    assert made.catch_up() == 2
    assert made.pending() == 0
    assert [vector_of(store, note, model) is not None for note in found] == [True, True]


def test_another_model_takes_nothing_over_and_leaves_no_vector(store: Store, embedding: Make) -> None:
    old, new = Model("one"), Model("two")
    first = put(store, "deploys need approval", embedding(old))
    made = embedding(new)
    assert not made.prepare()
    second = put(store, "rollbacks do not", made)
    assert made.catch_up() == 0
    assert stored_identity(store.read()) == old.identity.name
    assert [vector_of(store, note, new) for note in (first, second)] == [None, None]
    assert embedding(old).pending() == 1


def test_a_vector_that_was_made_before_the_store_was_switched_is_not_written(store: Store, embedding: Make) -> None:
    made = embedding(Model("one"))
    put(store, "deploys need approval", made)
    vector = made.of("rollbacks do not")
    assert vector is not None
    with store.write() as db:
        meta.put(db, meta.IDENTITY, "test/two@256#sum")
    note = put(store, "a fact")
    with store.write() as db:
        made.put(db, note, vector)
    assert vector_of(store, note, Model("one")) is None


def test_a_process_follows_the_store_to_another_model(store: Store, embedding: Make) -> None:
    one, two = Model("one"), Model("two")
    current = Current(Choice(one, "first"), lambda stored: Choice(two, f"the notes have {stored}"))
    made = Embedding(store, current, Readers(stays=True), patient=True, follow=current.follow)
    put(store, "deploys need approval", made)
    switch(store, two, lambda *_: None)
    note = put(store, "rollbacks do not", made)
    assert (vector_of(store, note, one), vector_of(store, note, two) is None) == (None, False)
    assert made.identity is not None
    assert (made.identity.name, made.pending()) == (two.identity.name, 0)
    assert current.why == "the notes have test/two@256#sum"


def test_a_switch_in_the_middle_of_a_run_leaves_no_vector_of_either(store: Store, embedding: Make, mocker) -> None:
    one, two = Model("one"), Model("two")
    current = Current(Choice(one, "first"), lambda stored: Choice(two, "then"))
    made = Embedding(store, current, Readers(stays=True), patient=True, follow=current.follow)
    put(store, "deploys need approval", made)
    plain = one.passages

    def meanwhile(texts: Any) -> Any:
        found = plain(texts)
        switch(store, two, lambda *_: None)
        current.follow(two.identity.name)  # another thread's question
        return found

    mocker.patch.object(one, "passages", side_effect=meanwhile)
    note = put(store, "rollbacks do not", made)
    assert [vector_of(store, note, model) for model in (one, two)] == [None, None]
    assert made.catch_up() == 1


# what waits


def test_what_waits_is_embedded_oldest_first(store: Store, embedding: Make) -> None:
    texts = [f"fact number {at}" for at in range(5)]
    for text in texts:
        put(store, text)
    model = Model()
    assert embedding(model).catch_up() == 5
    assert model.texts == texts


def test_each_chunk_is_kept_when_the_work_is_stopped(store: Store, embedding: Make) -> None:
    for at in range(CHUNK + 5):
        put(store, f"fact number {at}")
    made, asked = embedding(Model()), list[int]()

    def stop(done: int) -> bool:
        asked.append(done)
        return done > 0

    assert made.catch_up(stop) == CHUNK
    assert (asked, made.pending(), made.settled) == ([0, CHUNK], 5, False)
    assert made.catch_up() == 5
    assert (made.pending(), made.settled) == (0, True)


def test_work_that_is_stopped_at_once_embeds_nothing(store: Store, embedding: Make) -> None:
    put(store, "a fact")
    made = embedding(Model())
    assert made.catch_up(lambda done: True) == 0
    assert made.pending() == 1


def test_what_was_done_stays_done_when_the_model_breaks_in_the_middle(store: Store, embedding: Make) -> None:
    for at in range(CHUNK + 5):
        put(store, f"fact number {at}")
    model = Model()
    made = embedding(model)

    def breaks(done: int) -> bool:
        model.broken = done > 0
        return False

    assert made.catch_up(breaks) == CHUNK
    assert (made.pending(), made.settled) == (5, False)


def test_a_note_that_the_model_makes_no_vector_of_waits_no_more_once_it_was_tried(
    store: Store, embedding: Make
) -> None:
    made = embedding(Senseless((math.nan,)))
    put(store, "an odd note", made)
    assert (made.waiting(), made.pending()) == (1, 1)
    assert made.catch_up() == 0
    assert (made.waiting(), made.pending()) == (0, 1)
    put(store, "deploys need approval")
    put(store, "another odd note")
    assert made.waiting() == 2
    assert made.catch_up() == 1
    assert (made.waiting(), made.pending()) == (0, 2)
    assert embedding(Senseless((math.nan,))).waiting() == 0  # another process


def test_notes_go_on_waiting_for_a_model_that_makes_no_vector_of_anything(store: Store, embedding: Make) -> None:
    model = Senseless((math.nan,))
    put(store, "deploys need approval", embedding(model))
    model.says_odd = ""  # stands in every text
    put(store, "rollbacks do not")
    broken = embedding(model)
    assert broken.catch_up() == 0
    assert broken.waiting() == 1
    model.says_odd = "odd"
    assert broken.catch_up() == 1


def test_a_pass_that_was_stopped_gives_nothing_up(store: Store, embedding: Make) -> None:
    for at in range(CHUNK):
        put(store, f"odd fact number {at}")
    made = embedding(Senseless((math.nan,)))
    assert made.catch_up(lambda done: done > 0) == 0
    assert made.waiting() == CHUNK


def test_a_note_in_the_row_of_one_that_was_tried_and_purged_waits(store: Store, embedding: Make) -> None:
    made = embedding(Senseless((math.nan,)))
    put(store, "an odd note of old")
    odd = put(store, "an odd note")
    made.catch_up()
    assert made.waiting() == 0
    purge(store, Outbox(store), [odd])
    new = put(store, "deploys need approval")
    assert (new.row, made.waiting()) == (odd.row, 2)
    assert made.catch_up() == 1
    assert made.waiting() == 0


def test_what_one_model_makes_no_vector_of_waits_for_the_next(store: Store, embedding: Make) -> None:
    one = embedding(Senseless((math.nan,)))
    put(store, "an odd note", one)
    put(store, "deploys need approval", one)
    one.catch_up()
    assert one.waiting() == 0
    two = Model("two")
    assert embedding(two).waiting() == 2
    switch(store, two, lambda *_: None)
    assert (embedding(two).waiting(), embedding(two).pending()) == (0, 0)


def test_no_model_is_loaded_where_nothing_waits(store: Store, embedding: Make) -> None:
    model = Model()
    assert embedding(model).catch_up() == 0
    assert not model.ready


def test_a_note_that_is_purged_while_it_is_embedded_leaves_nothing(store: Store, embedding: Make, mocker) -> None:
    gone, kept = put(store, "a fact that goes"), put(store, "a fact that stays")
    model = Model()
    _meanwhile(mocker, model, lambda: _purge(store, gone))
    made = embedding(model)
    made.catch_up()
    assert (vector_of(store, gone, model), vector_of(store, kept, model) is None, made.pending()) == (None, False, 0)
    assert maintenance.integrity(store.read()) == []


def test_a_note_that_got_the_row_of_a_purged_one_does_not_get_its_vector(store: Store, embedding: Make, mocker) -> None:
    gone = put(store, "a fact that goes")
    model, new = Model(), list[Note]()

    def replaced() -> None:
        _purge(store, gone)
        new.append(put(store, "another fact in its place"))

    _meanwhile(mocker, model, replaced)
    made = embedding(model)
    made.catch_up()
    assert new[0].row == gone.row
    assert vector_of(store, new[0], model) != Hashing().passages([gone.text])[0].tobytes()
    assert not made.settled
    made.catch_up()
    assert vector_of(store, new[0], model) == Hashing().passages([new[0].text])[0].tobytes()


def test_it_is_settled_until_another_note_is_stored(store: Store, embedding: Make) -> None:
    made = embedding(Model())
    assert not made.settled
    put(store, "a fact", made)
    made.catch_up()
    assert made.settled
    put(store, "another, from a process without a model")
    assert not made.settled
    made.catch_up()
    assert made.settled


# sentences


PROSE = "Deploys need approval. Rollbacks do not. Nobody deploys on Fridays."


def test_sentences_are_embedded_after_the_notes_where_the_ranking_looks_at_them(store: Store, embedding: Make) -> None:
    prose, single = put(store, PROSE), put(store, "a single statement")
    model = Model()
    made = embedding(model, inside=True)
    made.catch_up()
    assert model.texts == [
        PROSE,
        "a single statement",
        "Deploys need approval.",
        "Rollbacks do not.",
        "Nobody deploys on Fridays.",
    ]
    assert made.identity is not None
    found = sentences.of_notes(store.read(), made.identity, [prose.row, single.row])
    assert [row for row, _ in found] == [prose.row] * 3
    assert found[1][1] == Hashing().passages(["Rollbacks do not."])[0].tobytes()
    assert made.settled


def test_a_note_is_looked_into_once(store: Store, embedding: Make) -> None:
    put(store, PROSE)
    model = Model()
    made = embedding(model, inside=True)
    made.catch_up()
    model.texts.clear()
    made.catch_up()
    assert model.texts == []


def test_other_rankings_have_no_sentences_embedded(store: Store, embedding: Make) -> None:
    put(store, PROSE)
    made = embedding(Model())
    made.catch_up()
    assert made.identity is not None
    assert store.read().execute("SELECT count(*) FROM sentence_vectors").get == 0


def _meanwhile(mocker, model: Model, work: Callable[[], Any]) -> None:
    """Let something happen between a chunk's reading and its writing, once."""
    inner, left = model.passages, [work]

    def passages(texts: Any) -> Any:
        rows = inner(texts)
        if left:
            left.pop()()
        return rows

    mocker.patch.object(model, "passages", passages)


def _purge(store: Store, note: Note) -> None:
    with store.write() as db:
        notes.delete(db, note)
