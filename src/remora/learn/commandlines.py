"""Secrets on a command line: behind the options that take one, in variables, and piped into who reads one. Pure.

Called by redact with any text, for notes quote commands. One pass over the words, whatever the text; the shell's
quotes are read as far as a note keeps to them. What stands where is data, in options.
"""

import re
from collections.abc import Iterator

from remora.learn import looks
from remora.learn.options import (
    BESIDE_USER,
    KEYS,
    LAST_WORD,
    LOGINS,
    NO_LOGIN,
    PASSWORDS,
    PROGRAMS,
    RECEIVERS,
    SENTENCE,
    USERS,
    VARIABLES,
    Option,
)

KEY_CHARS = 6  # shorter values behind --token and --secret are names

_QUOTED = r"\"[^\"\n]{0,400}\"|'[^'\n]{0,400}'"
_BARE = r"(?:[^\s\"'`|;\\&]|\\[^\n]|&(?!&))"
_PIECE = re.compile(
    rf"(?P<gap>(?:[^\S\n]|\\\n)+)|(?P<word>-\w(?:{_QUOTED})|{_BARE}+(?:(?<=[=:%,])(?:{_QUOTED}))?|{_QUOTED})"
    r"|(?P<end>\n|&&|[|;`])|(?P<other>.)",
    re.DOTALL,
)
_VARIABLE = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(VARIABLES)})=(?P<value>{_QUOTED}|{_BARE}{{4,256}})")
_STATEMENT = re.compile(rf"(?i:\bidentified\s(?:with\s\w{{1,40}}\s)?by\s)(?P<value>{_QUOTED})")  # of SQL
_PIPED = re.compile(
    rf"\b(?:echo|printf)[^\S\n]{{1,4}}(?:-[neE]{{1,3}}[^\S\n]{{1,4}})?"
    rf"(?:(?:'%s[^'\n]{{0,4}}'|\"%s[^\"\n]{{0,4}}\"|%s)\s)?"
    rf"(?P<value>{_QUOTED}|{_BARE}{{4,256}})[^\S\n]{{0,4}}\|[^\S\n]{{0,4}}(?:{'|'.join(RECEIVERS)})"
)
_HERE = re.compile(
    rf"(?:\bsudo\s[^\n|;&<]{{0,80}}-[A-Za-z]{{0,5}}S|\s--(?:password-stdin|with-token|stdin|passphrase-fd[ =]0))\b"
    rf"[^\n|;&<]{{0,80}}<<<\s?(?P<value>{_QUOTED}|{_BARE}{{4,256}})"
)
_PROGRAM_INSIDE = re.compile(
    rf"(?<![\w.-])(?:{'|'.join(map(re.escape, (*PROGRAMS, *LAST_WORD)))})\s|\s--(?:pass|token|api|secret|client)"
)
_CLUSTER = re.compile(r"-[A-Za-z]{2,6}$")  # curl -sSu user:…; only of options that may be joined with others
_NEXT_OPTION = re.compile(r"-[A-Za-z]$|--[a-z][a-z-]*(?:=|$)")

Span = tuple[int, int]


def spans(text: str) -> Iterator[Span]:
    """Where in the text a command is given a secret."""
    for pattern in (_VARIABLE, _STATEMENT, _PIPED, _HERE):
        for match in pattern.finditer(text):
            named = "chpasswd" in match.group()  # reads user:password
            yield from _secret(text, match.span("value"), Option((), behind=":" if named else ""), known=True)
    place, command = 0, _Command(text)
    while piece := _PIECE.match(text, place):
        place = piece.end()
        if piece["end"]:
            yield from command.ended()
            command = _Command(text)
        elif word := piece["word"]:
            if word[0] in "\"'" and not command.awaited and _PROGRAM_INSIDE.search(word):
                place = piece.start() + 1  # a command in quotes: its words are read one by one
            else:
                yield from command.word(word, piece.start())
    yield from command.ended()


