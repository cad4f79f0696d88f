"""An id may be given by its beginning, like git's; what is unknown, ambiguous or too short is said so."""

import pytest

from remora.errors import AmbiguousNote, UnknownNote, UsageError
from remora.learn import Draft, learn
from remora.store import Store
from remora.upkeep.lookup import find

SHOP = "shop-0a1b2c3d"
ONE, TWO, THREE = "abcdaaaaaaaaaaaa", "abcdbbbbbbbbbbbb", "zzzzcccccccccccc"


@pytest.fixture
def three(store: Store) -> Store:
    for note_id, namespace in ((ONE, SHOP), (TWO, "other-11112222"), (THREE, SHOP)):
        learn(store, Draft(text=f"the note {note_id}", namespace=namespace, note_id=note_id))
    return store


@pytest.mark.parametrize("given", [ONE, "abcda", "ABCDA", " abcdaaaa ", "[abcdaaaa]"])
def test_a_beginning_names_the_note(three: Store, given: str) -> None:
    assert find(three, given).id == ONE


def test_an_ambiguous_beginning_offers_the_choice(three: Store) -> None:
    with pytest.raises(AmbiguousNote) as caught:
        find(three, "abcd")
    assert ONE in caught.value.hint
    assert TWO in caught.value.hint


def test_what_lies_outside_does_not_exist(three: Store) -> None:
    assert find(three, "abcd", within=(SHOP, "global")).id == ONE
    with pytest.raises(UnknownNote):
        find(three, TWO, within=(SHOP, "global"))


@pytest.mark.parametrize("given", ["yyyy", "abcdaaaaaaaaaaaab", "1111", "abc%", "' OR 1", "abcd\x00"])
def test_an_unknown_id_is_said_so(three: Store, given: str) -> None:
    with pytest.raises(UnknownNote):
        find(three, given)


@pytest.mark.parametrize("given", ["", "a", "abc", "  ", "[]"])
def test_less_than_four_characters_are_too_few(three: Store, given: str) -> None:
    with pytest.raises(UsageError, match="too short"):
        find(three, given)
