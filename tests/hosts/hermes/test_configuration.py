"""Hermes's files: what is changed, that nothing else is, and that it can be taken back to the byte."""

import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from remora.errors import UsageError
from remora.hosts import records
from remora.hosts.changes import Plan
from remora.hosts.hermes import setup, yamltext
from remora.hosts.hermes.places import Place
from remora.hosts.splices import Splice, applied, reversed_

LINES = ("plugins", "enabled", "remora")
FORMS = {
    "nothing": "",
    "a remark alone": "# mine\n",
    "other keys": "model:\n  default: x   # mine\n",
    "no newline at the end": "model: x",
    "an empty section": "plugins:\nmodel: x\n",
    "an empty section with a remark": "plugins:   # mine\nmodel: x\n",
    "a section with other keys": "plugins:\n    entries: {a: 1}   # mine\n    other: 2\nmodel: x\n",
    "an empty list": "plugins:\n  enabled: []   # mine\n",
    "an empty key": "plugins:\n  enabled:\n  disabled: []\n",
    "a flow list": "plugins:\n  enabled: [ a, 'b' ]\n",
    "a block list": "plugins:\n  enabled:\n  - a   # mine\n  - b\nmodel: x\n",
    "a list that is indented": "plugins:\n  enabled:\n      - a\n      - b\n",
    "a section between braces": "plugins: {entries: {a: 1}}\nmodel: x\n",
    "empty braces": "plugins: {}\n",
    "Windows line ends": "model: x\r\nplugins:\r\n  enabled:\r\n  - a\r\n",
    "a byte order mark": "\ufeffmodel: x\n",
    "a remark at the end": "model: x\n# the end",
    "a text block at the end": "note: |\n  words\n  more\n",
    "quoted keys": '"plugins":\n  "enabled": ["a"]\n',
}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    (tmp_path / "hermes").mkdir()
    return Place("default", tmp_path / "hermes")


def carry_out(plan: Plan) -> None:
    for change in (*plan.changes, plan.record):
        if change.after is None:
            change.file.unlink(missing_ok=True)
        else:
            change.file.parent.mkdir(parents=True, exist_ok=True)
            change.file.write_bytes(change.after.encode())


@pytest.mark.parametrize("form", FORMS)
def test_the_plugin_is_enabled_and_every_other_line_stays(form: str) -> None:
    text = FORMS[form]
    changed = applied(text, yamltext.with_item(text, *LINES))
    says = yaml.safe_load(changed)
    assert "remora" in says["plugins"]["enabled"]
    before = yaml.safe_load(text) or {}
    kept = [one for one in says["plugins"]["enabled"] if one != "remora"]
    assert kept == ((before.get("plugins") or {}).get("enabled") or [])
    assert {key: value for key, value in says.items() if key != "plugins"} == {
        key: value for key, value in before.items() if key != "plugins"
    }
    assert text.count("# mine") == changed.count("# mine")
    assert yamltext.with_item(changed, *LINES) == ()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("door", ["plugin", "provider", "both"])
def test_remove_restores_every_byte(form: str, door: str, place: Place, tmp_path: Path) -> None:
    before = FORMS[form].encode()
    place.config.write_bytes(before)
    home = tmp_path / "memory"
    if door != "provider":
        carry_out(setup.enable(place, home))
    if door != "plugin":
        carry_out(setup.install_provider(place, home, replace=False))
        assert yaml.safe_load(place.config.read_bytes())["memory"]["provider"] == "remora"
        assert setup.shim_of(place).is_file()
    assert place.config.read_bytes() != before

    carry_out(setup.remove(place, home))

    assert place.config.read_bytes() == before
    assert not setup.shim_of(place).exists()
    assert not records.path(home, setup.HOST).exists()


def test_a_file_that_was_made_goes_again(place: Place, tmp_path: Path) -> None:
    carry_out(setup.enable(place, tmp_path / "memory"))
    assert place.config.read_text(encoding="utf-8") == "plugins:\n  enabled:\n  - remora\n"
    carry_out(setup.remove(place, tmp_path / "memory"))
    assert not place.config.exists()


def test_what_the_person_changed_meanwhile_stays(place: Place, tmp_path: Path) -> None:
    place.config.write_text("model: x\n", encoding="utf-8")
    carry_out(setup.enable(place, tmp_path / "memory"))
    place.config.write_text("# a remark\n" + place.config.read_text(encoding="utf-8") + "more: 1\n", encoding="utf-8")
    carry_out(setup.remove(place, tmp_path / "memory"))
    assert place.config.read_text(encoding="utf-8") == "# a remark\nmodel: x\nmore: 1\n"


