"""Files of installed packages that carry a model: found without importing the package, trusted by their SHA-256.

Called by the bundled models; other weights under one identity would make vectors that must not be compared.
"""

from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from remora.embed.digest import sha256_of
from remora.errors import ModelUnavailable


class Packaged(NamedTuple):
    """A file of a package: the package's name, the place in it, its SHA-256."""

    package: str
    name: str
    digest: str


def file_of(package: str, name: str) -> Path | None:
    """A file of an installed package, None where it is not there."""
    try:
        found = find_spec(package)
    except (ImportError, ValueError):
        return None
    for folder in (found.submodule_search_locations or ()) if found else ():
        if (path := Path(folder, name)).is_file():
            return path
    return None


def checked(wanted: Packaged, models: Path, install: str) -> Path:
    """The file, if it is the very one. `models` remembers digests, `install` is the command that brings it.

    Raises ModelUnavailable where it is absent or another, OSError where it cannot be read.
    """
    package, name, digest = wanted
    path = file_of(package, name)
    if path is None:
        raise ModelUnavailable("The text was not embedded: the bundled model is not installed.", install)
    if sha256_of(path, models) != digest:
        raise ModelUnavailable(
            f"The text was not embedded: {path} is not the file that its vectors are known by.",
            f"Install it anew: {install} --force-reinstall --no-deps {package.replace('_', '-')}",
        )
    return path
