"""What pyproject.toml declares must be what is installed: an editable install reads it only when it is installed."""

import tomllib
from importlib.metadata import distribution
from pathlib import Path

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
REINSTALL = "pyproject.toml has changed since the package was installed: run `.venv/bin/pip install -e '.[dev]'`"


def declared() -> dict[str, dict[str, str]]:
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    return {"console_scripts": project["scripts"], **project["entry-points"]}


def installed() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for entry in distribution("remora").entry_points:
        found.setdefault(entry.group, {})[entry.name] = entry.value
    return found


def test_the_installed_entry_points_are_those_of_pyproject() -> None:
    assert installed() == declared(), REINSTALL


def test_the_installed_version_is_that_of_pyproject_and_of_the_package() -> None:
    import remora

    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    assert distribution("remora").version == project["version"], REINSTALL
    assert remora.__version__ == project["version"]


def test_every_entry_point_loads() -> None:
    for entry in distribution("remora").entry_points:
        value = entry.load()
        assert callable(getattr(value, "register", value)), entry  # some hosts want a module that has `register`
