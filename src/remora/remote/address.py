"""Addresses that a person writes down: which are allowed, and which are this machine. Bounds of what is there. Pure."""

from urllib.parse import urlsplit

WIDEST = 16_384  # numbers of a vector that a service or a person's module may make; the widest model has 12,288
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def address(url: str) -> str:
    """The address as it is used. Raises ValueError, whose text says what to write, for one that is none."""
    try:
        parts = urlsplit(url.strip())
        whole = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
    except ValueError:  # a port that is no number, a bracket that does not close
        whole = None
    if not whole or parts.username is not None or parts.query or parts.fragment:
        raise ValueError("write an address such as https://host/v1, without a name, a password or a question mark")
    return url.strip().rstrip("/")


def host_of(url: str) -> str:
    """The host, for messages."""
    return urlsplit(url).hostname or ""


def is_here(url: str) -> bool:
    """Whether it is this machine."""
    return host_of(url) in LOOPBACK


def check_secret(url: str) -> None:
    """Raise ValueError where a key would go over the network in the open."""
    if urlsplit(url).scheme == "http" and not is_here(url):
        raise ValueError("a key goes over https, or to this machine")
