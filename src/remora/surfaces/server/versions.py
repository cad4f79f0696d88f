"""Which of two versions is newer: the resident process gives way to a newer one and never to an older one."""

import re

from remora.hosts.hooks.places import PROTOCOL


def rank(version: str) -> tuple[tuple[int, ...], bool, str]:
    """A version as something that compares: numbers first, what is before a release below it."""
    numbers, rest = re.fullmatch(r"(\d+(?:\.\d+)*)?(.*)", version, re.DOTALL).groups()  # type: ignore[union-attr]
    release = tuple(int(part[:9]) for part in (numbers or "0").split("."))
    while release and release[-1] == 0:
        release = release[:-1]
    before = bool(re.match(r"[-_.]?(a|b|rc|dev)", rest))
    return release, not before, rest.partition("+")[0]


def newer(version: str, protocol: int, than: str) -> bool:
    """Whether a process of `version` and `protocol` takes the place of this one, which is `than`."""
    return (protocol, rank(version)) > (PROTOCOL, rank(than))
