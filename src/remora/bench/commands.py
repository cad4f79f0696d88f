"""The files of `remora bench lessons`: a stream of tool calls and, where there are some, a reader's labels."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from remora.bench.jsonl import objects
from remora.errors import UsageError

FIELDS = "session, project, seq, tool, command, is_error, exit_code, ran, output_head"  # of a recorded tool call


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One tool call as it was recorded. `command` is None for a tool that is no shell."""

    session: str
    project: str
    seq: int
    tool: str
    command: str | None
    arguments: dict[str, Any]
    is_error: bool | None
    exit_code: int | None
    ran: bool
    output: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What a reader says of one failure: the calls that fixed it, and those that did half of it."""

    session: str
    seq: int
    fixes: frozenset[int]
    partial: frozenset[int]


def recorded(path: Path) -> list[Recorded]:
    """Every call of the file, in its order."""
    return [_recorded(row, path, line) for line, row in objects(path)]


def labels(path: Path) -> list[Label]:
    """Every label of the file."""
    return [
        Label(
            session=str(row.get("session")), seq=_whole(row, "seq", path, line),
            fixes=frozenset(row.get("fixes") or ()), partial=frozenset(row.get("partial") or ()),
        )
        for line, row in objects(path)
    ]  # fmt: skip


def _recorded(row: dict[str, Any], path: Path, line: int) -> Recorded:
    command = row.get("command")
    arguments = _arguments(command)
    flag, code = row.get("is_error"), row.get("exit_code")
    if not isinstance(row.get("session"), str) or not isinstance(command, (str, dict, type(None))):
        raise UsageError(
            f"Nothing was measured: line {line} of {path} is no tool call.",
            f"Each line is an object with {FIELDS}.",
        )
    return Recorded(
        session=row["session"],
        project=str(row.get("project") or "bench"),
        seq=_whole(row, "seq", path, line),
        tool=str(row.get("tool") or "bash"),
        command=command if isinstance(command, str) and arguments is None else None,
        arguments=arguments or {},
        is_error=flag if isinstance(flag, bool) else None,
        exit_code=code if isinstance(code, int) and not isinstance(code, bool) else None,
        ran=row.get("ran") is not False,
        output=str(row.get("output_head") or ""),
    )


def _arguments(command: object) -> dict[str, Any] | None:
    """A JSON object in the place of a command: the arguments of a tool that is no shell."""
    if isinstance(command, dict):
        return command
    if not isinstance(command, str) or not command.startswith("{"):
        return None
    try:
        value = json.loads(command)
    except (ValueError, RecursionError):
        return {} if command.startswith('{"') else None  # cut short by whoever recorded it
    return value if isinstance(value, dict) else None


def _whole(row: dict[str, Any], key: str, path: Path, line: int) -> int:
    value = row.get(key)
    if not isinstance(value, int):
        raise UsageError(f"Nothing was measured: line {line} of {path} has no {key!r}.", "It must be a whole number.")
    return value
