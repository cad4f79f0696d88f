"""Undoing dreams: after any change sets at all, undone in turn, the export is the one from before."""

import io
import random
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remora.learn.draft import Draft
from remora.learn.dream.applying import LEASE, STALE_MS, carry_out
from remora.learn.dream.plan import Plan, Step
from remora.learn.pipeline import prepare, put
from remora.store import Store, dreams, leases, maintenance, notes
from remora.upkeep import dreams as keeping
from remora.upkeep import exporting, forgetting

PLACES = ("shop-0a1b2c3d", "blog-99887766")
EACH = 40  # change sets an example; with the examples below a thousand


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """A home with notes of two projects, some rated, some forgotten; each example gets a copy of it."""
    home = tmp_path_factory.mktemp("template")
    made = Store.open(home)
    with made.write() as db:
        for number in range(30):
            draft = Draft(
                text=f"fact {number} of {number % 7} things", namespace=PLACES[number % 2],
                importance=None if number % 3 else number / 30, created_at=1_760_000_000_000 + number,
                by_a_person=False, trigger="manual" if number % 4 == 0 else "capture:shutdown",
            )  # fmt: skip
            note = put(db, prepare(draft, scan_on_write="off"), 1_760_000_000_000).note
            if number % 10 == 9:
                notes.archive(db, note, 1_760_000_000_001)
    made.close()
    return home


def exported(store):
    out = io.StringIO()
    exporting.export(store, out)
    return out.getvalue()


def random_plan(chance, store, number):
    """Up to three steps on whatever is live, as a dream might plan them."""
    live = sorted((note for note in notes.all_notes(store.read()) if note.archived_at is None), key=lambda n: n.text)
    steps = []
    for at in range(chance.randint(0, 3)):
        place = chance.choice(PLACES)
        here = [note for note in live if note.namespace == place]
        if len(here) < 2:
            continue
        chosen = chance.sample(here, min(len(here), chance.randint(2, 5)))
        live = [note for note in live if note not in chosen]
        kind = chance.choice(["duplicate", "replaced", "merged"])
        if kind == "merged":
            text = chosen[0].text if chance.random() < 0.3 else f"all of it {number} {at}"
            steps.append(Step("merged", tuple(chosen), text=text))
        else:
            steps.append(Step(kind, tuple(chosen[1:]), target=chosen[0]))
    return Plan(steps=tuple(steps))


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_after_a_thousand_change_sets_undone_the_export_is_the_one_from_before(template, seed):
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        shutil.copytree(template, home)
        store = Store.open(home)
        before = exported(store)
        assert keeping.take(store, LEASE, "test", STALE_MS) is None
        standing = []
        for number in range(EACH):
            plan = random_plan(chance, store, number)
            dreamt = carry_out(store, plan, "test")
            assert dreamt.whole
            assert len(dreamt.applied) == len(plan.steps)
            standing += [dreamt.id] if dreamt.applied else []
            if standing and chance.random() < 0.3:  # a person takes the newest back at once
                keeping.undo(store, keeping.find(store, standing.pop()))
        for dream_id in reversed(standing):
            assert keeping.undo(store, keeping.find(store, dream_id)).left == ()
        assert exported(store) == before
        assert maintenance.integrity(store.read()) == []
        assert dreams.newest_standing(store.read()) is None
        store.close()


def a_merge(store, *texts, into="all of them"):
    with store.write() as db:
        made = [
            put(db, prepare(Draft(text=text, namespace=PLACES[0], by_a_person=False), scan_on_write="off"), 1).note
            for text in texts
        ]
    keeping.take(store, LEASE, "test", STALE_MS)
    return made, carry_out(store, Plan(steps=(Step("merged", tuple(made), text=into),)), "test")


def test_an_undo_that_broke_off_goes_on_where_it_was(store, monkeypatch):
    a_merge(store, "one fact", "two facts")
    with store.write() as db:
        more = [
            put(db, prepare(Draft(text=text, namespace=PLACES[0], by_a_person=False), scan_on_write="off"), 1).note
            for text in ("red light", "green light", "blue light")
        ]
    before = exported(store)
    steps = tuple(Step("replaced", (note,), target=more[0]) for note in more[1:])
    dreamt = carry_out(store, Plan(steps=steps), "test")
    whole, calls = keeping._undo, []

    def breaks(*arguments):
        calls.append(arguments)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return whole(*arguments)

    monkeypatch.setattr(keeping, "_undo", breaks)
    with pytest.raises(KeyboardInterrupt):
        keeping.undo(store, keeping.find(store, dreamt.id))
    monkeypatch.undo()
    assert exported(store) != before
    undone = keeping.undo(store, keeping.find(store, dreamt.id))
    assert len(undone.restored) == 1
    assert exported(store) == before


def test_a_member_that_is_said_again_stays_archived_and_is_told(store):
    made, dreamt = a_merge(store, "one fact", "two facts")
    with store.write() as db:
        draft = Draft(text="one fact", namespace=PLACES[0], by_a_person=False)
        put(db, prepare(draft, scan_on_write="off"), 2)
    undone = keeping.undo(store, keeping.find(store, dreamt.id))
    assert undone.left == (made[0].id,)
    assert [note.id for note in undone.restored] == [made[1].id]
    assert sorted(note.text for note in notes.newest(store.read())) == ["one fact", "two facts"]


def test_a_member_that_a_person_forgot_after_bringing_it_back_stays_forgotten(store):
    made, dreamt = a_merge(store, "one fact", "two facts")
    forgetting.undo(store, made[0])
    forgetting.forget(store, notes.by_id(store.read(), made[0].id))
    keeping.undo(store, keeping.find(store, dreamt.id))
    assert [note.text for note in notes.newest(store.read())] == ["two facts"]


def test_a_step_whose_notes_changed_since_it_was_planned_is_left_out(store):
    made, _ = a_merge(store, "one fact", "two facts")
    before = exported(store)
    stale = Plan(steps=(Step("merged", tuple(made), text="once more"), Step("duplicate", (made[0],), target=made[1])))
    assert carry_out(store, stale, "test").applied == ()
    assert exported(store) == before


def test_who_lost_the_lease_writes_nothing(store):
    a_merge(store, "one fact", "two facts")
    with store.write() as db:
        leases.drop(db, LEASE, "test")
        assert leases.take(db, LEASE, "another", 0, STALE_MS) is None
    with store.write() as db:
        more = [
            put(db, prepare(Draft(text=text, namespace=PLACES[0], by_a_person=False), scan_on_write="off"), 1).note
            for text in ("red light", "green light")
        ]
    dreamt = carry_out(store, Plan(steps=(Step("duplicate", (more[0],), target=more[1]),)), "test")
    assert (dreamt.whole, dreamt.applied) == (False, ())
    assert all(note.archived_at is None for note in notes.by_rows(store.read(), [note.row for note in more]))


def test_ids_are_found_by_their_beginning(store):
    _, dreamt = a_merge(store, "one fact", "two facts")
    assert keeping.find(store, dreamt.id[:4]).id == dreamt.id
    assert [one.id for one in keeping.newest(store, 10)] == [dreamt.id]
