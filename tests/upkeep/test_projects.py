"""Which namespaces a project reads and writes; linking, moving and merging."""

from pathlib import Path

import pytest

from remora.errors import Refused, UsageError
from remora.learn import Draft, learn
from remora.notes import GLOBAL
from remora.project import key_of
from remora.store import Store, maintenance, namespaces, notes, sums, tombstones, vectors
from remora.upkeep import projects
from remora.upkeep.forgetting import forget

SHOP, API = "shop-0a1b2c3d", "api-11112222"


def add(store: Store, text: str, namespace: str = SHOP) -> notes.Note:
    return learn(store, Draft(text=text, namespace=namespace)).note


def texts(store: Store, namespace: str) -> set[str]:
    return {note.text for note in notes.newest(store.read(), [namespace], limit=100)}


def test_a_project_reads_its_own_notes_and_the_global_ones(store: Store) -> None:
    assert projects.readable(store, SHOP) == (SHOP, GLOBAL)
    assert projects.readable(store, None) == projects.readable(store, GLOBAL) == (GLOBAL,)
    assert projects.readable(store, SHOP, "project") == (SHOP,)
    assert projects.readable(store, SHOP, "global") == (GLOBAL,)
    assert projects.readable(store, None, "project") == ()


def test_a_note_goes_where_its_scope_says(store: Store) -> None:
    assert projects.namespace(store, SHOP, "project", by_a_person=True) == SHOP
    assert projects.namespace(store, SHOP, "global", by_a_person=False) == GLOBAL


def test_outside_every_project_a_persons_note_is_global_and_an_automatic_one_refused(store: Store) -> None:
    assert projects.namespace(store, None, None, by_a_person=True) == GLOBAL
    assert projects.namespace(store, SHOP, None, by_a_person=False) == SHOP
    with pytest.raises(Refused, match="there is no project here"):
        projects.namespace(store, None, None, by_a_person=False)


@pytest.mark.parametrize("by_a_person", [True, False])
def test_a_note_of_the_project_is_refused_where_there_is_none(store: Store, by_a_person: bool) -> None:
    with pytest.raises(Refused, match="there is no project here") as caught:
        projects.namespace(store, None, "project", by_a_person=by_a_person)
    assert "scope global" in caught.value.hint


def test_the_listing_shows_what_has_notes_or_a_name(store: Store, tmp_path: Path) -> None:
    add(store, "one")
    forget(store, add(store, "two"))
    add(store, "everywhere", GLOBAL)
    folder = tmp_path / "api"
    folder.mkdir()
    projects.know(store, API, folder)
    api, shop = projects.listing(store)
    assert (api.key, api.name, api.root, api.notes) == (API, "api", str(folder), 0)
    assert (shop.key, shop.name, shop.root, shop.notes, shop.archived) == (SHOP, "shop", "", 1, 1)


