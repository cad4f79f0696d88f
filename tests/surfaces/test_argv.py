"""How arguments are sorted before typer reads them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remora.errors import UsageError
from remora.surfaces.cli import app
from remora.surfaces.cli.argv import Globals, sort

ROOT = app.build()
GLOBALS = ["--home", "/h", "--project=/p", "--profile", "work", "--json", "--raw"]


def paths(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    inner = getattr(command, "commands", None)
    if not inner:
        yield path
        return
    for name, sub in inner.items():
        yield from paths(sub, (*path, name))


@pytest.mark.parametrize("path", list(paths(ROOT)), ids=" ".join)
def test_every_command_takes_the_global_options_before_and_after_it(path: tuple[str, ...]) -> None:
    want = Globals(home=Path("/h"), project=Path("/p"), profile="work", json=True, raw=True)

    for argv in (
        [*GLOBALS, *path],
        [*path, *GLOBALS],
        [path[0], *GLOBALS, *path[1:]],
        [*GLOBALS[:3], *path, *GLOBALS[3:]],
    ):
        sorted_ = sort(argv, ROOT)
        assert sorted_.options == want
        assert sorted_.rest == path


@pytest.mark.parametrize(
    "text",
    [
        "--no-verify skips hooks",
        "--no-verify",
        "-x stops at the first failure",
        "--json output is stable",
        "-",
        "--home is set",
    ],
)
def test_a_text_may_begin_with_dashes(text: str) -> None:
    assert sort(["add", text], ROOT).rest == ("add", "--", text)
    assert sort(["add", "--importance", "0.5", text, "--global"], ROOT).rest == (
        "add", "--importance", "0.5", "--global", "--", text,
    )  # fmt: skip


def test_two_dashes_end_the_options() -> None:
    sorted_ = sort(["add", "--json", "--", "--json"], ROOT)

    assert sorted_.options.json
    assert sorted_.rest == ("add", "--", "--json")
    assert not sort(["add", "--", "--json"], ROOT).options.json


def test_a_slip_of_the_fingers_is_no_text() -> None:
    assert sort(["add", "--gobal", "a fact"], ROOT).rest == ("add", "--gobal", "--", "a fact")
    assert sort(["list", "--jsn"], ROOT).rest == ("list", "--jsn")


@pytest.mark.parametrize(
    ("argv", "option"),
    [
        (["--home"], "--home"),
        (["list", "--profile="], "--profile"),
        (["list", "--profile", " "], "--profile"),
        (["list", "--home", "--json"], "--home"),
        (["--project", "-h", "list"], "--project"),
        (["add", "a fact", "--session"], "--session"),
        (["add", "a fact", "--session", "--json"], "--session"),
        (["add", "a fact", "--session="], "--session"),
        (["add", "a fact", "--session", "--", "another"], "--session"),
        (["add", "a fact", "--importance"], "--importance"),
        (["add", "--importance", "--global", "a fact"], "--importance"),
        (["search", "port", "--limit"], "--limit"),
        (["why", "--turn", "--session", "--raw"], "--session"),
    ],
)
def test_an_option_does_not_take_another_for_its_value(argv: list[str], option: str) -> None:
    with pytest.raises(UsageError) as caught:
        sort(argv, ROOT)
    assert caught.value.message == f"Nothing was done: {option} needs a value."
    assert caught.value.hint == f"Write {option} VALUE or {option}=VALUE."


def test_a_value_may_begin_with_a_dash_where_it_is_meant() -> None:
    assert sort(["add", "a", "--session=--json"], ROOT).rest == ("add", "--session=--json", "--", "a")
    assert sort(["add", "a", "--importance", "-1"], ROOT).rest == ("add", "--importance", "-1", "--", "a")
    assert sort(["add", "a", "--session", "-"], ROOT).rest == ("add", "--session", "-", "--", "a")


@pytest.mark.parametrize("command", ["export", "import"])
def test_an_unknown_option_is_no_file(command: str) -> None:
    assert sort([command, "--scope"], ROOT).rest == (command, "--scope")
    assert sort([command, "--", "--scope"], ROOT).rest == (command, "--", "--scope")


def test_a_global_option_is_given_once() -> None:
    with pytest.raises(UsageError, match="--home was given twice"):
        sort(["list", "--home", "/a", "--home", "/b"], ROOT)


def test_a_value_that_is_not_utf8_is_refused_but_for_folders() -> None:
    with pytest.raises(UsageError, match="the value of --session is not UTF-8"):
        sort(["add", "a", "--session", "caf\udce9"], ROOT)
    assert sort(["list", "--home", "/caf\udce9"], ROOT).options.home == Path("/caf\udce9")


@given(st.lists(st.text(min_size=1).filter(lambda text: text != "--"), max_size=4))
def test_what_follows_two_dashes_reaches_the_command_as_it_is(texts: list[str]) -> None:
    rest = sort(["search", "--", *texts], ROOT).rest

    assert rest == (("search", "--", *texts) if texts else ("search",))
