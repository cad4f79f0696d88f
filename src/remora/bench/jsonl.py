"""Reads files of JSON lines for the benchmarks; knows nothing of what the objects hold."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from remora.errors import UsageError


def objects(path: Path, hint: str = "") -> Iterator[tuple[int, dict[str, Any]]]:
    """Each line's object with its number, counted from 1. Raises UsageError, with the `hint`, where a line is none."""
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    row = json.loads(line)
                    if not isinstance(row, dict):
                        raise ValueError("it is no object")
                    yield number, row
    except OSError as error:
        raise UsageError(f"Nothing was measured: {path} cannot be read ({error.strerror}).") from error
    except ValueError as error:
        raise UsageError(f"Nothing was measured: {path} is not JSON lines ({error}).", hint) from error
