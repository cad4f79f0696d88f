"""Homes with a hook client, and their resident processes ended."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from surfaces.server.house import House

Build = Callable[..., House]


@pytest.fixture
def build(tmp_path: Path) -> Iterator[Build]:
    """Build houses, the first of them in the test's own folder."""
    built: list[House] = []

    def one(name: str = "one", **said: object) -> House:
        built.append(House.build(tmp_path / name, **said))  # type: ignore[arg-type]
        return built[-1]

    yield one
    for house in built:
        house.close()


@pytest.fixture
def house(build: Build) -> House:
    return build()
