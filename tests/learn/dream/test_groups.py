"""Groups: few, small, each member near to every other, each note in one."""

from hypothesis import given, settings
from hypothesis import strategies as st
from learn.dream.making import note

from remora.learn.dream import groups
from remora.learn.dream.groups import MOST_GROUPS, MOST_MEMBERS

NOTES = {row: note(f"fact {row}", row=row) for row in range(1, 60)}


def load(rows):
    return [NOTES[row] for row in rows if row in NOTES]


def gather(near, fits=lambda one, other: True, seen=()):
    return [group for _, group in groups.gathered(near, load, fits, seen)]


pairs = st.lists(st.tuples(st.integers(1, 40), st.integers(1, 40)).filter(lambda p: p[0] != p[1]), max_size=200)


@settings(deadline=None)
@given(pairs, st.sets(st.integers(1, 40), max_size=5))
def test_groups_hold_near_notes_alone_and_each_once(found, unfit):
    near = [
        (1.0 - place / 1000, *pair) for place, pair in enumerate(dict.fromkeys(tuple(sorted(pair)) for pair in found))
    ]
    made = gather(near, lambda one, other: one.row not in unfit and other.row not in unfit)
    known = {frozenset(pair) for _, *pair in near}
    rows = [one.row for group in made for one in group.notes]
    assert len(made) <= MOST_GROUPS
    assert len(rows) == len(set(rows))
    assert not unfit & set(rows)
    for group in made:
        assert 2 <= len(group.notes) <= MOST_MEMBERS
        for place, one in enumerate(group.notes):
            assert all(frozenset((one.row, other.row)) in known for other in group.notes[place + 1 :])


def test_the_nearest_pair_is_first_and_a_third_that_is_near_to_one_alone_stays_out():
    (first, second) = gather([(0.95, 4, 5), (0.9, 1, 2), (0.85, 2, 3)])
    assert {one.row for one in first.notes} == {4, 5}
    assert {one.row for one in second.notes} == {1, 2}


def test_a_group_that_was_answered_for_is_not_asked_about_again_until_it_grows():
    (group,) = gather([(0.9, 1, 2)])
    assert gather([(0.9, 1, 2)], seen={group.fingerprint}) == []
    (grown,) = gather([(0.9, 1, 2), (0.9, 1, 3), (0.9, 2, 3)], seen={group.fingerprint})
    assert {one.row for one in grown.notes} == {1, 2, 3}


def test_a_note_that_went_meanwhile_is_left_out():
    assert gather([(0.9, 1, 99)]) == []
