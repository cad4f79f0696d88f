"""A lease: one holder at a time, taken over from one that died."""

from remora.store import leases

AFTER = 1_000


def take(store, holder, now):
    with store.write() as db:
        return leases.take(db, "work", holder, now, AFTER)


def test_the_first_has_it_until_it_is_given_back(store):
    assert take(store, "a", 10) is None
    assert take(store, "b", 20).holder == "a"
    with store.write() as db:
        leases.drop(db, "work", "b")
    assert take(store, "b", 30).holder == "a"
    with store.write() as db:
        leases.drop(db, "work", "a")
    assert take(store, "b", 40) is None


def test_its_holder_takes_it_again(store):
    assert take(store, "a", 10) is None
    assert take(store, "a", 20) is None


def test_one_that_is_not_renewed_is_taken_over_and_cannot_be_renewed_then(store):
    take(store, "a", 0)
    with store.write() as db:
        assert leases.renew(db, "work", "a", 500)
    assert take(store, "b", 499 + AFTER).holder == "a"
    assert take(store, "b", 500 + AFTER) is None
    with store.write() as db:
        assert not leases.renew(db, "work", "a", 600 + AFTER)
        assert leases.renew(db, "work", "b", 600 + AFTER)


def test_one_from_the_future_is_stale_as_well(store):
    take(store, "a", 10 * AFTER)
    assert take(store, "b", 10) is None


def test_leases_of_other_names_are_other_leases(store):
    take(store, "a", 10)
    with store.write() as db:
        assert leases.take(db, "other work", "b", 10, AFTER) is None
