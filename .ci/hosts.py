"""Makes the environments in which the tests meet real hosts: `.venvs/NAME`, kept until what is in them changes.

`python .ci/hosts.py`, by the gate and by whoever wants those tests to run. Each host has its own, since their pins
exclude each other. Remora itself is not in there: the tests install it beside, and take it out again.
`python .ci/hosts.py claude codex` makes those that are asked for by name alone: their programs take 400 MB each. Once
they are there, the tests use them.
"""

# ruff: noqa: T201 - a script of the gate: what it prints is for the person who runs it
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# The version that the adapter was written and tested against; a newer one is a change to be looked at.
HOSTS = {"hermes": ["hermes-agent==0.19.0"]}
BY_NAME = {"claude": ["claude-agent-sdk==0.2.189"], "codex": ["openai-codex-cli-bin==0.163.0"]}
BUILDING = ["hatchling>=1.27", "editables"]  # so that the tests install Remora without asking the network again


def wanted(host: str) -> list[str]:
    """What is installed for a host: itself, and all that Remora needs where it runs inside of it."""
    if host in BY_NAME:
        return ["--no-deps", *BY_NAME[host]]  # a program that needs nothing of its package
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*HOSTS[host], *project["dependencies"], *BUILDING]


def make(host: str) -> Path:
    """The environment of a host, made anew where what it should hold has changed."""
    place = ROOT / ".venvs" / host
    stamp, content = place / "requirements.txt", "\n".join(wanted(host)) + "\n"
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != content:
        venv.create(place, clear=True, with_pip=True)
        python = place / "bin" / "python"
        subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *wanted(host)], check=True)
        stamp.write_text(content, encoding="utf-8")  # last: what broke off is made again
    return place


if __name__ == "__main__":
    unknown = [name for name in sys.argv[1:] if name not in HOSTS | BY_NAME]
    if unknown:
        sys.exit(f"unknown: {', '.join(unknown)}; there are {', '.join(HOSTS | BY_NAME)}")
    for name in sys.argv[1:] or HOSTS:
        print(f"{name}: {make(name)}")
