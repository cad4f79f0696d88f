"""Imports only go down: the floors and fences that pyproject names hold in the code as it is."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"


def test_every_import_contract_is_kept():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert f"{len(contracts)} kept, 0 broken" in done.stdout
