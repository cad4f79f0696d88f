"""The command line with a real model: found by meaning, embedded when a model appears, told where there is none."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from remora.embed import minilm, multilingual

DEPLOY = "Deploys go through the blue-green script in ops/deploy.sh"
QUESTION = "how do we release to production"


@pytest.fixture
def with_model(remora: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REMORA_EMBEDDER", "auto")


@pytest.fixture
def without_model(with_model: None, monkeypatch: pytest.MonkeyPatch) -> None:
    for bundled in (minilm, multilingual):
        monkeypatch.setattr(bundled, "WEIGHTS", bundled.WEIGHTS._replace(package="no_such_package_of_ours"))


@pytest.mark.usefixtures("with_model")
def test_a_note_that_shares_no_word_is_found_in_another_process(project: Path) -> None:
    def run(*arguments: str) -> str:
        command = [sys.executable, "-m", "remora", *arguments]
        return subprocess.run(command, cwd=project, env=os.environ, capture_output=True, text=True, check=True).stdout

    run("add", DEPLOY)
    assert DEPLOY in run("search", QUESTION)


@pytest.mark.usefixtures("with_model")
def test_a_note_says_whose_vector_it_has_and_an_export_does_not(remora: Any, stored: Any) -> None:
    assert stored(DEPLOY)["identity"] == minilm.IDENTITY.name
    assert remora("list", "--json").document["notes"][0]["identity"] == minilm.IDENTITY.name
    assert '"identity":null' in remora("export").out


@pytest.mark.usefixtures("without_model")
def test_a_search_without_a_model_says_so_and_what_would_bring_one(remora: Any, stored: Any) -> None:
    assert stored(DEPLOY)["identity"] is None
    for command in ("search", "explain"):
        told = remora(command, "deploys")
        assert told.code == 0
        assert "Recall goes by words: no embedding model is on this machine." in told.err
        assert "pip install 'remora[minilm]'" in told.err
        assert "remora model download" in told.err
    assert remora("search", "deploys", "--json").document["mode"] == "words"


def test_who_chose_words_is_not_told_of_models(remora: Any, stored: Any) -> None:
    stored(DEPLOY)
    assert remora("search", "deploys").err == ""


def test_notes_of_a_time_without_a_model_are_embedded_by_the_next_search(
    remora: Any, stored: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(DEPLOY)
    assert remora("search", QUESTION).out == ""
    monkeypatch.setenv("REMORA_EMBEDDER", "auto")
    assert DEPLOY in remora("search", QUESTION).out


def test_what_waits_is_embedded_on_demand(remora: Any, stored: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    stored(DEPLOY)
    stored("The staging database listens on port 6543")
    monkeypatch.setenv("REMORA_EMBEDDER", "auto")
    assert remora("model", "embed", "--json").document == {"embedded": 2, "waiting": 0, "without": 0}
    assert remora("model", "embed").out == "0 notes embedded, 0 waiting\n"


@pytest.mark.usefixtures("without_model")
def test_nothing_is_embedded_without_a_model(remora: Any, stored: Any) -> None:
    stored(DEPLOY)
    told = remora("model", "embed")
    assert (told.code, told.out) == (3, "")
    assert "pip install 'remora[minilm]'" in told.err


@pytest.mark.usefixtures("with_model")
def test_adding_what_a_note_says_already_names_that_note(remora: Any, stored: Any) -> None:
    first = stored(DEPLOY)
    told = remora("add", "Deploys go through the blue-green script ops/deploy.sh", "--json")
    assert told.document["similar"]["id"] == first["id"]
    assert f"{first['id'][:8]} says the same" in told.err
    assert remora("add", "Deploys no longer go through the blue-green script", "--json").document["similar"] is None


def test_the_doctor_counts_vectors_and_names_the_identity(
    remora: Any, stored: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def vectors() -> Any:
        (check,) = (one for one in remora("doctor", "--json").document["checks"] if one["name"] == "vectors")
        return check

    stored(DEPLOY)
    assert vectors()["detail"] == "the setting `embedder` says none"
    monkeypatch.setenv("REMORA_EMBEDDER", "auto")
    stored("The staging database listens on port 6543")
    found = vectors()
    assert found["detail"].startswith(f"2 notes = 1 vector + 1 waiting; {minilm.IDENTITY.name}, lo 0.044, hi 0.656, ")
    assert found["detail"].endswith("dup 0.92; read by sqlite-vec")
    assert "remora model embed" in found["hint"]
    monkeypatch.setenv("REMORA_READER", "matrix")
    assert vectors()["detail"].endswith("read by matrix")


def test_a_store_of_an_unknown_model_works_by_words_until_it_is_there(
    remora: Any, stored: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REMORA_EMBEDDER", "auto")
    stored(DEPLOY)
    for bundled in (minilm, multilingual):
        monkeypatch.setattr(bundled, "WEIGHTS", bundled.WEIGHTS._replace(package="no_such_package_of_ours"))
    told = remora("search", "deploys", "--json")
    assert [hit["note"]["text"] for hit in told.document["hits"]] == [DEPLOY]
    assert f"the notes have vectors of {minilm.IDENTITY.name}" in told.err
