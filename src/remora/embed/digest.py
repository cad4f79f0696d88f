"""The SHA-256 of large files, computed once: remembered beside the models for as long as size and time stay."""

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

FILE = "digests.json"


def sha256_of(path: Path, models: Path) -> str:
    """The digest of `path` in hex, from the notes in `models` where they are of this very file. Raises OSError."""
    seen = path.stat()
    name, key = str(path.resolve()), [seen.st_size, seen.st_mtime_ns]
    notes = _read(models / FILE)
    match notes.get(name):
        case [size, time, str(digest)] if [size, time] == key:
            return digest
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    with suppress(OSError):  # a home that cannot be written costs the computing each time, nothing else
        _write(models, {**notes, name: [*key, digest]})
    return digest


def _read(path: Path) -> dict[str, object]:
    try:
        notes = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return notes if isinstance(notes, dict) else {}


def _write(models: Path, notes: dict[str, object]) -> None:
    models.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = models / f".{FILE}.{os.getpid()}"
    beside.write_text(json.dumps(notes, indent=1), encoding="utf-8")
    beside.replace(models / FILE)
