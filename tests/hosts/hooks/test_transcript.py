"""The end of a host's record: newest first, in bounds, whatever lies there."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remora.hosts.hooks import transcript
from remora.hosts.hooks.transcript import rows


def test_rows_come_newest_first_and_half_a_row_is_left(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text('{"n": 1}\n{"n": 2}\nnothing\n[3]\n{"n": 4}\n{"n": 5', encoding="utf-8")
    assert [row["n"] for row in rows(str(file))] == [4, 2, 1]
    assert [row["n"] for row in rows(str(file), b'"n": 2')] == [2]


@given(st.lists(st.text(max_size=30), max_size=40), st.integers(min_value=1, max_value=64))
def test_every_row_is_found_however_the_blocks_fall(texts: list[str], block: int) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(transcript, "BLOCK", block)
        file = Path(folder) / "a.jsonl"
        file.write_text("".join(json.dumps({"t": text}) + "\n" for text in texts), encoding="utf-8")
        assert [row["t"] for row in rows(str(file))] == texts[::-1]


def test_only_the_end_of_a_long_record_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript, "MOST_BYTES", 100)
    file = tmp_path / "a.jsonl"
    file.write_text("".join(f'{{"n": {number}}}\n' for number in range(1_000)), encoding="utf-8")
    assert [row["n"] for row in rows(str(file))] == list(range(999, 990, -1))


@pytest.mark.parametrize("name", ["", "missing.jsonl", "/nowhere/a.jsonl", "\0.jsonl", "a.txt"])
def test_what_is_no_record_holds_nothing(name: str) -> None:
    assert list(rows(name)) == []


def test_nobody_waits_for_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "a.jsonl"
    os.mkfifo(pipe)
    assert list(rows(str(pipe))) == []
