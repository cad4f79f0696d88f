"""Recipes are data that cannot be changed by accident; an explanation holds every number, as plain values."""

import json
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace

import pytest
from recall.making import NOW, PROJECT, note

from remora.errors import BadSettings
from remora.recall import PRESETS, Recalled, Request, explain, numbers, preset_named, recall
from remora.recall.select import BELOW
from remora.store import Store


def test_words_is_the_recipe_that_was_measured() -> None:
    words = preset_named("words")
    assert (words.k1, words.b, words.pool) == (1.2, 0.75, 100)
    assert (words.project_weight, words.global_weight) == (1.0, 0.9)
    assert (words.half_life_days, words.oldest, words.importance) == (7.0, 0.7, 0.10)
    assert dict(words.weights) == {"words": 1.0}
    assert dict(words.gate) == {"cov": 1.0}


def test_an_unknown_preset_names_those_that_exist() -> None:
    with pytest.raises(BadSettings) as error:
        preset_named("wordz")
    assert "wordz" in error.value.message
    assert error.value.hint == "Use one of: hybrid, scaled, sypi, transcript, vector, words."


def test_a_preset_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        preset_named("words").pool = 5  # type: ignore[misc]
    with pytest.raises(TypeError):
        PRESETS["mine"] = preset_named("words")  # type: ignore[index]


def test_a_changed_copy_changes_the_ranking(remember: Callable[..., None], store: Store) -> None:
    remember(note("api port", note_id="old", days_old=70), note("api port and other things", note_id="new"))
    request = Request(query="api port", now=NOW, project=PROJECT)
    ageless = replace(preset_named("words"), oldest=1.0)
    assert [hit.note.id for hit in recall(store, request, ageless).hits] == ["old", "new"]
    assert [hit.note.id for hit in recall(store, request, preset_named("words")).hits] == ["new", "old"]


def test_an_explanation_is_one_json_document_with_every_stage(
    remember: Callable[..., None], turn: Callable[..., Recalled]
) -> None:
    remember(
        note("The api port is 8001", note_id="good", importance=1.0),
        note("The port of Hamburg", note_id="weak", days_old=7),
    )
    paper = json.loads(json.dumps(explain(turn("which API ports?"))))
    assert (paper["query"], paper["content_words"]) == ("which API ports?", ["api", "port"])
    assert paper["written"] == {"api": "API", "port": "ports"}
    assert paper["frequencies"] == {"api": 1, "port": 2}
    assert (paper["notes"], paper["floor"], paper["silence"]) == (2, 0.5, "")
    assert (paper["mode"], paper["preset"]) == ("words", "words")
    (hit,) = paper["hits"]
    assert hit["id"] == "good"
    assert hit["stages"] == {
        "bm25": hit["stages"]["bm25"], "words": 1.0, "source": 1.0, "recency": 1.0, "importance": 0.05, "cov": 1.0,
        "score": 1.05,
    }  # fmt: skip
    assert (hit["score"], hit["gate"]) == (1.05, 1.0)
    (miss,) = paper["missed"]
    # weighed as among fifty: api = ln(1 + 49.5/1.5) = 3.526361, port = ln(1 + 48.5/2.5) = 3.015535
    assert (miss["id"], miss["why"], miss["gate"]) == ("weak", BELOW, 0.460957)
    assert miss["stages"]["recency"] == 0.7


def test_the_numbers_of_a_recall_hold_no_word_that_a_person_wrote(
    remember: Callable[..., None], turn: Callable[..., Recalled]
) -> None:
    remember(note("The api port is 8001", note_id="good"))
    recalled = turn("which API ports?")
    paper, log = explain(recalled), numbers(recalled)
    assert paper.keys() - log.keys() == {"query", "written"}
    assert not any(word in json.dumps(log) for word in ("API", "ports", "8001"))
    assert [row["id"] for row in log["hits"]] == [row["id"] for row in paper["hits"]] == ["good"]
