"""Makes the environments in which the tests meet real hosts: `.venvs/NAME`, kept until what is in them changes.

`python .ci/hosts.py`, by the gate and by whoever wants those tests to run. Each host has its own, since their pins
exclude each other. Remora itself is not in there: the tests install it beside, and take it out again.
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
BUILDING = ["hatchling>=1.27", "editables"]  # so that the tests install Remora without asking the network again


def wanted(host: str) -> list[str]:
    """What is installed for a host: itself, and all that Remora needs."""
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
    for name in sys.argv[1:] or HOSTS:
        print(f"{name}: {make(name)}")
