"""A dream over two thousand notes is killed at its writes: no fact is ever out of reach, and another run converges."""

import multiprocessing
import os
from pathlib import Path

import pytest
from faults.harness import Acknowledge, Mode, Remains, opened, walk
from memory.dreaming import PROJECT, add, live, merging, one_dream, riding

from remora.learn.dream.applying import STALE_MS
from remora.notes import Note, Provenance
from remora.store import dreams, new_id, notes, now_ms, vectors
from remora.text import date_terms, terms

NOTES = 2_000
PROCESSES = 3
# A prime, so that every place of a transaction is met. FAULTS_STRIDE=1 walks every write, which takes many minutes.
STRIDE = int(os.environ.get("FAULTS_STRIDE", "37"))
FIRST = 1_760_000_000_000
CERTAIN, NEAR = 4, 2  # repetitions word for word, and pairs for a model


def facts() -> list[str]:
    """Two thousand texts; what a dream makes of them is known."""
    made = [f"service{number} writes to ledger{number * 7 % 1999} of tenant{number}" for number in range(NOTES)]
    for number in range(CERTAIN):
        made[number * 20 + 1] = f"The {made[number * 20]}."
    for number in range(NEAR):
        made[1_000 + number * 20 + 1] = f"to ledger: {made[1_000 + number * 20]} always"
    return made


def filled(home: Path) -> None:
    made = riding(home)
    made.memory.dreams._embedding.prepare()  # type: ignore[union-attr] # measures the model, as its first use would
    embedder = made.memory._meaning.embedder  # type: ignore[union-attr]
    row = vectors.identity(made.store.read(), embedder.identity.name)
    assert row is not None
    texts = facts()
    for start in range(0, NOTES, 500):
        with made.store.write() as db:
            lines = embedder.passages(texts[start : start + 500])
            for number, text in enumerate(texts[start : start + 500], start=start):
                at = FIRST + number * 60_000
                note = notes.insert(db, notes.NewNote(
                    id=new_id(), text=text, words=" ".join([*terms(text), *date_terms(at)]), namespace=PROJECT,
                    importance=None, created_at=at, digest=notes.digest_of(text),
                    provenance=Provenance(trigger="capture:shutdown", recorded_at=at),
                ))  # fmt: skip
                vectors.put(db, note, row, lines[number - start].tobytes(), embedder.identity.dim)
    made.close()


def dream(home: Path, acknowledge: Acknowledge) -> None:
    made = riding(home)
    made.memory.dreams.ask = merging
    _, done = made.memory.dreams.run()
    assert done is not None
    for step in done.applied:
        acknowledge(step.target.id)
    made.close()


def reachable(left: list[Note]) -> None:
    """Every fact is live, or is archived with a link that leads to a live note."""
    by_id = {note.id: note for note in left}
    for note in left:
        seen = note
        while seen.archived_at is not None:
            assert seen.superseded_by is not None, note.text
            seen = by_id[seen.superseded_by]


def check(remains: Remains) -> None:
    left = opened(remains)
    originals = [note for note in left if note.provenance.trigger != "dream"]
    assert {note.text for note in originals} == set(facts())
    reachable(left)
    again = riding(remains.home)
    again.store.clock = lambda: now_ms() + 2 * STALE_MS  # whoever was killed holds the lease for half an hour
    again.memory.dreams.ask = merging
    again.memory.dreams.run()
    assert len(live(again)) == NOTES - CERTAIN - NEAR
    plan = again.memory.dreams.plan()
    assert plan.steps == ()
    while (standing := dreams.newest_standing(again.store.read())) is not None:
        again.memory.dreams.undo(standing.id)
    assert live(again) == set(facts())
    again.close()


def test_of_dreams_that_begin_at_once_in_several_processes_one_runs(tmp_path: Path) -> None:
    home = tmp_path / "home"
    made = riding(home)
    for text in ("Tests need a running Postgres server", "A running Postgres server is needed, tests need it"):
        add(made, text)
    context = multiprocessing.get_context("spawn")
    barrier, asked_by = context.Barrier(PROCESSES, timeout=60), context.Queue()
    processes = [context.Process(target=one_dream, args=(home, barrier, asked_by)) for _ in range(PROCESSES)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * PROCESSES
    assert asked_by.get(timeout=10) in {process.pid for process in processes}
    assert asked_by.empty()
    assert len(live(made)) == 1
    assert len(made.memory.dreams.listing()) == 1
    made.close()


@pytest.mark.parametrize("mode", ["kill", "torn"])
def test_a_dream_that_is_killed_loses_no_fact_and_a_rerun_converges(tmp_path: Path, mode: Mode) -> None:
    assert walk(dream, folder=tmp_path, setup=filled, check=check, mode=mode, every=STRIDE) > 10
