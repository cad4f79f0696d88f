"""The example plugin from outside, found through its installed metadata, as everybody's plugins are."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from remora_hookspecs.testing import check_plugin

EXAMPLES = Path(__file__).parents[2] / "examples"
SOURCE = EXAMPLES / "plugin"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder that holds what an installer writes for the example: its module and its metadata."""
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    site = tmp_path / "site"
    metadata = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    metadata.mkdir(parents=True)
    (site / "remora_branch.py").write_bytes((SOURCE / "remora_branch.py").read_bytes())
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.4\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8"
    )
    groups = project["entry-points"]
    lines = [line for group in groups for line in (f"[{group}]", *(f"{k} = {v}" for k, v in groups[group].items()))]
    (metadata / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return site


def run(tmp_path: Path, installed: Path, **variables: str) -> str:
    folder = tmp_path / "project"
    if not (folder / ".git").exists():
        (folder / ".git").mkdir(parents=True)
        (folder / ".git" / "HEAD").write_text("ref: refs/heads/feature/login\n", encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("REMORA_")}
    done = subprocess.run(
        [sys.executable, EXAMPLES / "host.py"], input="Hello there.\n", capture_output=True, text=True, cwd=folder,
        env={**environment, "REMORA_HOME": str(tmp_path / "home"), "PYTHONPATH": str(installed),
             "REMORA_EMBEDDER": "none", **variables},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_profile_turns_it_on_by_distribution_and_name(tmp_path: Path, installed: Path) -> None:
    assert "The working copy is on the git branch feature/login." in run(
        tmp_path, installed, REMORA_PLUGINS="remora-branch:branch"
    )


@pytest.mark.parametrize("near", [True, False], ids=["relative", "absolute"])
def test_a_worktree_has_its_branch_too(tmp_path: Path, installed: Path, near: bool) -> None:
    kept = tmp_path / "repository" / ".git" / "worktrees" / "project"
    kept.mkdir(parents=True)
    (kept / "HEAD").write_text("ref: refs/heads/feature/logout\n", encoding="utf-8")
    (tmp_path / "project").mkdir()
    named = Path("..") / kept.relative_to(tmp_path) if near else kept
    (tmp_path / "project" / ".git").write_text(f"gitdir: {named}\n", encoding="utf-8")
    assert "git branch feature/logout." in run(tmp_path, installed, REMORA_PLUGINS="remora-branch:branch")


def test_it_is_off_until_a_profile_names_it(tmp_path: Path, installed: Path) -> None:
    assert "feature/login" not in run(tmp_path, installed)


def test_it_reads_its_own_table_of_the_settings(tmp_path: Path, installed: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text(
        'plugins = ["remora-branch:branch"]\n[plugin."remora-branch:branch"]\nwording = "You are on {branch}"\n',
        encoding="utf-8",
    )

    assert "You are on feature/login" in run(tmp_path, installed)


def test_it_passes_the_conformance_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(SOURCE))
    import remora_branch  # the example itself

    check_plugin(remora_branch.Branch("On {branch}."))
