"""What a fresh installation must be able to do; run by `.ci/run` with the Python of an environment of its own."""

# ruff: noqa: T201 - a script of the gate: what it prints is for the person who runs it
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

BIN = Path(sys.executable).parent
HOST = Path(__file__).resolve().parents[1] / "examples" / "host.py"
# A machine of its own: the smoke test must not see the caller's memory, nor anything that the caller set up for it.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("REMORA_", "PYTHON"))}
SECONDS = 120  # a hung command must not hang the gate; the slowest of these takes a few seconds


def run(*arguments: str, home: Path, stdin: str = "", **variables: str) -> str:
    """Run a command of the new environment; its stdout, or the end of this script where it fails."""
    done = subprocess.run(
        [BIN / arguments[0], *arguments[1:]],
        input=stdin,
        env={**ENVIRONMENT, "REMORA_HOME": str(home), **variables},
        cwd=home.parent,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    if done.returncode:
        sys.exit(f"smoke: {' '.join(arguments)} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def loads(module: str, *, without: tuple[str, ...], home: Path) -> None:
    """Importing `module` must not load any of `without`."""
    code = f"import sys, {module}; print(*(set({without!r}) & set(sys.modules)))"
    extra = run("python", "-I", "-c", code, home=home).split()
    if extra:
        sys.exit(f"smoke: import {module} loads {', '.join(extra)}")


def main() -> None:
    for tool in ("pytest", "mypy", "hypothesis"):
        if importlib.util.find_spec(tool):
            sys.exit(f"smoke: {tool} is installed, so this environment proves nothing")
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "project"
        project.mkdir()
        home = Path(folder) / "home"
        (Path(folder) / ".git").mkdir()
        (Path(folder) / ".git" / "HEAD").write_text("ref: refs/heads/smoke\n", encoding="utf-8")
        print("smoke:", run("remora", "--version", home=home).strip())
        run("remora", "add", "The staging database is reached through port 6543", "--project", str(project), home=home)
        found = json.loads(
            run("remora", "search", "which port for staging", "--project", str(project), "--json", home=home)
        )
        if [hit["note"]["text"] for hit in found["hits"]] != ["The staging database is reached through port 6543"]:
            sys.exit(f"smoke: search did not find what add stored: {found}")
        if "session two" not in run("remora", "demo", home=home).lower():
            sys.exit("smoke: the demo did not reach its second session")
        run("remora", "doctor", "--json", home=home)
        told = run("python", str(HOST), home=home, stdin="Hello.\n", REMORA_PLUGINS="remora-branch:branch")
        if "on the git branch smoke" not in told:
            sys.exit(f"smoke: the example plugin from outside said nothing: {told}")
        if list(project.iterdir()):
            sys.exit("smoke: a file was written into the project's folder")
        loads("remora", without=("numpy", "onnxruntime", "fastembed", "httpx", "requests"), home=home)
        loads("remora_hookspecs", without=("remora", "pydantic", "apsw", "numpy", "blinker", "asyncio"), home=home)
    print("smoke: the wheel installs, remembers, and imports what it should")


main()
