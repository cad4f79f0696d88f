"""Credentials that are told by their form alone and that the detector's own rules do not know. Read by redact.

Each has a fixed prefix of its issuer: without one a random string cannot be told from a hash.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

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
