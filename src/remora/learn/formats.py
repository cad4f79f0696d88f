"""Credentials that are told by their form alone and that the detector's own rules do not know, and the loose tests that
tell whether any rule must look at a text. Read by redact.

Each has a fixed prefix of its issuer: without one a random string cannot be told from a hash.
"""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

import re2

from remora.learn import options, prose

_RUN = r"[A-Za-z0-9_-]"

FORMATS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "anthropic-key": re.compile(rf"\bsk-ant-{_RUN}{{20,}}"),
        "openai-key": re.compile(rf"\bsk-(?:proj|svcacct|admin)-{_RUN}{{24,}}|\bsk-[A-Za-z0-9]{{40,}}"),
        "openrouter-key": re.compile(r"\bsk-or-v1-[0-9a-f]{64}"),
        "google-key": re.compile(rf"\bAIza{_RUN}{{35}}"),
        "google-oauth": re.compile(rf"\bGOCSPX-{_RUN}{{24,}}|\bya29\.{_RUN}{{30,}}"),
        "github-token": re.compile(r"\bgithub_pat_[A-Za-z0-9_]{60,}"),
        "huggingface-token": re.compile(r"\bhf_[A-Za-z0-9]{30,}"),
        "npm-token": re.compile(r"\bnpm_[A-Za-z0-9]{36}"),
        "groq-key": re.compile(r"\bgsk_[A-Za-z0-9]{40,}"),
        "digitalocean-token": re.compile(r"\bdo[opr]_v1_[0-9a-f]{64}"),
        "databricks-token": re.compile(r"\bdapi[0-9a-f]{32}"),
        "shopify-token": re.compile(r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
        "stripe-key": re.compile(r"\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9+/=]{24,}"),
        "slack-token": re.compile(r"\bxapp-\d-[A-Za-z0-9-]{20,}|\bxox[abeprs]-[A-Za-z0-9-]{20,}"),
        "vault-token": re.compile(rf"\bhv[sbr]\.{_RUN}{{24,}}"),
        "grafana-token": re.compile(r"\bgls?[ac]_[A-Za-z0-9_+/=]{32,}"),
        "linear-key": re.compile(r"\blin_api_[A-Za-z0-9]{32,}"),
        "aws-secret": re.compile(
            r"(?i:\baws)(?i:[\w -]{0,20}secret)(?i:[\w -]{0,20}?)[\s:=\"'`]{1,4}(?P<secret>(?=[a-z0-9/+]{0,40}[A-Z])"
            r"[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])"
        ),
        "age-key": re.compile(r"\bAGE-SECRET-KEY-1[0-9A-Z]{40,}"),
        "bearer": re.compile(r"(?i:\bbearer)\s+(?P<secret>[A-Za-z0-9._~+/=-]{20,})"),
    }
)  # fmt: skip


def _bytewise() -> re2.Options:
    """A byte is a character, which keeps the automaton small: a letter of another script is several of 80 to FF."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    return options


# Loose tests that spare almost all notes every rule behind them. RE2 takes a tenth of the time and is linear whatever
# the text. Without a form of the detector's its import is spared too: about 0.2 s, for it brings an HTTP client along
# that is never used here.
_FORM = (
    rb"-----BEGIN|PuTTY-User|eyJ|A3T|ABIA|ACCA|AKIA|ASIA|AKC|AP[0-9A-F]|\bgh[opsur]_|gl[a-z]{2,5}-|GR1348941"
    rb"|[rs]k_(?:live|test)_|pypi-|\b(?:AC|SK)[0-9a-f]{32}|\bsk-|sq0csp|SG\.|[MNO][\w-]{23,25}\.|xox|hooks\.slack"
    rb"|\d{8,10}:[\w-]{35}|AccountKey|-us\d|(?i:aws)"
)
_OWN_FORM = (
    rb"|://[^\s/]+@|whsec_|xapp-|SharedAccessKey|authToken|AIza|GOCSPX-|ya29\.|github_pat_|\bhf_|npm_|gsk_"
    rb"|do[opr]_v1_|dapi|shp[a-z]{2}_|hv[sbr]\.|gl[sc]|lin_api_|AGE-SECRET|(?i:bearer|authorization|cookie|webhook)|sig="
)
_NAMED = (
    rb"|(?i:key|pass|pwd|secret|contrase|token|credential)[\w\x80-\xff-]{0,80}[\]\"'`]{0,2}[\s\x80-\xff]{0,8}"
    rb"(?:[:=]|is\b|\s[^\s]*[\d\x80-\xff])"
)


def _utf8(names: Iterable[str]) -> bytes:
    """The names as alternatives, in small letters and as a sentence begins."""
    return b"|".join(re.escape(form.encode()) for name in names for form in dict.fromkeys((name, name.capitalize())))


_SPOKEN = b"|(?:" + _utf8((*prose.NAMES, *prose.CLOSE_NAMES)) + rb"|(?i:passwor[dt]))[^\n]*[\d!@#$%^&*+?~=]"
_COMMANDED = (
    rb"|(?:^|[^\w.-])(?:" + _utf8((*options.PROGRAMS, *options.LAST_WORD)) + rb")(?:\.exe)?(?:\s|\s(?s:.)*?\s)"
    rb"(?:-\w*[abhkpPuUw]|--|/p:)|\s--?[a-z_-]*(?:pass|token|secret|key)|REDISCLI_AUTH|SSHPASS"
    rb"|\|\s*(?:sudo|cryptsetup|kinit|smbpasswd|gh\s)|-stdin|-fd|chpasswd|<<<"
)
_FORMED = re2.compile(_FORM, _bytewise())
_HINT = re2.compile(_FORM + _OWN_FORM + _NAMED + _SPOKEN + _COMMANDED, _bytewise())


def hinted(text: str) -> bool:
    """Whether the rules must look at `text` at all."""
    return _HINT.search(text.encode("utf-8", "replace")) is not None


def formed(text: str) -> bool:
    """Whether the detector's rules must look at `text`."""
    return _FORMED.search(text.encode("utf-8", "replace")) is not None
