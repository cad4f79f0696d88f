"""What a failed call's own output says of the way out: the program or module that is missing, commands it proposes.

Pure; called once a failure, before the output is let go. A clue is a name or a command line, never prose.
"""

import re
from dataclasses import dataclass

READ_CHARS = 4_000  # on either end, as the classifier reads them
MOST = 4  # commands kept of one output; a usage text proposes dozens and means none
COMMAND_CHARS = 160  # a proposed command longer than a line is not one

_NAME = r"([\w@][\w.+@/-]{0,60})"
_PROGRAMS = (
    re.compile(rf"command not found: {_NAME}"),  # before the next: zsh puts the place of the line before it
    re.compile(
        rf"(?:^|[\s:]){_NAME}: (?:command )?not found\b"
        rf"|^'{_NAME}' is not recognized as"
        rf"|\benv: [‘'\"]?{_NAME}[’'\"]?: No such file"
        rf"|^(?:zsh|bash|fish): [Uu]nknown command:? {_NAME}",
        re.MULTILINE,
    ),
)
_MODULE = re.compile(
    rf"No module named ['\"]?{_NAME}"
    rf"|Cannot find (?:module|package) ['\"]{_NAME}"
    rf"|cannot load such file -- {_NAME}"
    rf"|(?:requires|install) the ['\"`]?{_NAME}['\"`]? (?:library|package|module|gem|extension)"
    rf"|[Pp]ackage ['\"`]?{_NAME}['\"`]? (?:is not installed|was not found|not found)"
    rf"|there is no package called [‘'\"]{_NAME}"
    rf"|no required module provides package {_NAME}"
)
# A command stands alone behind its indent, or in marks of quotation; its first word is a program's name.
_QUOTED = re.compile(r"[`'\"‘“]((?:sudo )?[a-z][\w.+-]{1,30} [^`'\"’”\n]{2,120})[`'\"’”]")
_ALONE = re.compile(r"^(?:\s{2,8}|\t|\$ |> )\$? ?((?:sudo )?[a-z][\w.+-]{1,30} [^\n]{2,140})$", re.MULTILINE)
_MEANT = re.compile(
    r"(?:did you mean|most similar commands? (?:is|are)|(?:maybe|perhaps) you meant|if you meant)"
    r"(?:[ :?]|this|these|one of|\n)*\s*['\"`‘“]?([a-z-][\w:.-]{1,40})",
    re.IGNORECASE,
)
_NO_COMMAND = frozenset(
    {"the", "a", "an", "in", "at", "to", "of", "for", "and", "or", "is", "not", "no", "file", "line"}
)


@dataclass(frozen=True, slots=True)
class Clues:
    """`program` and `module` are missing, "" where none is; `commands` are proposed; `words` are named as meant."""

    program: str = ""
    module: str = ""
    commands: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def clues(output: str) -> Clues:
    """The clues of one output."""
    text = output if len(output) <= 2 * READ_CHARS else output[:READ_CHARS] + "\n" + output[-READ_CHARS:]
    module = _first(_MODULE.search(text))
    return Clues(
        program="" if module else next(filter(None, (_first(one.search(text)) for one in _PROGRAMS)), ""),
        module=module,
        commands=tuple(dict.fromkeys(_commands(text)))[:MOST],
        words=tuple(dict.fromkeys(found[1] for found in _MEANT.finditer(text)))[:MOST],
    )


def _commands(text: str) -> list[str]:
    found = [match[1].strip() for pattern in (_ALONE, _QUOTED) for match in pattern.finditer(text)]
    return [line for line in found if line.split()[0] not in _NO_COMMAND and len(line) <= COMMAND_CHARS]


def _first(match: re.Match[str] | None) -> str:
    return next((name for name in match.groups() if name), "").strip(".:") if match else ""
