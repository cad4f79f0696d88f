"""Stats count what there is."""

from remora.learn import Draft, learn
from remora.notes import GLOBAL
from remora.store import Outbox, Store
from remora.upkeep.forgetting import forget
from remora.upkeep.stats import stats

SHOP = "shop-0a1b2c3d"


def test_an_empty_store_has_nothing(store: Store) -> None:
    found = stats(store, Outbox(store))
    assert (found.notes, found.archived, found.sessions, found.events, found.spooled) == (0, 0, 0, 0, 0)
    assert found.size > 0


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
