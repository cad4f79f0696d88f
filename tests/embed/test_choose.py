"""Which embedder a home has: what the notes have, else what is on this machine, else words; never by trying."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from remora.embed import Choice, Wanted, WordsOnly, minilm, multilingual
from remora.embed import choose as choose_from
from remora.embed.catalogue import DEFAULT
from remora.embed.fastembed import FastEmbed
from remora.embed.folders import folder_of
from remora.embed.hashing import Hashing
from remora.embed.held import Held
from remora.embed.status import status
from remora.errors import ModelUnavailable

pytestmark = pytest.mark.usefixtures("no_network")
NAME = "sentence-transformers/all-MiniLM-L6-v2"
Folder = Callable[..., Path]


@pytest.fixture
def not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "WEIGHTS", ("no_such_package_of_ours", "model.onnx", ""))
    monkeypatch.setattr(multilingual, "WEIGHTS", multilingual.WEIGHTS._replace(package="no_such_package_of_ours"))


@pytest.fixture
def named(models: Path, model_folder: Folder) -> str:
    """A model of fastembed's that is on this machine."""
    models.mkdir(parents=True)
    model_folder().rename(folder_of(models, NAME))
    return NAME


def choose(models: Path, kind: Any = "auto", *, stored: str | None = None, **more: Any) -> Choice:
    return choose_from(Wanted(models=models, kind=kind, **more), stored)


def chosen(models: Path, kind: Any = "auto", **more: Any) -> str:
    return choose(models, kind, **more).embedder.identity.name


def test_on_a_bare_machine_the_bundled_model_is_taken(models: Path) -> None:
    choice = choose(models)
    assert choice.embedder.identity == minilm.IDENTITY
    assert "installed" in choice.why
    assert not models.exists()


def test_the_configured_models_files_come_before_the_bundled_one(models: Path, named: str) -> None:
    assert chosen(models, model=named) == f"fastembed/{NAME}@384#mean"
    (folder_of(models, named) / "tokenizer.json").unlink()
    assert chosen(models, model=named) == minilm.IDENTITY.name


def test_a_configured_folder_as_well(models: Path, model_folder: Folder) -> None:
    assert chosen(models, model=str(model_folder())).startswith("folder/minilm-")
    assert chosen(models, model=str(models)) == minilm.IDENTITY.name


def test_what_the_notes_have_comes_before_both(models: Path, named: str) -> None:
    assert chosen(models, model=named, stored=minilm.IDENTITY.name) == minilm.IDENTITY.name
    assert chosen(models, stored=f"fastembed/{NAME}@384#mean") == f"fastembed/{NAME}@384#mean"


@pytest.mark.parametrize(
    ("stored", "hint"),
    [
        ("fastembed/BAAI/bge-small-en-v1.5@384#cls", "remora model download BAAI/bge-small-en-v1.5"),
        ("folder/mine-0f3a9c21@384#mean", "`model`"),
        ("minilm/all-MiniLM-L6-v2@384#mean", "pip install"),
        ("remote/text-embedding-3@1536#none", ""),
    ],
)
def test_vectors_of_a_model_that_is_not_here_are_not_replaced_but_words_are_used(
    stored: str, hint: str, models: Path
) -> None:
    choice = choose(models, stored=stored)
    assert isinstance(choice.embedder, WordsOnly)
    assert stored in choice.why
    assert hint in choice.embedder.hint


@pytest.mark.parametrize("stored", ["hashing/terms-0@256#sum", "none/words@0#none", "rubbish"])
def test_vectors_without_meaning_bind_nobody(stored: str, models: Path) -> None:
    assert chosen(models, stored=stored) == minilm.IDENTITY.name


@pytest.mark.usefixtures("not_installed")
def test_with_nothing_at_all_words_are_used_and_it_is_said_how_to_change_that(models: Path) -> None:
    choice = choose(models)
    assert isinstance(choice.embedder, WordsOnly)
    assert choice.why == "Recall goes by words: no embedding model is on this machine."
    assert "pip install 'remora[minilm]'" in choice.embedder.hint
    assert "remora model download" in choice.embedder.hint


def test_a_store_that_was_switched_to_hashed_words_stays_with_them(models: Path) -> None:
    assert chosen(models, stored=Hashing.identity.name) == Hashing.identity.name


def test_what_the_settings_name_is_for_a_store_without_vectors(models: Path, named: str) -> None:
    assert chosen(models, "minilm") == minilm.IDENTITY.name
    assert chosen(models, "fastembed", model=named) == f"fastembed/{NAME}@384#mean"


def test_the_notes_model_binds_and_it_is_said_how_to_switch(models: Path, named: str) -> None:
    choice = choose(models, "minilm", model=named, stored=f"fastembed/{NAME}@384#mean")
    assert choice.embedder.identity.name == f"fastembed/{NAME}@384#mean"
    assert "`remora model use minilm`" in choice.why
    assert "use" not in choose(models, "minilm", stored=minilm.IDENTITY.name).why
    absent = choose(models, "minilm", stored=f"fastembed/{DEFAULT.name}@384#cls")
    assert isinstance(absent.embedder, WordsOnly)


def test_hashed_words_and_none_are_had_by_name_whatever_the_notes_have(models: Path) -> None:
    other = f"fastembed/{DEFAULT.name}@384#cls"
    assert chosen(models, "hashing", stored=other).startswith("hashing/")
    assert chosen(models, "none", stored=other) == "none/words@0#none"


@pytest.mark.usefixtures("not_installed")
def test_what_is_named_and_not_there_is_not_replaced(models: Path) -> None:
    assert "not installed" in choose(models, "minilm").why
    assert "BAAI/bge-small-en-v1.5 is not on this machine" in choose(models, "fastembed").why


def test_the_status_tells_it_and_loads_nothing(models: Path, named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FastEmbed, "load", None)
    found = status(Wanted(models=models, model=named))
    assert (found.identity, found.hint) == (f"fastembed/{NAME}@384#mean", "")
    assert found.folder == str(folder_of(models, named))
    assert found.size > 20_000_000
    assert (found.lo, found.bundled) == (None, True)
    words = status(Wanted(models=models, kind="none"), "x/y@1#z")
    assert (words.identity, words.stored, words.size) == (None, "x/y@1#z", 0)
    assert words.hint


def test_the_status_says_how_far_the_process_that_asks_has_its_model(models: Path) -> None:
    loads, goes_on = threading.Event(), threading.Event()

    class Slow:
        def interrupt(self) -> None:
            """It ends by itself."""

    def build() -> Slow:
        loads.set()
        assert goes_on.wait(60)
        return Slow()

    made = minilm.MiniLM(models)
    made._held = Held(build)
    wanted = Wanted(models=models, kind="minilm")
    assert status(wanted).runtime == status(wanted, running=made).runtime == "unloaded"
    loading = threading.Thread(target=made.load)
    loading.start()
    assert loads.wait(60)
    assert status(wanted, running=made).runtime == "loading"
    goes_on.set()
    loading.join(60)
    assert status(wanted, running=made).runtime == "ready"


def test_the_status_says_why_the_model_is_not_in_memory(models: Path) -> None:
    made = minilm.MiniLM(models)
    made._held = Held(lambda: 1 / 0)  # type: ignore[arg-type, return-value]
    with pytest.raises(ModelUnavailable):
        made.load()
    found = status(Wanted(models=models, kind="minilm"), running=made)
    assert (found.runtime, "ZeroDivisionError" in found.error) == ("unloaded", True)
