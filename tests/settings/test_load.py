"""Settings come from the file, the environment and the arguments, in rising order; a wrong one is named."""

import tomllib
from pathlib import Path

import pytest

from remora.errors import BadSettings, HomeUnavailable
from remora.settings import Settings, load, profiles, toml_value
from remora.wiring import settings_of


def settings(home: Path, toml: str = "", *, profile: str | None = None, env: dict[str, str] | None = None,
             **explicit: object) -> Settings:  # fmt: skip
    if toml:
        (home / "config.toml").write_text(toml, encoding="utf-8")
    return load(home=home, profile=profile, environ=env or {}, explicit=explicit)


def test_without_anything_the_level_is_default(tmp_path: Path) -> None:
    found = settings(tmp_path)
    assert (found.level, found.notes_per_turn, found.gate, found.capture) == ("default", 3, 0.5, False)
    assert (found.home, found.profile, found.failures) == (tmp_path, "default", True)


@pytest.mark.parametrize(
    ("level", "notes", "gate", "boundaries", "hours", "sessions"),
    [
        ("low", 1, 0.65, False, 4, 3),
        ("default", 3, 0.50, False, 4, 3),
        ("high", 5, 0.50, True, 4, 3),
        ("max", 8, 0.42, True, 1, 1),
    ],
)
def test_a_level_expands(
    tmp_path: Path, level: str, notes: int, gate: float, boundaries: bool, hours: float, sessions: int
) -> None:
    found = settings(tmp_path, level=level)
    assert (found.notes_per_turn, found.gate) == (notes, gate)
    assert (found.capture, found.research, found.dream) == (boundaries,) * 3
    assert (found.dream_hours, found.dream_sessions) == (hours, sessions)


def test_an_explicit_switch_wins_over_the_level_both_ways(tmp_path: Path) -> None:
    # the switch stands in the lowest layer, the level in the highest: it is explicit all the same
    off = settings(tmp_path, "capture = false\n", level="max")
    on = settings(tmp_path, "capture = true\n", level="low")
    assert (off.capture, off.dream, on.capture, on.dream) == (False, True, True, False)


def test_base_profile_environment_and_arguments_rise(tmp_path: Path) -> None:
    toml = "notes_per_turn = 2\n[profiles.work]\nnotes_per_turn = 4\n"
    assert settings(tmp_path, toml).notes_per_turn == 2
    assert settings(tmp_path, toml, profile="work").notes_per_turn == 4
    env = {"REMORA_PROFILE": "work", "REMORA_NOTES_PER_TURN": "6"}
    assert settings(tmp_path, toml, env=env).notes_per_turn == 6
    assert settings(tmp_path, toml, env=env, notes_per_turn=7).notes_per_turn == 7


def test_the_base_may_be_a_table(tmp_path: Path) -> None:
    assert settings(tmp_path, '[base]\nlevel = "high"\n').notes_per_turn == 5


def test_an_undefined_profile_has_the_base_settings(tmp_path: Path) -> None:
    found = settings(tmp_path, "gate = 0.6\n[profiles.work]\ngate = 0.7\n", profile="home")
    assert (found.profile, found.gate) == ("home", 0.6)
    assert profiles(tmp_path) == ("work",)


@pytest.mark.parametrize(
    ("alias", "value", "key", "expected"),
    [
        ("aggressiveness", "max", "notes_per_turn", 8),
        ("autoCapture", True, "capture", True),
        ("reSearch", True, "research", True),
    ],
)
def test_the_old_spellings_mean_the_same(tmp_path: Path, alias: str, value: object, key: str, expected: object) -> None:
    assert getattr(settings(tmp_path, **{alias: value}), key) == expected
    variable = {f"REMORA_{alias.upper()}": str(value)}
    assert getattr(settings(tmp_path, env=variable), key) == expected


def test_a_setting_said_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="both 'aggressiveness' and 'level'"):
        settings(tmp_path, aggressiveness="low", level="max")


def test_lists_and_tables(tmp_path: Path) -> None:
    found = settings(
        tmp_path,
        'disabled = ["tool"]\n[plugin."weather:main"]\ncity = "Bonn"\n',
        env={"REMORA_PLUGINS": "weather:main, other:one"},
    )
    assert found.plugins == ("weather:main", "other:one")
    assert found.disabled == ("tool",)
    assert found.plugin["weather:main"]["city"] == "Bonn"
    with pytest.raises(TypeError):
        found.plugin["weather:main"]["city"] = "Rome"  # type: ignore[index]


def test_an_unknown_key_names_file_key_and_allowed_keys(tmp_path: Path) -> None:
    with pytest.raises(BadSettings) as caught:
        settings(tmp_path, "[profiles.work]\nnotes_per_trun = 2\n", profile="work")
    assert str(tmp_path / "config.toml") in caught.value.message
    assert "profiles.work" in caught.value.message
    assert "'notes_per_trun'" in caught.value.message
    assert "Did you mean 'notes_per_turn'?" in caught.value.hint
    assert "scan_on_write" in caught.value.hint


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("level", "extreme", "'low', 'default', 'high' or 'max'"),
        ("gate", "1.5", "less than or equal to 1"),
        ("gate", "often", "valid number"),
        ("capture", "perhaps", "valid boolean"),
        ("scan_on_write", "delete", "'off', 'warn' or 'block'"),
        ("project", "global", "not 'global'"),
        ("plugins", "weather", "distribution:name"),
        ("disabled", "scan", "cannot be turned off"),
    ],
)
def test_a_bad_value_names_place_key_and_what_is_allowed(tmp_path: Path, key: str, value: str, allowed: str) -> None:
    variable = f"REMORA_{key.upper()}"
    with pytest.raises(BadSettings) as caught:
        settings(tmp_path, env={variable: value})
    assert variable in caught.value.message
    assert key in caught.value.message
    assert allowed in caught.value.hint
    with pytest.raises(BadSettings, match="the arguments"):
        settings(tmp_path, **{key: value})


