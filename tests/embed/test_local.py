"""A person's own embedder is used if it fits; else another is, with the reason. Never an error."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from remora.embed import Choice, Embedder, Wanted, WordsOnly, choose
from remora.embed.hashing import Hashing
from remora.embed.local import MIB, Local, resolve_embedder
from remora.errors import ModelUnavailable
from remora.learn import Draft, learn
from remora.learn.embedding import Embedding
from remora.settings import LocalEmbedder, load
from remora.store import Readers, Store, vectors

GOOD = """
from remora.embed.hashing import DIM, Hashing
class Mine:
    name, dim = "hashed words", DIM
    def query(self, text): return list(3 * Hashing().query(text))
    def passages(self, texts): return [list(row) for row in Hashing().passages(texts)]
def create_embedder(): return Mine()
"""
ROOM = 10_000 * MIB
Make = Callable[..., str]


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Put a module where Python finds it, and return its name."""
    monkeypatch.syspath_prepend(tmp_path)
    names: list[str] = []

    def make(source: str = GOOD) -> str:
        name = f"own_embedder_{len(names)}"
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        sys.modules.pop(name, None)
        names.append(name)
        return name

    yield make
    for name in names:
        sys.modules.pop(name, None)


def resolved(wanted: LocalEmbedder | None, *, stored: str | None = None, free: int | None = ROOM) -> Choice:
    return resolve_embedder(wanted, lambda: Choice(WordsOnly("words"), "words"), stored=stored, free=lambda: free)


def test_it_is_used_where_all_fits_and_its_vectors_are_made_unit(module: Make) -> None:
    name = module()
    choice = resolved(LocalEmbedder(module=name))
    assert choice.embedder.identity.name == f"local/{name}/hashed-words@256#own"
    assert name in choice.why
    assert not choice.embedder.ready
    assert np.allclose(choice.embedder.query("which port?"), Hashing().query("which port?"), atol=1e-6)
    assert choice.embedder.passages(["a", "b"]).shape == (2, 256)
    assert choice.embedder.ready


def test_without_the_setting_nothing_is_looked_at() -> None:
    def nothing() -> int:
        raise AssertionError("it was looked at")

    choice = resolve_embedder(None, lambda: Choice(WordsOnly("words"), "words"), free=nothing)
    assert choice.why == "words"


@pytest.mark.parametrize(
    ("footprint", "free", "reason"),
    [
        (512, ROOM, "512 are too many"),
        (511, ROOM, ""),
        (4_000, ROOM, "too many"),
        (256, 512 * MIB, ""),
        (256, 512 * MIB - 1, "512 MiB free, and 511 are"),
        (1, 0, "and 0 are"),
        (256, None, "nobody here tells"),
    ],
)
def test_its_size_and_what_is_free_are_looked_at_before_it_is_imported(
    footprint: int, free: int | None, reason: str, module: Make
) -> None:
    name = module()
    choice = resolved(LocalEmbedder(module=name, footprint_mb=footprint), free=free)
    assert isinstance(choice.embedder, Local) == (not reason)
    if reason:
        assert reason in choice.why
        assert name not in sys.modules


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise RuntimeError('no GPU')", "RuntimeError: no GPU"),
        ("import no_such_runtime", "there is no module no_such_runtime"),
        ("raise SystemExit(3)", "SystemExit"),
        ("x = (", "SyntaxError"),
        ("y = 1", "create_embedder"),
        ("def create_embedder(): raise MemoryError", "MemoryError"),
        ("def create_embedder(): return None", "no `name`"),
        ("create_embedder = 3", "TypeError"),
        (GOOD.replace('"hashed words", DIM', '"hashed words", "384"'), "no `dim`"),
        (GOOD.replace('"hashed words", DIM', '"hashed words", 0'), "no `dim`"),
        (GOOD.replace("def query", "def ask"), "no `query()`"),
        (GOOD.replace("def passages", "def embed"), "no `passages()`"),
    ],
)
def test_what_is_no_embedder_is_not_used_and_the_reason_is_told(source: str, reason: str, module: Make) -> None:
    choice = resolved(LocalEmbedder(module=module(source)))
    assert isinstance(choice.embedder, WordsOnly)
    assert "the local embedder is not used" in choice.why
    assert reason in choice.why


def test_an_absent_module_falls_back() -> None:
    assert "there is no module remora_local_embedder" in resolved(LocalEmbedder()).why


def test_naming_it_is_a_change_of_identity_that_only_a_switch_makes(module: Make) -> None:
    wanted = LocalEmbedder(module=module())
    own = resolved(wanted).embedder.identity.name
    other = resolved(wanted, stored="minilm/all-MiniLM-L6-v2-int8@384#mean")
    assert isinstance(other.embedder, WordsOnly)
    assert "`remora model use local`" in other.why
    assert resolved(wanted, stored=own).embedder.identity.name == own


def test_a_store_of_the_local_model_goes_by_words_without_it(tmp_path: Path) -> None:
    choice = choose(Wanted(models=tmp_path), "local/mine/x@256#own")
    assert isinstance(choice.embedder, WordsOnly)
    assert "local_embedder" in choice.embedder.hint


@pytest.mark.parametrize(
    "made", ["[[1.0] * 255 for _ in texts]", "[]", "None", "[['x'] * 256 for _ in texts]", "[[float('nan')] * 256] * 2"]
)
def test_a_vector_of_the_wrong_shape_is_never_written(made: str, module: Make, store: Store) -> None:
    source = GOOD.replace("[list(row) for row in Hashing().passages(texts)]", f"{made} if 'a note' in texts else "
                          "[list(row) for row in Hashing().passages(texts)]")  # fmt: skip
    embedder: Embedder = resolved(LocalEmbedder(module=module(source))).embedder
    embedding = Embedding(store, embedder, Readers(stays=True), patient=True)
    before = vectors.counter(store.read())
    learn(store, Draft(text="a note", namespace="shop-0a1b2c3d"), embedding=embedding)
    assert vectors.counter(store.read()) == before
    assert embedding.pending() == 1


def test_what_it_raises_later_is_our_own_error(module: Make) -> None:
    source = GOOD.replace("return list(3 * Hashing().query(text))", "raise OSError('gone')")
    with pytest.raises(ModelUnavailable, match="gone"):
        resolved(LocalEmbedder(module=module(source))).embedder.query("which port?")


@pytest.mark.parametrize(
    ("said", "module_name", "footprint"),
    [
        (True, "remora_local_embedder", 256),
        ("true", "remora_local_embedder", 256),
        ("mine.embedder", "mine.embedder", 256),
        ({"module": "mine", "footprint_mb": 300}, "mine", 300),
        ({"footprint_mb": 300}, "remora_local_embedder", 300),
    ],
)
def test_the_setting_may_be_short_or_whole(said: Any, module_name: str, footprint: int, tmp_path: Path) -> None:
    found = load(home=tmp_path, environ={}, explicit={"local_embedder": said}).local_embedder
    assert found == LocalEmbedder(module=module_name, footprint_mb=footprint)
    assert load(home=tmp_path, environ={"REMORA_LOCAL_EMBEDDER": "off"}).local_embedder is None
