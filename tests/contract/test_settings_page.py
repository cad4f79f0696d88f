"""docs/settings.md says what the settings are: each name, spelling, default, bound, variable and level's value."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from pydantic import BaseModel

from remora.discovery import ALWAYS_ON, installed
from remora.home import FOLDER
from remora.plugins import capture
from remora.recall import PRESETS
from remora.remote.embeddings import Service
from remora.settings import ALIASES, CHOOSABLE, LEVELS, PREFIX, LocalEmbedder, Settings, load
from remora.writers import Table

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
TABLES: Mapping[str, type[BaseModel]] = {
    "base.endpoint": Service, "base.local_embedder": LocalEmbedder, "plugin.cheap": Table,
    "plugin.capture": capture.Table,
}  # fmt: skip
LONGEST_SENTENCE = 160  # characters: a row is read at one glance


def rows(text: str, *head: str) -> list[list[str]]:
    """The cells of every row of the tables with this head."""
    found, inside = [], False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif cells == list(head):
            inside = True
        elif inside and not re.fullmatch(r"-+", cells[0]):
            found.append(cells)
    return found


def names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def value(cell: str) -> object:
    """What a cell says in the language of the file; None where it says that nothing is set."""
    return None if cell == "not set" else tomllib.loads(f"x = {cell.strip('`')}")["x"]


def default(model: type[BaseModel], name: str) -> object:
    """As a file would have it."""
    field = model.model_fields[name]
    found = None if field.is_required() else field.get_default(call_default_factory=True)
    return list(found) if isinstance(found, tuple) else found


def allowed(model: type[BaseModel], name: str) -> str | None:
    """What the page must say is allowed, as far as the model says it in numbers, names or switches."""
    schema = model.model_json_schema()["properties"][name]
    one = schema.get("anyOf", [schema])[0]
    least, most = one.get("minimum", one.get("ge")), one.get("maximum", one.get("le"))
    if "enum" in one:
        return ", ".join(f'`"{each}"`' for each in one["enum"])
    if one.get("type") == "boolean":
        return "`true`, `false`"
    if "exclusiveMinimum" in one:
        return f"more than {one['exclusiveMinimum']:,.0f}, to {most:,}"
    if least is not None:
        return f"{least:,.0f} or more" if most is None else f"{least:,.0f} to {most:,.0f}"
    return f"at most {one['maxLength']} characters" if "maxLength" in one else None


SETTINGS = {names(row[0])[0]: row for row in rows(PAGE, "setting", "default", "allowed", "variable", "what it decides")}
SECTIONS = dict(re.findall(r"^### `\[([\w.]+)\]`$(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL))
KEYS = {
    (table, names(row[0])[0]): row
    for table, text in SECTIONS.items()
    for row in rows(text, "key", "default", "allowed", "what it decides")
}


def test_every_setting_and_every_key_of_a_table_has_its_row() -> None:
    assert set(SETTINGS) == set(Settings.model_fields)
    assert set(KEYS) == {(table, name) for table, model in TABLES.items() for name in model.model_fields}


def test_every_plugin_that_reads_a_table_has_it_on_the_page() -> None:
    files = (ROOT / "src" / "remora" / "plugins").glob("*.py")
    reading = {file.stem for file in files if "services.settings" in file.read_text(encoding="utf-8")}
    assert {f"plugin.{name}" for name in reading} == {table for table in SECTIONS if table.startswith("plugin.")}


@pytest.mark.parametrize("name", sorted(set(CHOOSABLE) - {"plugin"}))
def test_the_default_of_a_setting_is_the_models(name: str) -> None:
    assert value(SETTINGS[name][1]) == default(Settings, name)


@pytest.mark.parametrize(("table", "name"), sorted(KEYS))
def test_the_default_and_the_bounds_of_a_key_are_the_models(table: str, name: str) -> None:
    _, said, bounds, _ = KEYS[table, name]
    assert value(said) == default(TABLES[table], name)
    assert bounds == (allowed(TABLES[table], name) or bounds)


@pytest.mark.parametrize("name", CHOOSABLE)
def test_what_is_allowed_and_the_variable_are_the_models(name: str) -> None:
    _, _, bounds, variable, _ = SETTINGS[name]
    assert bounds == (allowed(Settings, name) or bounds)
    assert variable == ("" if name == "plugin" else f"`{PREFIX}{name.upper()}`")


def test_home_and_profile_are_what_the_environment_and_the_file_make_of_nothing() -> None:
    assert SETTINGS["home"][1:4:2] == [f"`~/{FOLDER}`", "`REMORA_HOME`"]
    assert (value(SETTINGS["profile"][1]), SETTINGS["profile"][3]) == ("default", "`REMORA_PROFILE`")


def test_the_names_that_only_the_code_knows_are_all_on_the_page() -> None:
    assert names(SETTINGS["preset"][2]) == [f'"{name}"' for name in sorted(PRESETS)]
    ours = {each.entry.name for each in installed().values() if each.ours}
    assert set(names(SETTINGS["disabled"][2])) == ours - set(ALWAYS_ON)


def test_every_other_spelling_stands_beside_its_setting() -> None:
    said = {other: name for name, row in SETTINGS.items() for other in names(row[0])[1:]}
    assert said == ALIASES


def test_each_level_sets_what_the_page_says(tmp_path: Path) -> None:
    table = rows(PAGE, "setting", *LEVELS)
    assert {names(row[0])[0] for row in table} == {name for values in LEVELS.values() for name in values}
    for place, level in enumerate(LEVELS, 1):
        found = load(home=tmp_path, environ={}, explicit={"level": level})
        assert {row[0].strip("`"): value(row[place]) for row in table} == {
            row[0].strip("`"): getattr(found, row[0].strip("`")) for row in table
        }


def test_the_example_of_a_file_is_read_and_its_profile_wins(tmp_path: Path) -> None:
    (file,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "config.toml").write_text(file, encoding="utf-8")
    work = load(home=tmp_path, profile="work", environ={})
    assert (work.level, work.notes_per_turn, work.capture) == ("high", 6, True)
    assert work.plugin == {"capture": {"patience_ms": 8000}}  # tables are not merged, as the page says
    assert load(home=tmp_path, environ={}).plugin == {"cheap": {"llm": "default"}}


def test_the_sources_win_in_the_order_of_the_list(tmp_path: Path) -> None:
    lines = ["notes_per_turn = 10", "[base]\nnotes_per_turn = 11", "[profiles.work]\nnotes_per_turn = 12"]
    environ = {"REMORA_LEVEL": "low", "REMORA_PROFILE": "work"}
    seen = []
    for count in range(len(lines) + 1):
        (tmp_path / "config.toml").write_text("\n".join(lines[:count]), encoding="utf-8")
        seen.append(load(home=tmp_path, environ=environ).notes_per_turn)
    environ["REMORA_NOTES_PER_TURN"] = "13"
    seen.append(load(home=tmp_path, environ=environ).notes_per_turn)
    seen.append(load(home=tmp_path, environ=environ, explicit={"notes_per_turn": 14}).notes_per_turn)
    assert seen == [1, 10, 11, 12, 13, 14]


@pytest.mark.parametrize("name", [*SETTINGS, *KEYS], ids=str)
def test_each_row_says_in_one_plain_sentence_what_it_decides(name: str | tuple[str, str]) -> None:
    sentence = (SETTINGS[name] if isinstance(name, str) else KEYS[name])[-1]
    assert sentence.endswith(".")
    assert 10 < len(sentence) <= LONGEST_SENTENCE


def test_the_readme_and_every_other_page_lead_here() -> None:
    pages = [page for page in (ROOT / "docs").glob("*.md") if page.name != "settings.md"]
    assert [page.name for page in pages if "(settings.md" not in page.read_text(encoding="utf-8")] == []
    assert "(docs/settings.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
