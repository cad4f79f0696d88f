"""A changed fact is never taken for the old one: it is stored, recalled, and takes the old one's place where near."""

from pathlib import Path

import pytest
from learn.capture.making import SHOP, Host, Model, facts, kept, opened, pairs, repeating, texts

from remora.embed.choose import Wanted, choose

CHANGED = pairs("changed.tsv")


@pytest.fixture
def riding(tmp_path: Path):
    made = opened(tmp_path / "home", Model(repeating), embedder="minilm")
    yield made
    made.close()


def near(tmp_path: Path, one: str, other: str) -> float:
    embedder = choose(Wanted(models=tmp_path, kind="minilm")).embedder
    first, second = embedder.passages([one, other])
    return float(first @ second)


def test_none_of_twelve_changed_facts_is_known_and_each_near_one_is_superseded(riding, tmp_path: Path) -> None:
    assert len(CHANGED) == 12
    host = Host(riding, "one")
    for old, _ in CHANGED:
        host.turn(old)
    host.compact()
    assert texts(riding) == sorted(old for old, _ in CHANGED)
    for _, new in CHANGED:
        host.turn(new)
    host.shutdown()

    live = {note.text: note for note in kept(riding)}
    gone = {note.text: note for note in kept(riding, archived=True)}
    dup = riding.memory.capture._embedding.dup
    assert all(new in live for _, new in CHANGED)
    for old, new in CHANGED:
        first = riding.memory.search(new, project=SHOP, limit=1).hits[0]
        assert first.note.text == new
        if near(tmp_path, old, new) >= dup:
            assert gone[old].superseded_by == live[new].id
            assert riding.memory.why(gone[old].id).history[-1].what == "superseded"
            assert riding.memory.why(live[new].id).history[-1].detail["replaces"] == gone[old].id
        else:
            assert old in live
    assert len(gone) >= 6


def test_the_same_fact_in_other_words_is_known(riding) -> None:
    riding.memory.add("The staging database listens on port 5433.", project=SHOP)
    host = Host(riding, "one")
    host.turn("The staging database is listening at port 5433.")
    host.shutdown()
    assert texts(riding) == ["The staging database listens on port 5433."]


def test_what_all_projects_know_is_not_stored_for_one_again(riding) -> None:
    riding.memory.add("The staging database listens on port 5433.", project=SHOP, scope="global")
    host = Host(riding, "one")
    host.turn("The staging database listens on port 5433.")
    host.shutdown()
    assert len(kept(riding)) == 1


def test_a_persons_note_gives_way_to_the_users_words_and_to_nobody_elses(riding) -> None:
    old = riding.memory.add("The shop runs Postgres 14.", project=SHOP).note
    host = Host(riding, "one")
    host.turn("Which one is it?", "The shop runs Postgres 15.")
    host.compact()
    assert texts(riding) == ["The shop runs Postgres 14.", "The shop runs Postgres 15."]
    host.turn("The shop runs Postgres 16.")
    host.compact()
    host.turn("The shop runs Postgres 17.")
    host.compact()
    assert "The shop runs Postgres 17." in texts(riding)
    assert riding.memory.find(old.id).text == "The shop runs Postgres 14."


def test_a_model_that_remembers_the_old_value_does_not_bring_it_back(riding) -> None:
    host = Host(riding, "one")
    host.turn("The shop runs Postgres 14.")
    host.compact()
    host.turn("The shop runs Postgres 16.")
    host.compact()
    host.turn("And?", "The shop runs Postgres 14.")
    host.compact()
    assert texts(riding) == ["The shop runs Postgres 16."]
    host.turn("No, I was wrong: the shop runs Postgres 14.")
    host.compact()
    assert "No, I was wrong: the shop runs Postgres 14." in texts(riding)


def test_facts_of_one_answer_do_not_replace_each_other(tmp_path: Path) -> None:
    def both(rows):  # type: ignore[no-untyped-def]
        said = rows[0]["text"]
        return facts(
            {"text": text, "n": 1, "quote": said}
            for text in ("The shop runs Postgres 14.", "The shop runs Postgres 16.", "The shop is running Postgres 16.")
        )

    riding = opened(tmp_path / "home", Model(both), embedder="minilm")
    host = Host(riding, "one")
    host.turn("The shop runs Postgres 14 on staging and the shop runs Postgres 16 in production.")
    host.shutdown()
    assert texts(riding) == ["The shop runs Postgres 14.", "The shop runs Postgres 16."]
    riding.close()


def test_undo_brings_the_superseded_note_back(riding) -> None:
    host = Host(riding, "one")
    host.turn("The shop runs Postgres 14.")
    host.compact()
    host.turn("The shop runs Postgres 16.")
    host.compact()
    (old,) = kept(riding, archived=True)
    riding.memory.undo(old.id)
    assert texts(riding) == ["The shop runs Postgres 14.", "The shop runs Postgres 16."]
