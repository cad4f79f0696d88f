"""Stats count what there is."""

from remora.home import EVENTS
from remora.learn import Draft, learn
from remora.notes import GLOBAL
from remora.store import Outbox, Store
from remora.store.spending import DAY_MS, Spent, add
from remora.upkeep.forgetting import forget
from remora.upkeep.stats import DAYS, stats

SHOP = "shop-0a1b2c3d"


def test_an_empty_store_has_nothing(store: Store) -> None:
    found = stats(store, Outbox(store))
    assert (found.notes, found.archived, found.sessions, found.events, found.spooled) == (0, 0, 0, 0, 0)
    assert found.size > 0
    assert dict(found.spent) == {}


def test_events_of_hooks_that_wait_are_counted(store: Store) -> None:
    (store.home / EVENTS).mkdir(parents=True)
    for name in ("1.event", "2.held", ".3.event"):
        (store.home / EVENTS / name).touch()
    assert stats(store, Outbox(store)).waiting == 2


def test_the_newest_days_on_which_models_were_asked_are_told(store: Store) -> None:
    noon = 20_000 * DAY_MS + DAY_MS // 2
    for day in range(DAYS + 3):
        with store.write() as db:
            add(db, noon + day * DAY_MS, day, day * 100)
    found = stats(store, Outbox(store)).spent
    assert len(found) == DAYS
    assert next(iter(found.items())) == ("2024-10-13", Spent(DAYS + 2, (DAYS + 2) * 100))
    assert list(found) == sorted(found, reverse=True)


def test_notes_are_counted_by_namespace_and_state(store: Store) -> None:
    outbox = Outbox(store)
    learn(store, Draft(text="one", namespace=SHOP))
    forget(store, learn(store, Draft(text="two", namespace=SHOP)).note)
    learn(store, Draft(text="three", namespace=GLOBAL))
    outbox.put("session", id="s1", host="tests", profile="", project=SHOP, role="primary")
    outbox.put("event", session="s1", event="tool", event_id="e1", record={})
    outbox.flush(1_000)
    found = stats(store, outbox)
    assert (found.notes, found.archived) == (2, 1)
    assert dict(found.namespaces) == {SHOP: (1, 1), GLOBAL: (1, 0)}
    assert (found.sessions, found.events) == (1, 1)
