"""A store gets another model's vectors: resumable, each note once, searches right meanwhile."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from learn.models import Model, Senseless

from remora.embed import Choice, Current
from remora.embed.hashing import Hashing
from remora.errors import ModelUnavailable, Refused
from remora.learn import Draft, learn
from remora.learn.embedding import Embedding, stored_identity
from remora.notes import Note
from remora.recall import PRESETS, Request, Senses, recall
from remora.store import Readers, Store, leases, maintenance, switches, vectors
from remora.upkeep import purging, switching
from remora.upkeep.switching import CHUNK, LEASE, STALE_MS, cost, give_up, switch, under_way

SHOP = "shop-0a1b2c3d"


def quiet(*_: object) -> None: ...


def put(store: Store, text: str, embedding: Embedding | None = None) -> Note:
    return learn(store, Draft(text=text, namespace=SHOP), embedding=embedding).note


def of(store: Store, model: Any, *, stays: bool = True) -> Embedding:
    return Embedding(store, model, Readers(stays=stays), patient=True)


def count(store: Store, model: Any) -> int:
    row = vectors.identity(store.read(), model.identity.name)
    return 0 if row is None else vectors.count(store.read(), row)


@pytest.fixture
def filled(store: Store) -> Callable[[int], Model]:
    """Notes with vectors of a model, which is returned."""

    def fill(notes: int) -> Model:
        old = Model("old")
        made = of(store, old)
        for at in range(notes):
            put(store, f"fact number {at} of the shop's deploys", made)
        return old

    return fill


def test_every_note_gets_its_new_vector_once_and_the_old_ones_go(store: Store, filled: Any) -> None:
    old, new = filled(CHUNK * 2 + 5), Model("new")
    done = switch(store, new, quiet)
    assert (done.old, done.new, done.embedded, done.without) == ("test/old@256#sum", "test/new@256#sum", 69, 0)
    assert (done.lo, done.hi, done.dup) == (0.1, 0.6, 0.92)
    assert stored_identity(store.read()) == new.identity.name
    assert len(new.texts) == 69
    assert (count(store, new), count(store, old)) == (69, 0)
    assert maintenance.integrity(store.read()) == []
    assert under_way(store) is None


def test_the_constants_of_an_unknown_model_are_measured_first(store: Store, filled: Any) -> None:
    filled(2)
    done = switch(store, Model("new", known=False), quiet)
    assert None not in (done.lo, done.hi, done.dup)


def test_a_store_of_words_is_given_its_first_model(store: Store) -> None:
    put(store, "deploys need approval")
    new = Model("new")
    assert switch(store, new, quiet).old is None
    assert of(store, new).pending() == 0


def test_until_the_last_note_the_old_model_answers_as_if_nothing_happened(store: Store, filled: Any) -> None:
    old, new = filled(CHUNK * 2), Model("new")
    embedding = of(store, old)
    senses = Senses(store, old, Readers(stays=True), patient=True)
    request = Request(query="deploys of the shop", now=store.clock(), project=SHOP, limit=10)

    def answer() -> list[tuple[str, float]]:
        found = recall(store, request, PRESETS["hybrid"], senses.feel)
        assert found.mode == "hybrid"
        return [(hit.note.id, round(hit.score, 9)) for hit in found.hits]

    before, during = answer(), list[Any]()
    switch(store, new, lambda step, done, whole: during.append(answer()) if step == "embedding notes" else None)
    assert during[:2] == [before, before]
    assert embedding.prepare() is False  # nothing of the old model's is written from now on


def test_notes_stored_meanwhile_have_both_vectors_at_the_end(store: Store, filled: Any) -> None:
    old, new = filled(CHUNK * 2), Model("new")
    embedding, added = of(store, old), list[Note]()

    def tell(step: str, done: int, whole: int) -> None:
        if step == "embedding notes" and len(added) < 2:
            added.append(put(store, f"stored meanwhile {len(added)}", embedding))

    assert switch(store, new, tell).embedded == CHUNK * 2 + 2
    assert (count(store, new), of(store, new).pending()) == (CHUNK * 2 + 2, 0)


def test_a_model_that_breaks_in_the_middle_leaves_the_store_as_it_was_and_goes_on_later(
    store: Store, filled: Any
) -> None:
    old, new = filled(CHUNK * 3), Model("new")

    def breaks(step: str, done: int, whole: int) -> None:
        new.broken = True

    with pytest.raises(ModelUnavailable, match=f"not finished: {CHUNK} of {CHUNK * 3} notes") as error:
        switch(store, new, breaks)
    assert "--give-up" in error.value.hint
    assert stored_identity(store.read()) == old.identity.name
    assert of(store, old).pending() == 0
    assert under_way(store) == (new.identity.name, CHUNK, CHUNK * 3)
    new.broken = False
    assert switch(store, new, quiet).embedded == CHUNK * 2
    assert len(new.texts) == CHUNK * 3


def test_a_model_at_fault_is_taken_back_whole(store: Store) -> None:
    old = Model("old")
    made = of(store, old)
    for at in range(CHUNK):
        put(store, f"an odd note {at}", made)
    put(store, "a good one", made)
    new = Senseless([float("nan")])
    with pytest.raises(ModelUnavailable, match=f"makes no vector of {CHUNK} of {CHUNK + 1} notes"):
        switch(store, new, quiet)
    assert stored_identity(store.read()) == old.identity.name
    assert (count(store, new), count(store, old), under_way(store)) == (0, CHUNK + 1, None)


def test_a_model_that_cannot_be_had_switches_nothing_and_says_so(store: Store, filled: Any, mocker: Any) -> None:
    old, new = filled(3), Model("new")
    mocker.patch.object(new, "load", side_effect=ModelUnavailable("The service cannot be reached.", "Start it."))
    for refused in (lambda: cost(store, new, None), lambda: switch(store, new, quiet)):
        with pytest.raises(ModelUnavailable, match=r"Nothing was switched\. The service cannot be reached\."):
            refused()
    assert under_way(store) is None
    assert (count(store, old), count(store, new)) == (3, 0)


def test_a_note_that_the_new_model_makes_nothing_of_is_found_by_its_words(store: Store, filled: Any) -> None:
    filled(3)
    put(store, "an odd note", of(store, Model("old")))
    done = switch(store, Senseless([float("nan")]), quiet)
    assert (done.embedded, done.without) == (3, 1)


def test_a_switch_is_given_up_and_leaves_nothing(store: Store, filled: Any) -> None:
    old, new = filled(CHUNK * 2), Model("new")
    _interrupt(store, new)
    assert give_up(store, quiet)
    assert (count(store, new), count(store, old), under_way(store)) == (0, CHUNK * 2, None)
    assert not give_up(store, quiet)
    assert stored_identity(store.read()) == old.identity.name


def test_a_switch_to_a_third_model_takes_the_second_s_vectors_back(store: Store, filled: Any) -> None:
    old, second, third = filled(CHUNK * 2), Model("second"), Model("third")
    _interrupt(store, second)
    switch(store, third, quiet)
    assert (count(store, old), count(store, second), count(store, third)) == (0, 0, CHUNK * 2)


def test_an_end_while_the_old_vectors_go_is_made_up_for_by_the_next(store: Store, filled: Any, mocker: Any) -> None:
    old, new = filled(3), Model("new")
    mocker.patch.object(switching, "_remove_left", side_effect=[None, KeyboardInterrupt])
    with pytest.raises(KeyboardInterrupt):
        switch(store, new, quiet)
    mocker.stopall()
    assert (stored_identity(store.read()), count(store, old)) == (new.identity.name, 3)
    assert give_up(store, quiet)
    assert (count(store, old), count(store, new)) == (0, 3)


def test_two_processes_do_not_switch_at_once_and_a_dead_one_is_taken_over(store: Store, filled: Any) -> None:
    filled(2)
    with store.write() as db:
        leases.take(db, LEASE, "another", store.clock(), STALE_MS)
    with pytest.raises(Refused, match="another process"):
        switch(store, Model("new"), quiet)
    with store.write() as db:
        leases.take(db, LEASE, "another", store.clock() - STALE_MS - 1, 0)
    assert switch(store, Model("new"), quiet).embedded == 2


def test_a_note_that_is_purged_meanwhile_leaves_nothing(store: Store, filled: Any, mocker: Any) -> None:
    filled(2)
    gone, new = put(store, "a fact that goes"), Model("new")
    from remora.store import Outbox

    plain = new.passages

    def purged(texts: Any) -> Any:
        if gone.text in texts:
            purging.purge(store, Outbox(store), [gone])
        return plain(texts)

    mocker.patch.object(new, "passages", side_effect=purged)
    switch(store, new, quiet)
    assert count(store, new) == 2
    assert maintenance.integrity(store.read()) == []


def test_the_cost_is_told_first_and_nothing_changes(store: Store, filled: Any) -> None:
    old, new = filled(10), Model("new")
    price = cost(store, new, None)
    assert (price.old, price.new, price.notes, price.waiting) == (old.identity.name, new.identity.name, 10, 10)
    assert price.seconds is not None
    assert price.bytes == 10 * 256 * 4
    assert (count(store, new), under_way(store)) == (0, None)


def test_no_text_is_sent_anywhere_to_learn_the_cost(store: Store, filled: Any) -> None:
    filled(3)
    new = Model("new")
    price = cost(store, new, "api.example.com")
    assert (price.seconds, price.host, new.texts, new.ready) == (None, "api.example.com", [], False)
    assert price.tokens > 10


KILLED = """
import sys, time
from pathlib import Path
from learn.models import Model
from remora.store import Store
from remora.upkeep.switching import switch
store = Store.open(Path(sys.argv[1]))
def tell(step, done, whole):
    print(step, done, flush=True)
    time.sleep(0.05)
