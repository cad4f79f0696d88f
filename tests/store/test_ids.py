"""Ids of notes: random from the first character on, so that four of them tell a thousand notes apart."""

from remora.store import ids, new_id


def test_an_id_is_sixteen_base_32_characters() -> None:
    made = {new_id() for _ in range(2_000)}
    assert len(made) == 2_000
    assert all(len(each) == 16 and set(each) <= set(ids.ALPHABET) for each in made)


def test_every_character_of_the_alphabet_leads() -> None:
    assert {new_id()[0] for _ in range(5_000)} == set(ids.ALPHABET)
