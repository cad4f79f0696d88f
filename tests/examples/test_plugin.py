"""The example plugin from outside, found through its installed metadata, as everybody's plugins are."""

import subprocess
import sys
from pathlib import Path

import pytest
from children import environment
from examples.installing import EXAMPLES, site_of

from remora_hookspecs.testing import check_plugin

SOURCE = EXAMPLES / "plugin"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    return site_of("plugin", tmp_path)


def run(tmp_path: Path, installed: Path, **variables: str) -> str:
    folder = tmp_path / "project"
    if not (folder / ".git").exists():
        (folder / ".git").mkdir(parents=True)
        (folder / ".git" / "HEAD").write_text("ref: refs/heads/feature/login\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, EXAMPLES / "host.py"], input="Hello there.\n", capture_output=True, text=True, cwd=folder,
        env=environment(
            REMORA_HOME=str(tmp_path / "home"), PYTHONPATH=str(installed), REMORA_EMBEDDER="none", **variables
        ),
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
