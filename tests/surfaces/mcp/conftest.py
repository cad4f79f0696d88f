"""A place for each test."""

from pathlib import Path

import pytest
from surfaces.mcp.clients import Place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    made = Place(tmp_path, tmp_path / "home", tmp_path / "project")
    made.project.mkdir()
    (tmp_path / "person").mkdir()
    return made
