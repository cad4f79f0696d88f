"""Models of fastembed's and folders that hold one: local files only, known by what makes their vectors."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from remora.embed import catalogue, minilm
from remora.embed.catalogue import describe
from remora.embed.fastembed import FastEmbed
from remora.embed.folders import Manifest, folder_of, lacking, read, write
from remora.errors import ModelUnavailable

NAME = "sentence-transformers/all-MiniLM-L6-v2"
Folder = Callable[..., Path]


def test_the_default_is_described_without_fastembed_and_as_fastembed_does() -> None:
    from fastembed import TextEmbedding

    (listed,) = [model for model in TextEmbedding.list_supported_models() if model["model"] == catalogue.DEFAULT.name]
    assert describe("baai/BGE-small-en-v1.5") is catalogue.DEFAULT
    assert catalogue.DEFAULT.repo.lower() == listed["sources"]["hf"].lower()
    assert (catalogue.DEFAULT.dim, catalogue.DEFAULT.files) == (listed["dim"], (listed["model_file"],))


def test_any_name_of_fastembeds_is_described() -> None:
    e5 = describe("intfloat/multilingual-e5-large")
    assert (e5.dim, e5.pooling, e5.files) == (1024, "mean", ("model.onnx", "model.onnx_data"))
    assert e5.prompts == ("query: ", "passage: ")
    assert describe(NAME).prompts == ("", "")


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(ModelUnavailable, match=r"knows none named 'BAAI/bge-smal-en-v1\.5'") as error:
        describe("BAAI/bge-smal-en-v1.5")
    assert error.value.hint == "Did you mean 'BAAI/bge-small-en-v1.5'?"


@pytest.mark.usefixtures("no_network")
def test_without_its_files_it_names_them_at_once_and_leaves_the_environment_alone(models: Path) -> None:
    before = dict(os.environ)
    embedder = FastEmbed.named(catalogue.DEFAULT, models)
    assert embedder.identity.name == "fastembed/BAAI/bge-small-en-v1.5@384#cls"
    assert (embedder.identity.lo, embedder.identity.dup) == (None, 0.92)
    with pytest.raises(ModelUnavailable) as error:
        embedder.query("anything")
    assert "model_optimized.onnx, tokenizer.json" in error.value.message
    assert "remora model download" in error.value.hint
    assert dict(os.environ) == before
    assert not models.exists()


@pytest.mark.usefixtures("no_network")
def test_a_named_model_is_loaded_from_the_home(models: Path, model_folder: Folder, minilm: minilm.MiniLM) -> None:
    models.mkdir(parents=True)
    model_folder().rename(folder_of(models, NAME))
    embedder = FastEmbed.named(describe(NAME), models)
    assert not embedder.ready
    assert embedder.query("which port?") == pytest.approx(minilm.query("which port?"), abs=1e-5)
    assert embedder.ready
    assert embedder.identity.name == f"fastembed/{NAME}@384#mean"


def test_a_file_that_has_another_size_than_it_had_is_lacking(model_folder: Folder) -> None:
    folder = model_folder()
    write(folder, Manifest(model=describe(NAME), commit="c0ffee", sizes={"model.onnx": 1, "tokenizer.json": 466_247}))
    assert read(folder) == Manifest(
        model=describe(NAME), commit="c0ffee", sizes={"model.onnx": 1, "tokenizer.json": 466_247}
    )
    assert lacking(folder, describe(NAME)) == ("model.onnx",)


def test_folders_of_one_name_with_other_weights_are_other_identities(models: Path, model_folder: Folder) -> None:
    one, same, other = (model_folder(f"{at}/mine") for at in ("one", "same", "other"))
    (other / "model.onnx").unlink()
    (other / "model.onnx").write_bytes(b"other weights")
    names = [FastEmbed.of_folder(folder, models).identity.name for folder in (one, same, other)]
    assert names[0] == names[1] != names[2]
    assert names[0].startswith("folder/mine-")
    assert names[0].endswith("@384#mean")


def test_a_folder_says_how_it_pools(models: Path, model_folder: Folder) -> None:
    plain, first = model_folder("plain"), model_folder("first")
    (first / "1_Pooling").mkdir()
    (first / "1_Pooling" / "config.json").write_text(json.dumps({"pooling_mode_cls_token": True}))
    mean, cls = FastEmbed.of_folder(plain, models), FastEmbed.of_folder(first, models)
    assert (mean.identity.pooling, cls.identity.pooling) == ("mean", "cls")
    assert not np.allclose(mean.passages(["a port"]), cls.passages(["a port"]), atol=0.1)


def test_a_folder_says_how_it_is_asked(models: Path, model_folder: Folder) -> None:
    plain, told = model_folder("plain"), model_folder("told")
    prompts = {"prompts": {"query": "ask: ", "document": "say: "}}
    (told / "config_sentence_transformers.json").write_text(json.dumps(prompts))
    bare, prompted = FastEmbed.of_folder(plain, models), FastEmbed.of_folder(told, models)
    assert prompted.query("a port") == pytest.approx(bare.query("ask: a port"), abs=1e-5)
    assert prompted.passages(["a port"]) == pytest.approx(bare.passages(["say: a port"]), abs=1e-5)


@pytest.mark.parametrize(
    ("replaced", "said"),
    [
        ({"config": None}, "has no config.json that tells the hidden_size"),
        ({"tokenizer_config": None}, "holds no tokenizer_config.json"),
    ],
)
def test_a_folder_that_lacks_something_is_refused_by_name(
    replaced: dict[str, None], said: str, models: Path, model_folder: Folder
) -> None:
    with pytest.raises(ModelUnavailable, match=said):
        FastEmbed.of_folder(model_folder(**replaced), models)


def test_what_is_no_model_is_refused(tmp_path: Path, models: Path) -> None:
    (tmp_path / "config.json").write_text('{"hidden_size": 384}')
    with pytest.raises(ModelUnavailable, match=r"holds no model\.onnx"):
        FastEmbed.of_folder(tmp_path, models)
    with pytest.raises(ModelUnavailable, match=r"has no config\.json"):
        FastEmbed.of_folder(tmp_path / "nowhere", models)


def test_weights_that_do_not_load_are_our_error_each_time(models: Path, model_folder: Folder) -> None:
    folder = model_folder()
    (folder / "model.onnx").unlink()
    (folder / "model.onnx").write_bytes(b"no model at all")
    embedder = FastEmbed.of_folder(folder, models)
    for _ in range(2):
        with pytest.raises(ModelUnavailable, match="the model failed"):
            embedder.query("anything")
    assert not embedder.ready


def test_a_wrong_width_is_no_vector(models: Path, model_folder: Folder) -> None:
    embedder = FastEmbed.of_folder(model_folder(config={"hidden_size": 512, "pad_token_id": 0}), models)
    with pytest.raises(ModelUnavailable, match="makes 384 numbers a text, not 512"):
        embedder.passages(["a text"])