switch(store, Model("new"), tell)
"""


def test_a_process_that_is_killed_half_way_is_gone_on_from_where_it_was(store: Store, filled: Any) -> None:
    old, new, notes = filled(CHUNK * 20), Model("new"), CHUNK * 20
    path = os.pathsep.join(entry for entry in sys.path if entry)
    running = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(store.home)], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert running.stdout is not None
    for line in running.stdout:
        if line.startswith("embedding notes") and int(line.split()[-1]) >= notes // 2:
            break
    running.send_signal(signal.SIGKILL)
    running.wait()
    running.stdout.close()
    state = under_way(store)
    assert state is not None
    assert notes // 2 <= state[1] < notes
    assert stored_identity(store.read()) == old.identity.name
    assert of(store, old).pending() == 0
    assert switch(store, new, quiet).embedded == notes - state[1]
    assert (count(store, new), count(store, old)) == (notes, 0)
    assert maintenance.integrity(store.read()) == []


def test_a_process_that_stays_follows_at_its_next_question(store: Store, filled: Any) -> None:
    old, new = filled(3), Model("new")
    current = Current(Choice(old, "old"), lambda stored: Choice(new, "new"))
    senses = Senses(store, current, Readers(stays=True), patient=True, follow=current.follow)
    first = senses.feel("deploys")
    assert first is not None
    switch(store, new, quiet)
    then = senses.feel("deploys")
    assert then is not None
    assert (first.identity.name, then.identity.name) == (old.identity.name, new.identity.name)
    assert then.reader is not first.reader
    assert len(then.reader.nearest(store.read(), SHOP, then.vector, 5)) == 3


def test_hashed_words_will_do_for_a_model(store: Store, filled: Any) -> None:
    filled(2)
    switch(store, Hashing(), quiet)
    assert stored_identity(store.read()) == Hashing.identity.name


def _interrupt(store: Store, new: Model) -> None:
    def stop(step: str, done: int, whole: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        switch(store, new, stop)
    assert switches.switching(store.read()) == new.identity.name
