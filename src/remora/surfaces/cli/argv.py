"""Sorts an argument list before typer reads it; called by `main` alone. Knows no command by name, runs nothing.

Two things that people type are beyond a plain option parser: a global option behind the subcommand, and a text that
begins with a dash. So global options are taken out wherever they stand, and texts are put behind `--`.
"""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from remora.errors import UsageError

VALUED = ("--home", "--project", "--profile")
FLAGS = ("--json", "--raw")
HELP = ("--help", "-h")
PATHS = ("--home", "--project")  # a folder's name may be any bytes
FILES = ("file",)  # an argument of such a name is no words
_OPTION = re.compile(r"--|-[^\d.]")  # a lone dash and a negative number are values


@dataclass(frozen=True, slots=True, kw_only=True)
class Globals:
    """The options that every command takes."""

    home: Path | None = None
    project: Path | None = None
    profile: str | None = None
    json: bool = False
    raw: bool = False


@dataclass(frozen=True, slots=True)
class Sorted:
    """The global options, and what is left for typer."""

    options: Globals
    rest: tuple[str, ...]

    @property
    def asks_help(self) -> bool:
        return any(argument in HELP for argument in _split_at_dashes(self.rest)[0])


class Parameter(Protocol):
    """What is asked of an option or argument of typer's."""

    @property
    def opts(self) -> Sequence[str]: ...
    @property
    def secondary_opts(self) -> Sequence[str]: ...
    @property
    def param_type_name(self) -> str: ...
    @property
    def name(self) -> str | None: ...


class Command(Protocol):
    """What is asked of a command of typer's; a group has `commands` besides."""

    @property
    def params(self) -> Sequence[Parameter]: ...


def sort(argv: Sequence[str], root: Command) -> Sorted:
    """Take the global options out of `argv` and put the texts behind `--`.

    Raises UsageError where an option lacks its value, or a global one is given twice with different ones.
    """
    arguments, ended = _split_at_dashes(argv)
    taken = _Taken()
    path: list[str] = []
    options: list[str] = []
    texts: list[str] = []
    command = root
    queue = iter(arguments)
    for argument in queue:
        if taken.take(argument, queue):
            continue
        inner = _subcommands(command)
        if inner and not argument.startswith("-"):
            path.append(argument)  # an unknown one is left for typer to complain of
            command = inner.get(argument, command) if argument in inner else _NOTHING
        elif (takes := _option(command, argument)) is not None:
            options.append(argument)
            if takes:
                name, equals, value = argument.partition("=")
                value = _value(name, value if equals else None, queue)
                options.extend(() if equals else (value,))
        elif _is_text(argument, command):
            texts.append(argument)
        else:
            options.append(argument)
    texts.extend(ended)
    return Sorted(taken.globals(), (*path, *options, *(("--", *texts) if texts else ())))


class _Nothing:
    params: Sequence[Parameter] = ()


_NOTHING = _Nothing()


@dataclass(slots=True)
class _Taken:
    """The global options met so far."""

    values: dict[str, str] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)

    def take(self, argument: str, rest: Iterator[str]) -> bool:
        """Keep `argument`, and its value from `rest`, if it is a global option; say whether it was."""
        name, equals, value = argument.partition("=")
        if argument in FLAGS:
            self.flags.add(argument)
            return True
        if name not in VALUED:
            return False
        value = _value(name, value if equals else None, rest)
        if self.values.setdefault(name, value) != value:
            raise UsageError(f"Nothing was done: {name} was given twice.", "Give it once.")
        return True

    def globals(self) -> Globals:
        home, project = self.values.get("--home"), self.values.get("--project")
        return Globals(
            home=Path(home).expanduser() if home else None,
            project=Path(project).expanduser() if project else None,
            profile=self.values.get("--profile"),
            json="--json" in self.flags,
            raw="--raw" in self.flags,
        )


def _split_at_dashes(argv: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """What stands before the first `--`, and the texts behind it."""
    if "--" not in argv:
        return argv, ()
    at = list(argv).index("--")
    return argv[:at], argv[at + 1 :]


def _subcommands(command: Command) -> Mapping[str, Command]:
    commands: Mapping[str, Command] = getattr(command, "commands", {})
    return commands


def _option(command: Command, argument: str) -> bool | None:
    """Whether the command's option `argument` takes a value; None where it has no such option."""
    name = argument.partition("=")[0]
    if name in HELP:
        return False
    for parameter in command.params:
        if name in (*parameter.opts, *parameter.secondary_opts) and name.startswith("-"):
            return not getattr(parameter, "is_flag", False)
    return None


def _value(name: str, written: str | None, rest: Iterator[str]) -> str:
    """The value of an option, `written` behind its equals sign or the next argument.

    What looks like an option is none: the value was forgotten, and a folder or session of that name is never meant.
    """
    value = next(rest, "") if written is None else written
    if not value.strip() or (written is None and _OPTION.match(value)):
        raise UsageError(f"Nothing was done: {name} needs a value.", f"Write {name} VALUE or {name}=VALUE.")
    if name not in PATHS and not _is_utf8(value):
        raise UsageError(f"Nothing was done: the value of {name} is not UTF-8.", "Send it again as UTF-8.")
    return value


def _is_utf8(value: str) -> bool:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _is_text(argument: str, command: Command) -> bool:
    """Whether an argument that is no known option is meant as words.

    No option has a space in its name, so what has one is a text. A single dashed word is a text where the command
    takes words and has no option that looks like it: `--gobal` stays a slip of the fingers. No file is meant by one.
    """
    if not argument.startswith("-") or argument == "-" or any(map(str.isspace, argument)):
        return True
    takes_words = any(one.param_type_name == "argument" and one.name not in FILES for one in command.params)
    known = [name for parameter in command.params for name in parameter.opts if name.startswith("--")]
    known += [*VALUED, *FLAGS, *HELP]
    return takes_words and not difflib.get_close_matches(argument.partition("=")[0], known)
