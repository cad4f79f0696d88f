"""Verdicts, releases and tombstones: kept by note and text, and never the text itself."""

import pytest
from store.making import NOW, OTHER, PROJECT, put_notes

from remora.store import Store, notes, tombstones, verdicts
from remora.store.verdicts import StoredVerdict


def verdict(note: str, **other: object) -> dict[str, object]:
    return {
        "note": note,
        "rules_version": "1",
        "digest": "d",
        "action": "block",
        "attack": "role",
        "rule": "r",
        **other,
    }


def test_verdicts_are_read_for_many_notes_at_once(store: Store) -> None:
    put_notes(store, "a", "b")
    with store.write() as db:
        verdicts.apply(db, verdict("a"))
        verdicts.apply(db, verdict("b", rules_version=7, action="pass", attack=None, rule=None))
        verdicts.apply(db, verdict("a", digest="newer"))
    found = verdicts.get_many(store.read(), ["a", "b", "c", '"'])
    assert found == {
        "a": StoredVerdict(note="a", rules_version="1", digest="newer", action="block", kind="role", rule="r"),
        "b": StoredVerdict(note="b", rules_version=7, digest="d", action="pass", kind="", rule=""),
    }


def test_a_verdict_on_a_note_that_is_not_there_leaves_no_row(store: Store) -> None:
    with store.write() as db:
        verdicts.apply(db, verdict("invented"))
    assert store.read().execute("SELECT count(*) FROM verdicts").get == 0


def test_a_verdict_without_a_version_is_none(store: Store) -> None:
    with pytest.raises(ValueError, match="rules_version"), store.write() as db:
        verdicts.apply(db, verdict("a", rules_version=None))


def test_a_person_may_release_a_note_and_take_it_back(store: Store) -> None:
    with store.write() as db:
        verdicts.release(db, "a", NOW)
        assert verdicts.released(db, ["a", "b"]) == {"a"}
        verdicts.withdraw(db, "a")
        assert verdicts.released(db, ["a"]) == set()


def test_a_forgotten_text_is_known_in_its_namespace_until_it_is_lifted(store: Store) -> None:
    digest = notes.digest_of("a private fact")
    with store.write() as db:
        tombstones.put(db, PROJECT, digest, NOW)
        assert tombstones.has(db, PROJECT, digest)
        assert not tombstones.has(db, OTHER, digest)
        assert not tombstones.has(db, PROJECT, notes.digest_of("another fact"))
        tombstones.lift(db, PROJECT, "a private fact")
        tombstones.lift(db, "unknown", "a private fact")
        assert not tombstones.has(db, PROJECT, digest)


def test_a_forgotten_text_is_known_by_its_words_in_any_order_but_not_when_they_are_denied(store: Store) -> None:
    with store.write() as db:
        tombstones.put_text(db, PROJECT, "deploys need approval", NOW)
        assert tombstones.has_text(db, PROJECT, "approval: deploys need it")
        assert not tombstones.has_text(db, PROJECT, "deploys need no approval")
        assert not tombstones.has_text(db, PROJECT, "deploys need approval by two")
        tombstones.lift(db, PROJECT, "deploys need approval")
        assert not tombstones.has_text(db, PROJECT, "approval: deploys need it")


def test_a_tombstone_is_keyed_so_that_equal_texts_differ_between_stores(store: Store, tmp_path_factory) -> None:  # type: ignore[no-untyped-def]
    other = Store.open(tmp_path_factory.mktemp("other"))
    prints = []
    for each in (store, other):
        with each.write() as db:
            tombstones.put(db, PROJECT, notes.digest_of("a private fact"), NOW)
            prints.append(db.execute("SELECT fingerprint FROM tombstones").get)
    other.close()
    assert prints[0] != prints[1]
    assert notes.digest_of("a private fact") not in prints