class _Command:
    """The words of one command, read from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._options: tuple[Option, ...] = ()
        self._words: set[str] = set()
        self._programs: set[str] = set()
        self._last: Span | None = None
        self._letter = ""
        self._due = False  # whether the last word is the secret
        self.awaited: Option | None = None

    def word(self, word: str, start: int) -> Iterator[Span]:
        """The secret in this word, if the words before or its own beginning say there is one."""
        end, option = start + len(word), self.awaited
        self.awaited = None
        if option is not None and not _NEXT_OPTION.match(word):
            yield from _secret(self._text, (start, end), option, known=bool(self._options))
        elif word[0] in "-/" and (found := self._option(word)):
            option, name = found
            if word == name:
                self.awaited = option
            else:
                skip = len(name) + (word[len(name)] == "=" and name[:2] == "--")
                yield from _secret(self._text, (start + skip, end), option, known=True)
        else:
            self._note(word, (start, end))

    def ended(self) -> Iterator[Span]:
        """The secret that is told by standing last."""
        if self._due and self._last:
            yield from _secret(self._text, self._last, Option(()), known=True)

    def _note(self, word: str, span: Span) -> None:
        name = word.lstrip("($\"'").rpartition("/")[2].removesuffix(".exe").rstrip("\"'")
        self._options += PROGRAMS.get(name, ()) if len(self._options) < 20 else ()  # a sentence of program names
        self._letter = LAST_WORD.get(name, self._letter)
        self._words.add(word.partition("=")[0])
        self._programs.add(name)
        if word[0] == "-" and self._letter:
            self._due |= self._letter in word
        elif word[0] not in "<>":
            self._last = span

    def _option(self, word: str) -> tuple[Option, str] | None:
        long = word.partition("=")[0] if word[0] == "-" else ""
        for option in self._options:
            if option.needs and option.needs not in self._words:
                continue
            for name in option.names:
                if (word == name and option.spaced) or (long == name and name[:2] == "--"):
                    return option, name
                if option.glued and name[:2] != "--" and word.startswith(name) and word != name:
                    return option, name
                if (
                    option.spaced
                    and (option.behind or option.glued)
                    and len(name) == 2
                    and _CLUSTER.match(word)
                    and word[-1] == name[1]
                ):
                    return option, word
        if long in PASSWORDS:
            return _PASSWORD, long
        if long in LOGINS.names:
            return LOGINS, long
        if word in BESIDE_USER.names and self._words & USERS and not self._programs & NO_LOGIN:
            return BESIDE_USER, word
        return (_KEY, long) if long in KEYS else None


_PASSWORD, _KEY = Option(tuple(PASSWORDS)), Option(tuple(KEYS))


def _secret(text: str, span: Span, option: Option, *, known: bool) -> Iterator[Span]:
    """The secret within a value, if it is one."""
    start, end = _inner(text, *span)
    if option.behind:
        place = text.find(option.behind, start, end)
        if place < 0:
            return
        start, end = _inner(text, place + len(option.behind), end)
    if text[end : end + 1] not in ("'", '"'):  # without quotes a sentence may go on
        known &= text[start:end].lower() not in SENTENCE
        end = start + len(text[start:end].rstrip(".,:)]}>"))
    value = text[start:end]
    if option is _KEY:
        wanted = len(value) >= KEY_CHARS and looks.like_key(value)
    elif option is LOGINS or option is BESIDE_USER:
        wanted = looks.like_password(value) and not value.isdigit()
    else:
        wanted = looks.given(value) if known else looks.unlike_words(value)
    if wanted:
        yield start, end


def _inner(text: str, start: int, end: int) -> Span:
    """A value without its quotes."""
    quoted = end - start >= 2 and text[start] in "\"'" and text[end - 1] == text[start]
    return (start + 1, end - 1) if quoted else (start, end)
