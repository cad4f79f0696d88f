"""Credentials that are told by their form alone and that the detector's own rules do not know. Read by redact.

Each has a fixed prefix of its issuer: without one a random string cannot be told from a hash.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

import re2

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


# A loose test that spares almost all notes every rule behind it, and the detector its import (about 0.2 s: it brings
# an HTTP client along, which is never used here). RE2 takes a tenth of the time, linear whatever the text.
_HINT = re2.compile(
    rb"://[^\s/]+@|-----BEGIN|eyJ|A3T|ABIA|ACCA|AKIA|ASIA|AKC|AP[0-9A-F]|\bgh[opsur]_|gl[a-z]{2,5}-|GR1348941"
    rb"|[rs]k_(?:live|test)_|whsec_|pypi-|\b(?:AC|SK)[0-9a-f]{32}|\bsk-|sq0csp|SG\.|[MNO][\w-]{23,25}\.|xox|xapp-"
    rb"|hooks\.slack|\d{8,10}:[\w-]{35}|AccountKey|SharedAccessKey|authToken|-us\d"
    rb"|AIza|GOCSPX-|ya29\.|github_pat_|\bhf_|npm_|gsk_|do[opr]_v1_|dapi|shp[a-z]{2}_|hv[sbr]\.|gl[sc]|lin_api_"
    rb"|AGE-SECRET|(?i:bearer|authorization)"
    rb"|(?i:key|pass|pwd|secret|contrase|token|credential)[\w\x80-\xff-]{0,80}[\]\"'`]{0,2}[\s\x80-\xff]{0,8}"
    rb"(?:[:=]|is\b|\s[^\s]*[\d\x80-\xff])",
    _bytewise(),
)


def hinted(text: str) -> bool:
    """Whether the rules must look at `text` at all."""
    return _HINT.search(text.encode("utf-8", "replace")) is not None
