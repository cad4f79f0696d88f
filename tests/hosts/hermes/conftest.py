"""The real Hermes, in an environment of its own with Remora beside it, against a scripted model on loopback.

`.ci/hosts.py` makes that environment; without it these tests are skipped, unless HOSTS_REQUIRED says that they count.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hosts.hermes.machine import NO_NETWORK, configuration
from hosts.hermes.model_server import Model, served

ROOT = Path(__file__).parents[3]
ENVIRONMENT = ROOT / ".venvs" / "hermes"
SECONDS = 120  # a hung host must not hang the tests; a turn takes a few seconds
LAUNCHER = """\
#!{python}
import sys
from hermes_cli.main import main
sys.exit(main())
"""  # what an installer writes for Hermes's own entry point


@dataclass(frozen=True)
class Ran:
    """What a process of Hermes left."""

    code: int
    out: str
    err: str


def environment(place: Path) -> Path:
    """An environment at `place` that has all of Hermes's, and Remora installed in itself; returns its `bin`."""
    if not (ENVIRONMENT / "requirements.txt").is_file():
        if os.environ.get("HOSTS_REQUIRED"):
            pytest.fail(f"{ENVIRONMENT} is missing: run `python .ci/hosts.py`")
        pytest.skip("the real Hermes is not installed here: `python .ci/hosts.py` does it")
    base = ENVIRONMENT / "bin" / "python"
    subprocess.run([base, "-m", "venv", "--without-pip", place], check=True)
    (site,) = (place / "lib").glob("python*/site-packages")
    (shared,) = (ENVIRONMENT / "lib").glob("python*/site-packages")
    (site / "hermes.pth").write_text(f"{shared}\n", encoding="utf-8")
    python = place / "bin" / "python"
    subprocess.run(
        [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--no-build-isolation",
         "-e", ROOT], check=True, env={**os.environ, **NO_NETWORK},
    )  # fmt: skip
    launcher = place / "bin" / "hermes"
    launcher.write_text(LAUNCHER.format(python=python), encoding="utf-8")
    launcher.chmod(0o755)
    return place / "bin"


@dataclass
class Hermes:
    """A person's machine: Hermes with its profiles, a project's folder, a memory."""

    bin: Path
    folder: Path
    model: Model
    variables: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for each in (self.root, self.project, self.folder / "person"):
            each.mkdir(exist_ok=True)
        (self.root / "config.yaml").write_text(self.configuration(), encoding="utf-8")

    @property
    def root(self) -> Path:
        return self.folder / "hermes"

    @property
    def project(self) -> Path:
        return self.folder / "shop"

    def configuration(self, more: str = "") -> str:
        return configuration(self.model.url, more)

    def profile(self, name: str, more: str = "") -> Path:
        """A profile of Hermes, and its folder."""
        folder = self.root / "profiles" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.yaml").write_text(self.configuration(more), encoding="utf-8")
        return folder

    def environ(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("REMORA_", "HERMES_"))}
        return {
            **kept,
            **NO_NETWORK,
            "HOME": str(self.folder / "person"),
            "HERMES_HOME": str(self.root),
            "REMORA_HOME": str(self.folder / "memory"),
            "REMORA_EMBEDDER": "none",  # by words: what is tested here needs no model
            "PATH": f"{self.bin}:{kept['PATH']}",
            **self.variables,
        }

    def run(self, *arguments: object) -> Ran:
        """A process on that machine; the first argument is a command of the environment."""
        done = subprocess.run(
            [self.bin / str(arguments[0]), *map(str, arguments[1:])],
            env=self.environ(), cwd=self.project, capture_output=True, text=True, timeout=SECONDS, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        return Ran(done.returncode, done.stdout, done.stderr)

    def chat(self, text: str, *lines: dict[str, object], profile: str | None = None) -> Ran:
        """A conversation of one turn: the person says `text`, the model does `lines`."""
        self.model.plays(*lines)
        chosen = ("-p", profile) if profile else ()
        ran = self.run("hermes", *chosen, "chat", "-Q", "--yolo", "-q", text)
        assert ran.code == 0, ran
        assert self.model.asked, ran
        return ran

    def remora(self, *arguments: object) -> Ran:
        return self.run("python", "-m", "remora", *arguments)

    def log(self, folder: Path | None = None) -> str:
        """What Hermes logged in a profile."""
        return "\n".join(
            file.read_text(encoding="utf-8") for file in sorted(((folder or self.root) / "logs").glob("*.log"))
        )


@pytest.fixture(scope="session")
def hermes_bin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    place = tmp_path_factory.mktemp("environment") / "venv"
    yield environment(place)
    shutil.rmtree(place, ignore_errors=True)


@pytest.fixture(scope="session")
def model() -> Iterator[Model]:
    with served() as model:
        yield model


@pytest.fixture
def hermes(hermes_bin: Path, model: Model, tmp_path: Path) -> Hermes:
    """A machine on which nothing has happened yet."""
    return Hermes(hermes_bin, tmp_path, model)


@pytest.fixture
def in_process(hermes: Hermes) -> Callable[..., Ran]:
    """Run a program of this folder with Hermes's own Python."""

    def run(program: str, *arguments: object) -> Ran:
        ran = hermes.run("python", Path(__file__).parent / program, *arguments)
        assert ran.code == 0, ran
        return ran

    return run
