"""Plugins are found by their entry points, loaded one by one, and whatever is not used is complained of once."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from remora import discovery
from remora.settings import load
from remora.wiring import Remora, build
from remora_hookspecs import ScanRule, Session, hookimpl

Load = Callable[[], object]


class Weather:
    @hookimpl
    def session_start(self, session: Session) -> None:
        return None


def entry(distribution: str, name: str, loads: Load) -> SimpleNamespace:
    value = f"remora.plugins.{name}:plugin" if distribution == "remora" else f"{name}:plugin"
    return SimpleNamespace(dist=SimpleNamespace(name=distribution), name=name, value=value, load=loads)


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Remora]:
    """A memory among whose plugins is one stranger, `Weather_Station:main`, and none of ours but the scan."""

    def open_it(loads: Load = lambda: lambda services: Weather(), **explicit: object) -> Remora:
        installed = [entry("Weather_Station", "main", loads), entry("remora", "scan", lambda: lambda services: None)]
        monkeypatch.setattr(discovery, "entry_points", lambda group: installed)
        remora = build(load(home=tmp_path / "home", environ={}, explicit=explicit), host="test")
        remora.close()
        return remora

    return open_it


def test_a_stranger_is_on_when_it_is_named_however_its_distribution_is_written(opened: Callable[..., Remora]) -> None:
    loaded: list[object] = []

    def factory() -> object:
        return lambda services: loaded.append(services.settings) or Weather()

    assert opened(factory).complaints == ()
    assert loaded == []
    table = {"weather_station:main": {"city": "Bonn"}}
    assert opened(factory, plugins=["weather.station:main"], plugin=table).complaints == ()
    assert [dict(settings) for settings in loaded] == [{"city": "Bonn"}]  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("explicit", "said"),
    [
        ({"plugins": ["weathr-station:main"]}, "plugins names 'weathr-station:main', which is not installed here"),
        ({"disabled": ["tol"]}, "disabled names 'tol'; our own plugins are scan"),
        ({"plugin": {"weathr:main": {}}}, '[plugin."weathr:main"] is for a plugin that is not installed here'),
    ],
)
def test_a_name_that_nobody_bears_is_complained_of(
    opened: Callable[..., Remora], explicit: dict[str, object], said: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert opened(**explicit).complaints == (said,)
    assert caplog.messages == [said]


def raises() -> object:
    raise SystemExit(3)


@pytest.mark.parametrize(
    ("loads", "said"),
    [
        (raises, "loading it raised SystemExit"),
        (lambda: time.sleep(0.5), "loading it takes longer than 0.05 s, at every start"),
        (lambda: lambda services: None, "its factory gave no plugin"),
        (lambda: lambda services: object(), "implements no hook"),
    ],
)
def test_a_plugin_that_does_not_load_is_one_line(
    opened: Callable[..., Remora],
    loads: Load,
    said: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if "takes longer" in said:
        monkeypatch.setattr(discovery, "LOAD_SECONDS", 0.05)
    (complaint,) = opened(loads, plugins=["weather-station:main"]).complaints
    assert complaint.startswith("plugin weather-station:main is not used: ")
    assert said in complaint
    assert caplog.text.count("\n") == 1


def test_a_scan_rule_that_breaks_its_promise_is_complained_of_and_the_others_count(
    opened: Callable[..., Remora],
) -> None:
    good = ScanRule(
        id="door", kind="c2", severity="high", reason="the blue door", pattern="blue door", attack="a blue door",
        benign="a red door",
    )  # fmt: skip

    class Rules:
        @hookimpl
        def scan_rules(self) -> list[ScanRule]:
            return [good, replace(good, id="bad", attack="a red door")]

    remora = opened(lambda: lambda services: Rules(), plugins=["weather-station:main"])
    assert remora.complaints == ("scan rule weather-station:main/bad is not used: it does not fire on its own attack",)
    assert remora.memory.judging.scan("the blue door").rule == "weather-station:main/door"
