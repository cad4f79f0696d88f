"""Recorded sessions of a real agent, and a model that follows a script: its facts are stored once."""

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from learn.capture.making import Host, Model, Row, facts, opened, texts

from remora.surfaces.cli.script import SESSION_ONE, SESSION_TWO

RECORDED = {"session_one": SESSION_ONE, "session_two": SESSION_TWO}


def rows(name: str) -> dict[int, Mapping[str, Any]]:
    text = (files("remora.surfaces.cli") / "recorded" / f"{name}.jsonl").read_text(encoding="utf-8")
    return {row["seq"]: row for row in map(json.loads, text.splitlines())}


def scripted(lines: list[Row]) -> str:
    """What worked is worth knowing, four commands of each part."""
    worked = [row for row in lines if row["who"] == "tool" and row["text"].endswith("worked")][:4]
    return facts(
        {
            "text": f"In this project this works: {row['text'].removesuffix(' worked')}",
            "n": row["n"],
            "quote": row["text"],
        }
        for row in worked
    )


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_session_is_captured_once_however_often_the_boundary_comes(name: str, tmp_path: Path) -> None:
    model = Model(scripted)
    riding = opened(tmp_path / "home", model)
    recorded, host = rows(name), Host(riding, name)
    boundaries = 0
    for spoken in RECORDED[name]:
        host.turn(spoken.text, "(the recording holds no replies)")
        for seq in spoken.rows:
            row = recorded[seq]
            host.tool(row["command"][:200], row["exit_code"] or 0, row["output_head"])
        host.compact()
        boundaries += 1
    stored = texts(riding)
    assert len(stored) >= 4
    for _ in range(20):
        host.compact()
        host.shutdown()
    assert texts(riding) == stored
    assert len(model.prompts) == boundaries
    riding.close()


def test_the_same_session_recorded_again_adds_nothing(tmp_path: Path) -> None:
    riding = opened(tmp_path / "home", Model(scripted))
    found = []
    for run in range(3):
        host, recorded = Host(riding, f"run-{run}"), rows("session_one")
        for spoken in SESSION_ONE:
            host.turn(spoken.text)
            for seq in spoken.rows:
                host.tool(recorded[seq]["command"][:200], recorded[seq]["exit_code"] or 0, recorded[seq]["output_head"])
        host.shutdown()
        found.append(texts(riding))
    riding.close()
    assert found[0]
    assert found == [found[0]] * 3
