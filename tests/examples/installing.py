"""Installs an example as an installer would, as far as discovery looks: its module and its metadata in one folder."""

import tomllib
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def site_of(example: str, folder: Path) -> Path:
    """A folder for PYTHONPATH that holds the example of this name; it is made in `folder`."""
    source = EXAMPLES / example
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    site = folder / "site"
    metadata = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    metadata.mkdir(parents=True)
    for module in source.glob("*.py"):
        (site / module.name).write_bytes(module.read_bytes())
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.4\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8"
    )
    groups = project["entry-points"]
    lines = [line for group in groups for line in (f"[{group}]", *(f"{k} = {v}" for k, v in groups[group].items()))]
    (metadata / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return site