@pytest.mark.parametrize(
    ("toml", "written", "allowed"),
    [
        ("gate = true", "gate = true", "write a number"),
        ("notes_per_turn = true", "notes_per_turn = true", "write a number"),
        ("dream_hours = false", "dream_hours = false", "write a number"),
        ("gate = [1]", "gate = [1]", "write a number"),
        ("notes_per_turn = 1.5", "notes_per_turn = 1.5", "write a whole number"),
        ("notes_per_turn = {}", "notes_per_turn = {}", "write a whole number"),
        ("plugins = 3", "plugins = 3", "write a list"),
        ("plugin = 3", "plugin = 3", "write a table"),
        ("plugin = {x = 3}", "plugin = 3", "write a table"),
        ("project = ['a']", 'project = ["a"]', "write a text in quotes"),
        ("capture = []", "capture = []", "write true or false"),
    ],
)
def test_a_value_of_another_kind_is_named_in_the_files_own_words(
    tmp_path: Path, toml: str, written: str, allowed: str
) -> None:
    with pytest.raises(BadSettings) as caught:
        settings(tmp_path, toml)
    assert f"{written} in {tmp_path / 'config.toml'} is not allowed" in caught.value.message
    assert allowed in caught.value.hint


def test_a_preset_that_recall_does_not_have_is_named_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[profiles.work]\npreset = "nosuch"\n', encoding="utf-8")
    with pytest.raises(BadSettings) as caught:
        load(home=tmp_path, profile="work", environ={}, presets=("words", "other"))
    assert f'preset = "nosuch" in {tmp_path / "config.toml"}, [profiles.work]' in caught.value.message
    assert caught.value.hint == "preset: use one of other, words."


def test_hosts_and_surfaces_are_told_of_such_a_preset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REMORA_PRESET", "nosuch")
    with pytest.raises(BadSettings, match="the variable REMORA_PRESET"):
        settings_of(home=tmp_path)


def test_a_file_that_cannot_be_read_is_the_machines_trouble(tmp_path: Path) -> None:
    (tmp_path / "config.toml").mkdir()
    with pytest.raises(HomeUnavailable, match=r"config\.toml cannot be opened \(Is a directory; owner "):
        settings(tmp_path)


def test_a_file_that_is_not_utf8_is_named_with_the_line(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b'level = "high"\n\n# K\xe4se\nbudget = 3\n')
    with pytest.raises(BadSettings, match=r"config\.toml is not UTF-8 \(line 3: "):
        settings(tmp_path)


def test_a_file_that_is_nested_too_deeply_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="nested too deeply"):
        settings(tmp_path, f"level = {'[' * 5_000}{']' * 5_000}\n")


@pytest.mark.parametrize(
    "value", [True, 3, 0.5, 'quote " and \\ and \n', "käse \x7f", ("a", "b"), {"city": "Bonn", "a b": [{"x": False}]}]
)
def test_values_are_written_as_toml_reads_them(value: object) -> None:
    read = tomllib.loads(f"value = {toml_value(value)}")["value"]
    assert read == (list(value) if isinstance(value, tuple) else value)


def test_a_slip_in_a_variable_is_named_and_foreign_variables_are_not_ours(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="REMORA_LEVLE") as caught:
        settings(tmp_path, env={"REMORA_LEVLE": "max"})
    assert "REMORA_LEVEL?" in caught.value.hint
    assert settings(tmp_path, env={"REMORA_DEPLOY_TARGET": "x", "REMORA_TRACE": "1"}).level == "default"


@pytest.mark.parametrize("toml", ["level = \n", "profiles = 3\n", "base = 3\n", "[profiles]\nwork = 1\n"])
def test_a_file_of_the_wrong_form_is_named(tmp_path: Path, toml: str) -> None:
    with pytest.raises(BadSettings, match=r"config\.toml"):
        settings(tmp_path, toml)


def test_the_home_comes_from_the_environment(tmp_path: Path) -> None:
    assert load(environ={"REMORA_HOME": str(tmp_path / "here")}).home == tmp_path / "here"


def test_nothing_is_read_from_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "project"
    project.mkdir()
    for name in ("config.toml", "remora.toml", ".remora.toml", ".env"):
        (project / name).write_text('level = "max"\nREMORA_LEVEL="max"\n', encoding="utf-8")
    monkeypatch.chdir(project)
    assert settings(tmp_path / "home").level == "default"


def test_settings_do_not_change(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="frozen"):
        settings(tmp_path).level = "max"  # type: ignore[misc]


def test_a_switch_that_would_change_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSettings) as caught:
        settings(tmp_path, "mmr = true")
    assert f"mmr = true in {tmp_path / 'config.toml'} is not allowed" in caught.value.message
    assert caught.value.hint == "mmr: leave it at false, for no ranking of this version has it."
    assert settings(tmp_path, "mmr = false").mmr is False
