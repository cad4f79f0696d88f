"""Secrets that are told by their name: `password = …`, `"api_key": "…"`, `--token …`. Pure; called by redact.

The names are the detector's and a few of ours, written out: its import takes longer than all the rest. What stands
behind one is a secret only if it looks like one, for notes speak about passwords far more often than they hold one.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

PASSWORD_CHARS = 6  # the shortest that services accept
PROSE_PASSWORD_CHARS = 8  # behind "is" stands a word of a sentence more often than a password
KEY_CHARS = 16  # 80 bits of base 32; shorter values behind "key" and "token" are names
KEY_RUN = 10  # characters without a dash or dot: what tells `f81d4fae7dec` from `acme-prod-v2`
KEY_BITS = 3.0  # bits a character: random base 16 of this length has more, words and repeats have less

KEYWORDS = (
    "api_?key", "auth_?key", "service_?key", "account_?key", "db_?key", "database_?key", "priv_?key", "private_?key",
    "client_?key", "db_?pass", "database_?pass", "key_?pass", "password", "passwd", "pwd", "secret", "contraseña",
    "contrasena", "token", "passphrase", "passcode", "access_?key", "[-_]pass",
)  # fmt: skip
"""Names that are given to secrets, as pieces of a regular expression."""

_NOT_A_SECRETS_NAME = re.compile(
    r"(?i)[-_.]?(?:hash(?:es|ed|er)?|algo\w*|len|length|min|max|limit|type|kind|name|ids?|file|path|dir|folder|version"
    r"|policy|counts?|total|ur[li]|field|env|var|header|ttl|expir\w*|rotation|manager|scheme|prefix|suffix|column|table"
    r"|format|store|ref|arn|fingerprint|public|size|budget|usage|per\w*|window|hint|rule|reset|label|index|stdin|s)$"
)
_NO_SECRET = re.compile(
    r"(?i)[$%{<&*@~]|[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,12}$|\.{0,2}/|[a-z]:\\|https?:|arn:|\d{4}-\d\d-\d\d|v?\d+(?:\.\d+)*$"
    r"|(?:argon|scram|bcrypt|scrypt|pbkdf|sha-?\d|md5|base\d|utf-?\d|oauth|http/?\d|ed25519|rsa|aes|x509|pkcs|hs\d|rs\d|es\d)"
    r"|(?:os|process|env|secrets|config|settings|self|this|vault|op|ssm|kms|sops|var|local|data)[.:\[]"
    r"|\w+(?:\.\w+)*(?:\(|\[[\w:-]{0,40}\]?$)"
)
_UUID = re.compile(r"(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")  # some services issue keys of this form
_WEAK = re.compile(r"(?i)(?:pass|passwd|password|secret|root|admin|postgres|mysql|user|test|guest|example)\d{0,3}!?$")


@lru_cache(maxsize=1)
def _pattern(keywords: Sequence[str]) -> re.Pattern[str]:
    names = "|".join(keywords).replace("_?", "[-_ ]?")
    return re.compile(
        rf"(?<![A-Za-z0-9])(?P<dashes>--)?(?P<name>[\w.\-]{{0,40}}?(?:{names})[\w\-]{{0,40}})(?P<close>[\]\"'`]{{0,2}})"
        r"(?P<sign>\s{0,4}(?::=|=>|={1,3}|:(?!:))\s{0,4}|\s{1,4}is\s{1,4}|\s)"
        r"(?P<quote>[\"'`]?)(?P<value>[^\s\"'`,;]{6,512})",
        re.IGNORECASE,
    )


def spans(text: str, keywords: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where in the text a value stands behind one of the names that is a secret by its looks."""
    pattern, place = _pattern(tuple(keywords)), 0
    while match := pattern.search(text, place):
        start = match.start("value")
        value = match["value"].rstrip(".:!?)]}>")
        if _told(match, value) and _is_secret(match["name"], match["sign"], value):
            yield start, start + len(value)
            place = start + len(value)
        else:
            place = match.end("name")  # the value may itself be a name: "token: api_key=…"


def _told(match: re.Match[str], value: str) -> bool:
    """Is the value given to the name? A space alone says so only behind a long option."""
    if match["sign"].strip() == "" and not match["dashes"]:
        return False
    if match["quote"] == "`" and match.string[match.end() : match.end() + 1] != "`":
        return False  # a command in back quotes, of which this is the first word
    return not _NOT_A_SECRETS_NAME.search(_beyond(match["name"])) and not _NO_SECRET.match(value)


def _beyond(name: str) -> str:
    """The name without a final word that is part of the keyword itself: access_key, secrets."""
    return re.sub(r"(?i)(?:keys?|pass|passwords?|secrets?|tokens?|pwd|passwd|credentials)$", "", name)


def _is_secret(name: str, sign: str, value: str) -> bool:
    digits, letters = any(map(str.isdigit, value)), any(map(str.isalpha, value))
    symbols = any(char in "!@#$%^&*+?~|" for char in value)
    if _WEAK.match(value) or not letters or not (digits or symbols):
        return False
    if sign.strip().lower() == "is":
        upper = any(map(str.isupper, value))
        return len(value) >= PROSE_PASSWORD_CHARS and digits and (upper or symbols)
    if re.search(r"(?i)pass|pwd|contrase", name):
        return len(value) >= PASSWORD_CHARS
    if _UUID.fullmatch(value):
        return True
    runs = re.split(r"[-_.]", value)
    longest = max((run for run in runs if any(map(str.isdigit, run))), key=len, default="")
    return len(value) >= KEY_CHARS and len(longest) >= KEY_RUN and _bits(longest) >= KEY_BITS


def _bits(value: str) -> float:
    """Shannon entropy in bits a character."""
    return -math.fsum(n / len(value) * math.log2(n / len(value)) for n in Counter(value).values())