def test_what_hermes_wrote_anew_loses_the_plugin_alone(place: Place, tmp_path: Path) -> None:
    place.config.write_text("plugins:\n  enabled: [a]\n", encoding="utf-8")
    carry_out(setup.enable(place, tmp_path / "memory"))
    place.config.write_text("plugins:\n    enabled:\n        - a\n        - remora\n", encoding="utf-8")
    carry_out(setup.remove(place, tmp_path / "memory"))
    assert place.config.read_text(encoding="utf-8") == "plugins:\n    enabled:\n        - a\n"


def test_what_the_person_enabled_by_hand_is_taken_back_too(place: Place, tmp_path: Path) -> None:
    place.config.write_text("plugins:\n  enabled:\n  - remora\nmemory:\n  provider: remora\n", encoding="utf-8")
    carry_out(setup.remove(place, tmp_path / "memory"))
    assert place.config.read_text(encoding="utf-8") == "plugins:\n  enabled: []\nmemory:\n  provider: ''\n"


def test_disabled_wins_in_hermes_so_setup_takes_it_out(place: Place, tmp_path: Path) -> None:
    before = "plugins:\n  disabled: [remora, b]\n"
    place.config.write_text(before, encoding="utf-8")
    carry_out(setup.enable(place, tmp_path / "memory"))
    assert yaml.safe_load(place.config.read_text(encoding="utf-8"))["plugins"] == {
        "enabled": ["remora"], "disabled": ["b"],
    }  # fmt: skip
    carry_out(setup.remove(place, tmp_path / "memory"))
    assert place.config.read_text(encoding="utf-8") == before


def test_another_provider_keeps_its_slot_unless_it_is_to_be_replaced(place: Place, tmp_path: Path) -> None:
    before = "memory:\n  provider: holographic   # mine\n"
    place.config.write_text(before, encoding="utf-8")
    with pytest.raises(UsageError, match="the memory provider of this profile is holographic"):
        setup.install_provider(place, tmp_path / "memory", replace=False)
    carry_out(setup.install_provider(place, tmp_path / "memory", replace=True))
    assert place.config.read_text(encoding="utf-8") == "memory:\n  provider: remora   # mine\n"
    carry_out(setup.remove(place, tmp_path / "memory"))
    assert place.config.read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    "text",
    ["- a\n- b\n", "plugins: no\n", "plugins:\n  enabled: yes\n", "a: [\n", "{model: x}\n", "a: 1\n---\nb: 2\n",
     "base: &b\n  enabled: [a]\nplugins: *b\n"],
)  # fmt: skip
def test_what_cannot_be_changed_safely_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="Nothing was changed"):
        yamltext.with_item(text, *LINES)


def test_what_is_written_for_the_slot_does_nothing_where_remora_is_gone() -> None:
    code = f"{setup.SHIM}\nprint(register(None))"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("None\n", "")


def test_a_foreign_folder_of_that_name_is_left_alone(place: Place, tmp_path: Path) -> None:
    shim = setup.shim_of(place)
    shim.parent.mkdir(parents=True)
    shim.write_text("# somebody's\n", encoding="utf-8")
    with pytest.raises(UsageError, match="is somebody else's"):
        setup.install_provider(place, tmp_path / "memory", replace=False)
    assert setup.remove(place, tmp_path / "memory").changes == ()


@given(
    text=st.text(max_size=60),
    pieces=st.lists(st.tuples(st.integers(0, 60), st.integers(0, 5), st.text(max_size=5)), max_size=4),
)
def test_splices_reversed_give_the_text_back(text: str, pieces: list[tuple[int, int, str]]) -> None:
    splices, after = [], 0
    for at, length, new in sorted(pieces):
        start = max(after, min(at, len(text)))
        splices.append(Splice(start, text[start : start + length], new))
        after = start + length + 1
    splices = [one for one in splices if one.at <= len(text)]
    assert applied(applied(text, splices), reversed_(splices)) == text


def test_the_record_holds_nothing_of_the_file_but_the_pieces(place: Place, tmp_path: Path) -> None:
    place.config.write_text("model:\n  api_key: very-secret-words\n", encoding="utf-8")
    plan = setup.enable(place, tmp_path / "memory")
    assert "very-secret-words" not in str(plan.record.after)