def test_a_folder_whose_name_is_not_utf8_has_a_project_all_the_same(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "caf\udce9"
    folder.mkdir()
    projects.know(store, API, folder)
    projects.know(store, API, folder)
    assert [(line.name, line.root) for line in projects.listing(store)] == [("caf?", f"{tmp_path}/caf?")]


def test_a_linked_project_reads_and_writes_the_others_memory_until_it_is_its_own_again(store: Store) -> None:
    add(store, "one")
    assert projects.link(store, API, SHOP).linked_to == SHOP
    assert projects.readable(store, API) == (SHOP, GLOBAL)
    assert projects.namespace(store, API, "project", by_a_person=True) == SHOP
    assert projects.link(store, API, None).linked_to is None
    assert projects.readable(store, API) == (API, GLOBAL)


def test_links_go_neither_in_circles_nor_to_nowhere(store: Store) -> None:
    add(store, "one")
    projects.link(store, API, SHOP)
    for key, to in ((SHOP, API), (SHOP, SHOP)):
        with pytest.raises(UsageError, match="leads back"):
            projects.link(store, key, to)
    with pytest.raises(UsageError, match="no project 'web'"):
        projects.link(store, API, "web")
    assert projects.readable(store, SHOP) == (SHOP, GLOBAL)


def test_a_moved_folder_takes_its_notes_along(store: Store, tmp_path: Path) -> None:
    live, gone = add(store, "one"), forget(store, add(store, "two"))
    folder = tmp_path / "new place"
    folder.mkdir()
    line = projects.move(store, SHOP, folder)
    assert line.key == key_of(folder)
    assert (line.name, line.notes, line.archived) == ("new place", 1, 1)
    for note in (live, gone):
        moved = notes.by_id(store.read(), note.id)
        assert moved is not None
        assert moved.namespace == line.key
    assert projects.readable(store, SHOP) == (line.key, GLOBAL)  # sessions of before find their notes


def test_a_move_onto_notes_is_refused_and_points_to_merge(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "api"
    folder.mkdir()
    key = key_of(folder)
    assert key is not None
    add(store, "one")
    add(store, "two", key)
    with pytest.raises(UsageError, match="notes of its own") as caught:
        projects.move(store, SHOP, folder)
    assert "merge" in caught.value.hint
    with pytest.raises(UsageError, match="no project's folder"):
        projects.move(store, SHOP, tmp_path / "missing")
    with pytest.raises(UsageError, match="there is no project"):
        projects.move(store, "web-33334444", folder)


def test_a_merge_moves_all_and_keeps_what_both_know_once(store: Store) -> None:
    add(store, "only here")
    add(store, "known to both")
    forget(store, add(store, "forgotten here"))
    kept = add(store, "known to both", API)
    assert projects.merge(store, SHOP, API) == 3
    assert texts(store, API) == {"only here", "known to both"}
    assert notes.by_id(store.read(), kept.id) == kept
    twins = [note for note in notes.all_notes(store.read()) if note.superseded_by == kept.id]
    assert len(twins) == 1
    assert [(line.key, line.notes, line.linked_to) for line in projects.listing(store)] == [
        (API, 2, None), (SHOP, 0, API),
    ]  # fmt: skip
    assert projects.namespace(store, SHOP, "project", by_a_person=True) == API
    assert projects.merge(store, SHOP, API) == 0
    with pytest.raises(UsageError, match="no project"):
        projects.merge(store, "web-33334444", API)
    with pytest.raises(UsageError, match="same project"):
        projects.merge(store, API, API)


def embed(store: Store, namespace: str) -> None:
    with store.write() as db:
        identity = vectors.put_identity(db, "test/flat@2#none")
        for note in notes.newest(db, [namespace], limit=100):
            vectors.put(db, note, identity, [0.6, 0.8], 2)


def embedded(store: Store, namespace: str) -> tuple[int, int]:
    """How many live vectors lie in a namespace, and how many its sum counts."""
    db = store.read()
    number, identity = namespaces.number(db, namespace), vectors.identity(db, "test/flat@2#none")
    if number is None or identity is None:
        return 0, 0
    total = sums.get(db, number, identity.n)
    return len(list(vectors.of_place(db, number, identity))), total.live if total else 0


def test_a_merge_carries_what_was_forgotten_and_the_vectors(store: Store) -> None:
    gone = forget(store, add(store, "never again"))
    for namespace, text in ((SHOP, "ours"), (SHOP, "both"), (API, "both"), (API, "theirs")):
        add(store, text, namespace)
    embed(store, SHOP)
    embed(store, API)
    projects.merge(store, SHOP, API)
    assert tombstones.has(store.read(), API, notes.digest_of(gone.text))
    assert embedded(store, API) == (3, 3)
    assert embedded(store, SHOP) == (0, 0)
    assert maintenance.integrity(store.read()) == []


def test_a_move_onto_a_key_that_once_had_notes_carries_all(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    target = key_of(folder)
    assert target is not None
    for text in ("one", "two"):
        add(store, text)
    gone = forget(store, add(store, "never again"))
    embed(store, SHOP)
    with store.write() as db:
        other = notes.move(db, gone, target, 1)  # so that the target has a row, a sum, and a tombstone
        tombstones.put(db, target, notes.digest_of("nor this"), 1)
        notes.move(db, other, SHOP, 1)
    projects.move(store, SHOP, folder)
    assert texts(store, target) == {"one", "two"}
    assert embedded(store, target) == (2, 2)
    for text in ("never again", "nor this"):
        assert tombstones.has(store.read(), target, notes.digest_of(text))
    assert maintenance.integrity(store.read()) == []


def test_who_used_a_merged_or_moved_memory_uses_it_where_it_is_now(store: Store, tmp_path: Path) -> None:
    add(store, "one")
    add(store, "two", API)
    projects.link(store, "fork-55556666", SHOP)
    projects.merge(store, SHOP, API)
    assert projects.readable(store, "fork-55556666") == (API, GLOBAL)
    folder = tmp_path / "api"
    folder.mkdir()
    moved = projects.move(store, API, folder)
    assert projects.readable(store, "fork-55556666") == (moved.key, GLOBAL)


def test_a_merge_into_a_project_that_was_linked_to_the_source_ends_the_link(store: Store) -> None:
    add(store, "one")
    add(store, "two", API)
    projects.link(store, API, SHOP)
    projects.merge(store, SHOP, API)
    assert projects.readable(store, API) == (API, GLOBAL)
    assert texts(store, API) == {"one", "two"}
