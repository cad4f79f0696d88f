"""Who says it already: the nearest live note at `dup` or nearer with the same values, in its own namespace."""

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from remora.embed.minilm import MiniLM
from remora.learn import Draft, Learned, learn
from remora.learn.dedupe import NEIGHBOURS, twin
from remora.learn.embedding import Embedding
from remora.notes import Note
from remora.store import Readers, Store, nearest, notes, vectors
from remora.store.matrix import Matrix
from remora.store.rows import Rows
from remora.store.vectors import Identity

SHOP, BLOG = "shop-0a1b2c3d", "blog-99887766"
DUP = 0.92
Say = Callable[..., Note]


@pytest.fixture
def identity(store: Store) -> Identity:
    with store.write() as db:
        return vectors.put_identity(db, "test/flat@2#none", lo=0.1, hi=0.6, dup=DUP)


@pytest.fixture
def say(store: Store, identity: Identity) -> Say:
    """Store a note whose vector has this cosine with the vector that is asked about."""

    def stored(text: str, cosine: float, namespace: str = SHOP) -> Note:
        note = learn(store, Draft(text=text, namespace=namespace)).note
        with store.write() as db:
            vectors.put(db, note, identity, (cosine, math.sqrt(1 - cosine**2)), 2)
        return note

    return stored


@pytest.fixture(params=[Matrix, Rows])
def asked(request: pytest.FixtureRequest, store: Store, identity: Identity) -> Callable[[str], Note | None]:
    """The twin of a text, whichever reader looks."""
    assert nearest.ready(store.read())
    reader = request.param(identity, 2)
    return lambda text: twin(store.read(), reader, SHOP, np.array([1.0, 0.0], np.float32), text, DUP)


def test_a_note_at_the_identity_s_bound_with_the_same_values_is_the_twin(say: Say, asked) -> None:
    near = say("the api is on port 8001", 0.95)
    assert asked("port 8001 is the api's") == near


def test_below_the_bound_nobody_says_it(say: Say, asked) -> None:
    say("the api is on port 8001", 0.91)
    assert asked("port 8001 is the api's") is None


def test_a_changed_value_is_no_twin_however_near(say: Say, asked) -> None:
    say("the api is on port 8001", 0.999)
    assert asked("the api is on port 8002") is None


def test_a_note_with_other_values_does_not_hide_the_one_behind_it(say: Say, asked) -> None:
    say("the api is on port 8002", 0.999)
    behind = say("the api is on port 8001", 0.95)
    assert asked("port 8001 is the api's") == behind


def test_of_two_the_nearer_one_is_named(say: Say, asked) -> None:
    say("the api listens on port 8001", 0.93)
    nearer = say("the api is on port 8001", 0.97)
    assert asked("port 8001 is the api's") == nearer


def test_no_more_than_the_nearest_few_are_looked_at(say: Say, asked) -> None:
    for at in range(NEIGHBOURS):
        say(f"the api is on port {at}", 0.99)
    say("the api is on port 8001", 0.95)
    assert asked("port 8001 is the api's") is None


def test_notes_elsewhere_and_archived_ones_are_no_twins(store: Store, say: Say, asked) -> None:
    say("the api is on port 8001", 0.99, BLOG)
    archived = say("the api listens on port 8001", 0.99)
    with store.write() as db:
        notes.archive(db, archived, 1)
    assert asked("port 8001 is the api's") is None


def test_an_empty_namespace_has_none(asked) -> None:
    assert asked("port 8001 is the api's") is None


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> MiniLM:
    return MiniLM(tmp_path_factory.mktemp("models"))


@pytest.fixture
def told(store: Store, model: MiniLM) -> Callable[[str], Learned]:
    """Learn with the bundled model."""
    embedding = Embedding(store, model, Readers(stays=True), patient=True)
    return lambda text: learn(store, Draft(text=text, namespace=SHOP), embedding=embedding)


def test_learning_names_the_note_that_says_it_in_other_words_and_keeps_both(
    store: Store, told: Callable[[str], Learned], model: MiniLM, tmp_path: Path
) -> None:
    first = told("The staging database listens on port 6543.").note
    again = told("The staging database is listening on port 6543.")
    assert (again.known, again.similar) == (False, first)
    assert notes.counts(store.read())[SHOP].live == 2
    assert told("The staging database listens on port 6544.").similar is None
    assert told("The staging database does not listen on port 6543.").similar is None
    assert told("Marta is allergic to hazelnuts.").similar is None
