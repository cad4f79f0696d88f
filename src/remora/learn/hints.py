"""Loose tests that spare almost all texts every rule behind them. Read by redact; they never mask.

RE2 takes a tenth of the time of a rule and is linear whatever the text. A text without a form of the detector's spares
its import too: about 0.2 s, for it brings an HTTP client along that is never used here.
"""

import re
from collections.abc import Iterable
from typing import Any, Final

import re2

from remora.learn import options, prose


def _bytewise() -> re2.Options:
    """A byte is a character, which keeps the automaton small: a letter of another script is several of 80 to FF."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    return options


_FORM = (
    rb"-----BEGIN|PuTTY-User|eyJ|A3T|ABIA|ACCA|AKIA|ASIA|AKC|AP[0-9A-F]|\bgh[opsur]_|gl[a-z]{2,5}-|GR1348941"
    rb"|[rs]k_(?:live|test)_|pypi-|\b(?:AC|SK)[0-9a-f]{32}|\bsk-|sq0csp|SG\.|[MNO][\w-]{23,25}\.|xox|hooks\.slack"
    rb"|\d{8,10}:[\w-]{35}|AccountKey|-us\d|(?i:aws)"
)
_OWN_FORM = (
    rb"://[^\s/]+@|whsec_|xapp-|SharedAccessKey|authToken|AIza|GOCSPX-|ya29\.|github_pat_|\bhf_|npm_|gsk_"
    rb"|do[opr]_v1_|dapi|shp[a-z]{2}_|hv[sbr]\.|gl[sc]|lin_api_|AGE-SECRET|(?i:bearer|authorization|cookie|webhook)|sig="
    rb"|hooks\.slack|\bcurl\s[^\n]*-b\s"
)
_NAMED = (
    rb"(?i:key|pass|pwd|secret|contrase|token|credential)[\w\x80-\xff-]{0,80}[\]\"'`]{0,2}[\s\x80-\xff]{0,8}"
    rb"(?:[:=]|is\b|\s[^\s]*[\d\x80-\xff])"
)


def _utf8(names: Iterable[str]) -> bytes:
    """The names as alternatives, in small letters and as a sentence begins."""
    return b"|".join(re.escape(form.encode()) for name in names for form in dict.fromkeys((name, name.capitalize())))


_SPOKEN = (
    b"(?:"
    + _utf8((*prose.NAMES, *prose.CLOSE_NAMES))
    + rb"|(?i:passwor[dt])|(?i:"
    + _utf8(prose.LOGINS)
    + rb"))[^\n]*[\d!@#$%^&*+?~=]"
)
_LETTERS = "".join(
    sorted({name[1] for each in options.PROGRAMS.values() for one in each for name in one.names} - {"-"})
)
_LETTERS += "".join(sorted(options.LAST_WORD.values()))
_COMMANDED = (
    rb"(?:^|[^\w.-])(?:" + _utf8((*options.PROGRAMS, *options.LAST_WORD)) + rb")(?:\.exe)?(?:\s|\s(?s:.)*?\s)"
    rb"(?:-\w*["
    + _LETTERS.encode()
    + rb"]|--|/p:)|\s--?[a-z_-]*(?:pass|token|secret|key)|(?:"
    + _utf8(options.VARIABLES)
    + rb")="
    rb"|\|\s*(?:sudo|cryptsetup|kinit|smbpasswd|gh\s)|-stdin|-fd|chpasswd|<<<|\s(?:-[uU]|--user(?:name)?|/u(?:ser)?)[\s=](?s:.)*\s[-/]p\s|\s--(?:auth|cred|basic|proxy)|(?i:identified\s)"
)

ISSUED: Final = re2.compile(_FORM, _bytewise())
FORMED: Final = re2.compile(_FORM + b"|" + _OWN_FORM, _bytewise())
REQUESTED: Final = re2.compile(_OWN_FORM + b"|" + _NAMED, _bytewise())
NAMED: Final = re2.compile(_NAMED, _bytewise())
SPOKEN: Final = re2.compile(_SPOKEN, _bytewise())
COMMANDED: Final = re2.compile(_COMMANDED, _bytewise())
_ANY: Final = re2.compile(b"|".join((_FORM, _OWN_FORM, _NAMED, _SPOKEN, _COMMANDED)), _bytewise())


def hinted(text: str, test: Any = _ANY) -> bool:
    """Whether the rules behind `test`, else any rule at all, must look at `text`."""
    return test.search(text.encode("utf-8", "replace")) is not None
