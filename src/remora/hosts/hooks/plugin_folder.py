"""What installing changes in a plugin's folder: our files, and a list of them that tells ours from others'.

The list lies in the folder, so that our files are known whichever home they were written for and whatever became of it.
Called by the installer; writes nothing.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from remora.errors import UsageError
from remora.hosts.changes import Change, read
from remora.hosts.records import Record, fingerprint

LIST = ".remora-files.json"  # a fingerprint by the file's path in the folder

Rows = dict[str, tuple[Record, ...]]


def filled(folder: Path, files: Mapping[str, str], rows: Rows, within: Path) -> Iterator[Change]:
    """The folder with these files of ours and no others of ours; noted in `rows`.

    Raises UsageError where somebody else's is in the place of one.
    """
    known = _known(folder, rows)
    yield from emptied(folder, rows, within, wanted=files)
    for name, text in files.items():
        file = folder / name
        there = read(file)
        if there not in (None, text) and fingerprint(there) not in known.get(name, ()):
            raise UsageError(
                f"Nothing was changed: {file} was written by somebody else, or changed since.",
                "Move it away, and try again.",
            )
        rows[str(file)] = (Record("", fingerprint(text), ()),)
        yield Change(file, there, text, within=within)
    listed = {name: fingerprint(text) for name, text in files.items()}
    after = json.dumps(listed, indent=2) + "\n" if listed else None
    yield Change(folder / LIST, read(folder / LIST), after, within=within)


def emptied(folder: Path, rows: Rows, within: Path, *, wanted: Mapping[str, str] | None = None) -> Iterator[Change]:
    """The folder without our files, those that somebody has changed aside; with `wanted`, those and the list stay."""
    for name, prints in _known(folder, rows).items():
        if name in (wanted or ()):
            continue
        file = folder / name
        rows.pop(str(file), None)
        there = read(file)
        yield Change(file, there, None if fingerprint(there) in prints else there, within=within)
    if wanted is None:
        yield Change(folder / LIST, read(folder / LIST), None, within=within)


def left(folder: Path, going: set[Path]) -> tuple[Path, ...]:
    """The files that stay in the folder when those go."""
    found = (file for file in folder.rglob("*") if file.is_symlink() or file.is_file()) if folder.is_dir() else ()
    return tuple(sorted(file for file in found if file not in going))


def _known(folder: Path, rows: Rows) -> dict[str, set[str]]:
    """Our files by their paths in the folder, with the fingerprints of what we wrote."""
    found: dict[str, set[str]] = {}
    for name, said in _listed(folder).items():
        found.setdefault(name, set()).add(said)
    for file, kept in rows.items():
        if folder in Path(file).parents:
            found.setdefault(Path(file).relative_to(folder).as_posix(), set()).update(row.after for row in kept)
    return found


def _listed(folder: Path) -> dict[str, str]:
    """The list; what leads out of the folder is nothing of ours."""
    try:
        said = json.loads(read(folder / LIST) or "{}")
    except ValueError:
        return {}
    pairs = said.items() if isinstance(said, dict) else ()
    return {
        name: one for name, one in pairs
        if isinstance(one, str) and not Path(name).is_absolute() and ".." not in Path(name).parts
    }  # fmt: skip
