"""Secrets that travel with a request: headers, cookies, passwords in addresses, addresses that are secrets. Pure.

Called by redact. A placeholder's value is left: documentation shows every header there is.
"""

import re
from collections.abc import Iterator

from remora.learn import looks

SCHEMES = ("Basic", "Bearer", "Token", "ApiKey", "Digest", "Negotiate", "Bot", "GenieKey", "SharedKey")

KEY_HEADERS = (
    "X-Api-Key", "Api-Key", "ApiKey", "X-Auth-Token", "X-Access-Token", "X-Auth-Key", "Private-Token", "Job-Token",
    "X-Vault-Token", "X-Amz-Security-Token", "X-Goog-Api-Key", "X-GitHub-Token", "Ocp-Apim-Subscription-Key",
    "X-Functions-Key", "DD-Api-Key", "DD-Application-Key", "X-Consul-Token", "X-Figma-Token", "X-Shopify-Access-Token",
    "X-Secret-Key", "X-Api-Secret", "X-Session-Token", "Auth-Token", "X-Token",
)  # fmt: skip

_SESSION = r"(?i:sess|sid|auth|token|jwt|remember|login|csrf|xsrf|secret|__host|__secure|credential)"
"""What the name of a cookie holds that lets somebody in."""

_VALUE = r"(?P<secret>[^\s\"'`,;\\]{6,4096})"
_AFTER_NAME = r"[\"']?[^\S\n]{0,3}[:=][^\S\n]{0,3}[\"']?"

_AUTHORIZATION = re.compile(rf"(?i)\bauthorization{_AFTER_NAME}(?:{'|'.join(SCHEMES)})[^\S\n]{{1,3}}{_VALUE}")
_KEY = re.compile(rf"(?i)(?<![\w-])(?:{'|'.join(KEY_HEADERS)}){_AFTER_NAME}{_VALUE}")
_COOKIES = re.compile(
    r"(?i)(?:\bcookie[\"']?[^\S\n]{0,3}:|(?<!\S)--cookie[ =]|\bcurl(?:\s|\s[^\n]{0,200}?\s)-b\s)(?P<all>[^\n]{1,4096})"
)
_COOKIE = re.compile(r"(?P<name>[\w.\-]{1,64})=(?P<secret>[^\s\"'`,;]{6,4096})")

WEBHOOKS = (
    re.compile(r"\bdiscord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/\d{15,21}/(?P<secret>[\w-]{20,100})"),
    re.compile(r"\bhooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/(?P<secret>[\w/-]{20,200})"),
    re.compile(r"\b(?:webhook\.office|outlook\.office(?:365)?)\.com/webhook(?:b2)?/(?P<secret>[\w@/-]{40,300})"),
    re.compile(r"\b(?:logic\.azure|powerplatform|powerautomate)\.com\S{1,400}?[?&]sig=(?P<secret>[\w%-]{20,100})"),
)
"""Whoever knows such an address may post to it."""

_ADDRESS = re.compile(r"://(?P<user>[^\s:/@\"'`<>?#\\]{0,128}):(?P<secret>[^\s/\"'`<>\\]{1,256})@(?=[\w\[$\{<])")

Span = tuple[int, int, str]


def spans(text: str) -> Iterator[Span]:
    """Where in the text, and what it is."""
    for kind, pattern in (("authorization", _AUTHORIZATION), ("api-key", _KEY)):
        for match in pattern.finditer(text):
            if looks.like_credential(match["secret"]):
                yield *match.span("secret"), kind
    for line in _COOKIES.finditer(text):
        for match in _COOKIE.finditer(text, *line.span("all")):
            if re.search(_SESSION, match["name"]) and looks.like_credential(match["secret"]):
                yield *match.span("secret"), "cookie"
    for pattern in WEBHOOKS:
        for match in pattern.finditer(text):
            if looks.given(match["secret"]):
                yield *match.span("secret"), "webhook"
    for match in _ADDRESS.finditer(text):
        if match["secret"] != match["user"] and looks.given(match["secret"]):
            yield *match.span("secret"), "password"
