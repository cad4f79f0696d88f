"""The normal forms of a shell command and of an error line, by which lessons are found again. Pure and quick.

`exact` tells one command from another, `shape` forgets what changes from run to run: strings, numbers, paths, hashes.
Called before every tool call, so one pass of one expression each; nothing here raises on any text.
"""

import hashlib
import re

LONGEST = 4_000  # characters that are normalised; a longer command is told by its ends and its length

_QUOTES = re.compile(r"""['"\\\n]""")
# A quoted string or an escaped character is kept as it is; blanks between words are one blank.
_BLANKS = re.compile(r"""("(?:\\.|[^"\\])*"|'[^']*'|\\.)|[^\S\n]*(\n)\s*|([^\S\n]+)""", re.DOTALL)
_STRINGS = re.compile(r""""(?:\\.|[^"\\])*"|'[^']*'""")
_SHAPES = re.compile(
    r"""(?P<string>"(?:\\.|[^"\\])*"|'[^']*')"""
    r"""|(?P<secret>\[secret:[^\]\s]{1,60}\])"""
    r"""|(?P<path>(?<![\w~.-])(?:[a-z]+://|~|\.{0,2}/|[\w@+-][\w@+.-]*/)[^\s'"`;|&<>(){}]*)"""
    r"""|(?P<file>(?<![\w./-])[\w@+.-]+\.[A-Za-z]\w{0,4}(?![\w./-]))"""
    r"""|(?P<hash>\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}\b)"""
    r"""|(?P<number>(?<![A-Za-z_])\d[\d.:_]*)"""
)
_MASKS = {"string": "''", "secret": "''", "path": "PATH", "file": "PATH", "hash": "HASH", "number": "N"}
# Where a message stands in a file or a run: nothing of the error itself.
_PLACE = re.compile(
    r"^(?:\[?\d{4}-\d\d-\d\d[T ][\d:.,]+Z?\]?\s*)?(?:\[?\d\d:\d\d:\d\d[\d.,]*\]?\s*)?(?:line \d+:\s*)?|\x1b\[[\d;]*m"
)


def exact(command: str) -> str:
    """The command as it is compared: blanks and closing semicolons do not count, what is quoted does."""
    if len(command) > LONGEST:
        command = f"{command[: LONGEST // 2]}\n{len(command)}\n{command[-LONGEST // 2 :]}"
    if "  " not in command and "\n" not in command and "\t" not in command:  # as nearly every command is written
        return command.strip().rstrip("; ")
    if _QUOTES.search(command) is None:
        return " ".join(command.split()).rstrip("; ")
    return _BLANKS.sub(_one_blank, command.strip()).rstrip("; \n")


def shape(normal: str) -> str:
    """What is left of an `exact` command without its strings, numbers, paths and hashes."""
    if "'" in normal or '"' in normal:
        normal = _STRINGS.sub("''", normal)
    # Plain words and options, the most of any command, are told by a method of str: an expression costs ten times that.
    words = [
        word if word.isalpha() or word.replace("-", "").isalpha() else _SHAPES.sub(_mask, word)
        for word in normal.split(" ")
    ]
    return " ".join(words)


def error_form(line: str) -> str:
    """An error line without what changes from run to run, in lower case; names that it quotes stay.

    A quoted name is what went wrong (`No module named 'numpy'`), a quoted sentence or path is not.
    """
    line = _PLACE.sub("", line)
    return " ".join(_SHAPES.sub(_mask_error, line).lower().split())


def digest(normal: str) -> bytes:
    """The fingerprint of a normal form."""
    return hashlib.sha256(normal.encode("utf-8", "replace")).digest()


def _one_blank(match: re.Match[str]) -> str:
    return match[1] or match[2] or " "


def _mask(match: re.Match[str]) -> str:
    return _MASKS[match.lastgroup or "string"]


def _mask_error(match: re.Match[str]) -> str:
    if match.lastgroup == "string" and re.fullmatch(r"['\"][\w.@-]{1,60}['\"]", match[0]):
        return match[0]
    return _mask(match)
