"""What Remora adds to a turn of the real Hermes and to its start, medians of ratios, by turns in one run.

Needs `.ci/hosts.py`. The model answers at once, so a real turn's share is far smaller; there are 1,000 notes, by words.
"""

import json
import os
import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from importlib.metadata import distribution
from pathlib import Path

from benchmarks.ratio import Line
from remora.wiring import build, settings_of

ROOT = Path(__file__).resolve().parents[1]
PYTHON = ROOT / ".venvs" / "hermes" / "bin" / "python"
PROGRAM = ROOT / "tests" / "hosts" / "hermes" / "turns.py"
NOTES = 1_000
ROUNDS, STARTS = 41, 7  # odd, so that the median is one that happened; a start takes seconds
TURN_BAR = 1.35  # of a turn whose model takes no time: a real model's seconds are not in it
START_BAR = 1.25
MOST_SECONDS = 900


def run() -> Iterator[Line | str]:
    """Time whole turns and whole processes of Hermes, with the plugin enabled and without."""
    if not PYTHON.is_file():
        yield "hermes: skipped; `python .ci/hosts.py` makes its environment"
        return
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        _fill(place / "memory")
        measured = json.loads(_measured(place).splitlines()[-1])
    yield _line("a turn of Hermes with a tool call / without Remora", measured["turns"], TURN_BAR)
    yield _line("processor time of Hermes's start and one turn / without Remora", measured["starts"], START_BAR)


def _fill(home: Path) -> None:
    remora = build(settings_of(home=home, explicit={"embedder": "none"}))
    for number in range(NOTES):
        remora.memory.add(f"Service {number} of the shop listens on port {2_000 + number}", project=None)
    remora.close()


def _measured(place: Path) -> str:
    site = place / "site"
    site.mkdir()
    metadata = Path(str(distribution("remora").locate_file(f"remora-{distribution('remora').version}.dist-info")))
    shutil.copytree(metadata, site / metadata.name)  # so that Hermes finds the entry points of this very source
    shop = place / "shop"
    shop.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("REMORA_", "HERMES_"))}
    done = subprocess.run(
        [str(PYTHON), str(PROGRAM), str(place / "hermes"), str(ROUNDS), str(STARTS)],
        env={
            **kept,
            "PYTHONPATH": os.pathsep.join(map(str, (site, ROOT / "src", ROOT / "hookspecs", ROOT / "tests"))),
            "REMORA_HOME": str(place / "memory"),
            "REMORA_EMBEDDER": "none",
        },
        cwd=shop, check=True, stdout=subprocess.PIPE, text=True, timeout=MOST_SECONDS,
    )  # fmt: skip
    return done.stdout


def _line(name: str, pairs: Sequence[tuple[float, float]], bar: float) -> Line:
    return Line(
        name,
        statistics.median(pair[0] for pair in pairs),
        statistics.median(pair[1] for pair in pairs),
        statistics.median(pair[0] / pair[1] for pair in pairs),
        bar,
    )
