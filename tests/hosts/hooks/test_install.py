"""What the installer would change: the host's file to the byte and back, a plugin's folder, and nothing of others'."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from remora.errors import EnvironmentTrouble, UsageError
from remora.hosts.changes import Plan
from remora.hosts.hooks import install as installing
from remora.hosts.hooks import plugin_files
from remora.hosts.hooks.install import CLAUDE, CODEX, HOSTS, Host
from remora.hosts.hooks.launch import Client, client_of
from remora.hosts.records import fingerprint
from remora.surfaces.cli import together

MINE = '{"model": "x",\n    "hooks": {"Stop": [ {"hooks": [{"type": "command", "command": "true"}]} ] } }\n'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "memory").mkdir()
    return tmp_path / "memory"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "host").mkdir()
    return tmp_path / "host"


def carry_out(plan: Plan) -> None:
    together.write((*plan.changes, plan.record))


def install(host: Host, home: Path, place: Path, **more: Any) -> Plan:
    plan = installing.install(host, home, client_of(home), place=place, **more)
    carry_out(plan)
    return plan


def uninstall(host: Host, home: Path, place: Path) -> Plan:
    plan = installing.uninstall(host, home, place=place)
    carry_out(plan)
    return plan


def tree(folder: Path) -> dict[str, bytes | None]:
    return {str(one.relative_to(folder)): one.read_bytes() if one.is_file() else None for one in folder.rglob("*")}


@pytest.mark.parametrize("before",
    [
        None, "", "{}", "{\n}\n", MINE, '{"a":"ä"}', '{\r\n\t"b": [1,\r\n2]\r\n}\r\n', "\ufeff", "\ufeff" + MINE,
        '{"hooks": {"Stop": null, "Notification": null}}', '{\n  "hooks": null\n}\n',
    ],
)  # fmt: skip
@pytest.mark.parametrize("host", HOSTS.values(), ids=HOSTS)
def test_it_comes_and_goes_without_a_trace(host: Host, before: str | None, home: Path, place: Path) -> None:
    if before is not None:
        (place / host.file).write_bytes(before.encode())
    there = tree(place)
    files = plugin_files.files(home) if host.plugin else {}
    if (before or "").startswith("\ufeff") and not host.marked:
        with pytest.raises(UsageError, match="byte order mark, and Codex runs no hook"):
            install(host, home, place)
        assert tree(place) == there
        return
    install(host, home, place, files=files)
    said = json.loads((place / host.file).read_text("utf-8-sig"))
    for hook in host.hooks:
        (entry,) = said["hooks"][hook.event][-1]["hooks"]
        assert entry["type"] == "command"
        assert f"hooks/client.py {host.name} {hook.event} " in entry["command"]
    again = installing.install(host, home, client_of(home), place=place, files=files)
    assert again.changes == ()
    assert again.record.before == again.record.after
    uninstall(host, home, place)
    assert tree(place) == there
    assert uninstall(host, home, place).changes == ()
    assert not (home / "hosts" / f"{host.name}.json").exists()


def test_a_file_that_was_changed_since_keeps_what_was_changed(home: Path, place: Path) -> None:
    file = place / "settings.json"
    file.write_text(MINE, encoding="utf-8")
    install(CLAUDE, home, place)
    changed = file.read_text(encoding="utf-8").replace('"model": "x"', '"model": "y"')
    file.write_text(changed, encoding="utf-8")
    uninstall(CLAUDE, home, place)
    assert file.read_text(encoding="utf-8") == MINE.replace('"model": "x"', '"model": "y"')


def test_a_file_that_was_written_anew_loses_our_hooks_alone(home: Path, place: Path) -> None:
    file = place / "settings.json"
    file.write_text(MINE, encoding="utf-8")
    install(CLAUDE, home, place)
    said = json.loads(file.read_text(encoding="utf-8"))
    said["hooks"]["PreToolUse"].insert(0, {"matcher": "Bash", "hooks": [{"type": "command", "command": "mine"}]})
    file.write_text(json.dumps(said, indent=4), encoding="utf-8")
    uninstall(CLAUDE, home, place)
    left = json.loads(file.read_text(encoding="utf-8"))
    assert left == {
        "model": "x",
        "hooks": {
            "Stop": [{"hooks": [{"type": "command", "command": "true"}]}],
            "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "mine"}]}],
        },
    }


def test_a_moved_interpreter_or_another_home_takes_the_place_of_the_old_lines(home: Path, place: Path) -> None:
    (place / "hooks.json").write_text(MINE, encoding="utf-8")
    install(CODEX, home, place)
    moved = Client(Path("/opt/new/python3"), home / "hooks" / "client.py")
    carry_out(installing.install(CODEX, home, moved, place=place, profile="work"))
    text = (place / "hooks.json").read_text(encoding="utf-8")
    assert text.count("client.py codex Stop") == 1
    assert "/opt/new/python3" in text
    assert "profile=work" in text
    uninstall(CODEX, home, place)
    assert (place / "hooks.json").read_text(encoding="utf-8") == MINE


def test_a_home_with_a_space_and_a_quote_in_its_name_is_known_again(home: Path, place: Path) -> None:
    (place / "hooks.json").write_text(MINE, encoding="utf-8")
    odd = Client(Path("/opt/my python/python3"), Path("/home/ada o'hara/.remora/hooks/client.py"))
    carry_out(installing.install(CODEX, home, odd, place=place))
    (home / "hosts" / "codex.json").unlink()  # without the record, by the lines alone
    uninstall(CODEX, home, place)
    assert json.loads((place / "hooks.json").read_text(encoding="utf-8")) == json.loads(MINE)


def test_a_host_that_runs_no_hooks_is_told_of(place: Path) -> None:
    assert not installing.switched_off(CLAUDE, place)
    (place / "settings.json").write_text('{"disableAllHooks": true}', encoding="utf-8")
    assert installing.switched_off(CLAUDE, place)
    (place / "settings.json").write_text("// mine", encoding="utf-8")
    assert not installing.switched_off(CLAUDE, place)


def test_hooks_in_the_plugin_leave_the_settings_as_they_were(home: Path, place: Path) -> None:
    file = place / "settings.json"
    file.write_text(MINE, encoding="utf-8")
    there = tree(place)
    files = plugin_files.files(home)
    install(CLAUDE, home, place, files=files)
    install(CLAUDE, home, place, files=files, hooks_in_plugin=True)
    assert file.read_text(encoding="utf-8") == MINE
    hooks = json.loads((place / "skills/remora/hooks/hooks.json").read_text(encoding="utf-8"))["hooks"]
    assert set(hooks) == {hook.event for hook in CLAUDE.hooks}
    install(CLAUDE, home, place, files=files)
    assert not (place / "skills/remora/hooks").exists()
    uninstall(CLAUDE, home, place)
    assert tree(place) == there


def test_a_file_of_somebody_elses_is_not_written_over(home: Path, place: Path) -> None:
    theirs = place / "skills/remora/commands/memory.md"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="was written by somebody else"):
        install(CLAUDE, home, place, files=plugin_files.files(home))
    assert not (place / "settings.json").exists()


def test_a_file_of_ours_that_a_person_changed_stays(home: Path, place: Path) -> None:
    install(CLAUDE, home, place, files=plugin_files.files(home))
    file = place / "skills/remora/skills/recall/SKILL.md"
    file.write_text("my own words", encoding="utf-8")
    uninstall(CLAUDE, home, place)
    assert {name for name, content in tree(place).items() if content is not None} == {
        "skills/remora/skills/recall/SKILL.md"
    }


@pytest.mark.parametrize("text", ["// mine\n{}", '{"hooks": []}', '{"a": 1,}'])
def test_a_file_that_cannot_be_edited_is_refused_by_name(text: str, home: Path, place: Path) -> None:
    file = place / "settings.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=f"Nothing was changed: {file} cannot be edited"):
        install(CLAUDE, home, place)
    assert file.read_text(encoding="utf-8") == text


def test_a_byte_order_mark_that_came_later_hinders_no_leaving(home: Path, place: Path) -> None:
    file = place / "hooks.json"
    install(CODEX, home, place)
    file.write_text("\ufeff" + file.read_text("utf-8"), encoding="utf-8")
    with pytest.raises(UsageError, match="byte order mark, and Codex runs no hook"):
        install(CODEX, home, place)
    uninstall(CODEX, home, place)
    assert "client.py" not in file.read_text("utf-8")


def test_the_array_that_is_none_is_named(home: Path, place: Path) -> None:
    (place / "settings.json").write_text('{"hooks": {"Stop": {}}}', encoding="utf-8")
    with pytest.raises(UsageError, match=r"hooks\.Stop is no array"):
        install(CLAUDE, home, place)


@pytest.mark.parametrize("host", HOSTS.values(), ids=HOSTS)
def test_a_hook_that_a_person_put_into_a_group_of_ours_stays_alone(host: Host, home: Path, place: Path) -> None:
    files = plugin_files.files(home) if host.plugin else {}
    (place / host.file).write_text(MINE, encoding="utf-8")
    install(host, home, place, files=files)
    said = json.loads((place / host.file).read_bytes())
    said["hooks"]["Stop"][-1]["hooks"].append({"type": "command", "command": "mine"})
    (place / host.file).write_text(json.dumps(said, indent=2), encoding="utf-8")
    install(host, home, place, files=files)
    assert (place / host.file).read_text(encoding="utf-8").count(f"client.py {host.name} Stop") == 1
    uninstall(host, home, place)
    left = json.loads((place / host.file).read_bytes())
    assert left["hooks"] == {
        "Stop": [
            {"hooks": [{"type": "command", "command": "true"}]}, {"hooks": [{"type": "command", "command": "mine"}]},
        ]
    }  # fmt: skip


@pytest.mark.parametrize("before", [None, MINE])
@pytest.mark.parametrize("hooks_in_plugin", [False, True])
def test_without_our_record_all_of_ours_goes_all_the_same(
    before: str | None, hooks_in_plugin: bool, home: Path, place: Path
) -> None:
    if before is not None:
        (place / "settings.json").write_text(before, encoding="utf-8")
    there = tree(place)
    install(CLAUDE, home, place, files=plugin_files.files(home), hooks_in_plugin=hooks_in_plugin)
    (home / "hosts" / "claude.json").unlink()
    plan = uninstall(CLAUDE, home, place)
    assert plan.left == ()
    assert tree(place) == there


def test_a_record_that_was_lost_is_written_again(home: Path, place: Path) -> None:
    record = home / "hosts" / "claude.json"
    install(CLAUDE, home, place, files=plugin_files.files(home))
    kept = record.read_text(encoding="utf-8")
    record.unlink()
    assert install(CLAUDE, home, place, files=plugin_files.files(home)).changes == ()
    assert record.read_text(encoding="utf-8") == kept


@pytest.mark.parametrize("recorded", [True, False])
def test_a_file_that_a_newer_version_does_not_bring_goes(recorded: bool, home: Path, place: Path) -> None:
    files = plugin_files.files(home)
    install(CLAUDE, home, place, files={**files, "skills/memory/SKILL.md": "as it was called then"})
    if not recorded:
        (home / "hosts" / "claude.json").unlink()
    install(CLAUDE, home, place, files=files)
    assert not (place / "skills/remora/skills/memory").exists()
    assert (place / "skills/remora/skills/recall/SKILL.md").is_file()


def test_what_is_not_known_to_be_ours_is_named(home: Path, place: Path) -> None:
    install(CLAUDE, home, place, files=plugin_files.files(home))
    (home / "hosts" / "claude.json").unlink()
    folder = place / "skills/remora"
    (folder / "commands/memory.md").write_text("my own words", encoding="utf-8")
    (folder / "mine.md").write_text("mine", encoding="utf-8")
    plan = uninstall(CLAUDE, home, place)
    assert plan.left == (folder / "commands/memory.md", folder / "mine.md")
    assert {name for name, content in tree(place).items() if content is not None} == {
        "skills/remora/commands/memory.md", "skills/remora/mine.md",
    }  # fmt: skip


def test_a_list_of_files_that_leads_out_of_its_folder_takes_nothing_away(home: Path, place: Path) -> None:
    (place / "mine.md").write_text("mine", encoding="utf-8")
    listed = {name: fingerprint("mine") for name in ("../../mine.md", str(place / "mine.md"))}
    (place / "skills/remora").mkdir(parents=True)
    (place / "skills/remora/.remora-files.json").write_text(json.dumps(listed), encoding="utf-8")
    uninstall(CLAUDE, home, place)
    assert {name for name, content in tree(place).items() if content is not None} == {"mine.md"}


@pytest.mark.parametrize("before", [None, MINE])
@pytest.mark.parametrize("gone", [False, True])
def test_another_home_takes_the_place_of_the_first(
    before: str | None, gone: bool, home: Path, place: Path, tmp_path: Path
) -> None:
    if before is not None:
        (place / "settings.json").write_text(before, encoding="utf-8")
    there, other = tree(place), tmp_path / "other"
    other.mkdir()
    install(CLAUDE, home, place, files=plugin_files.files(home))
    if gone:
        shutil.rmtree(home)
    plan = install(CLAUDE, other, place, files=plugin_files.files(other))
    assert plan.told == (f"The hooks of another home, {home}, are replaced.",)
    assert str(home) not in (place / "settings.json").read_text(encoding="utf-8")
    assert f"--home {other} " in (place / "skills/remora/commands/memory.md").read_text(encoding="utf-8")
    assert uninstall(CLAUDE, other, place).told == ()
    assert tree(place) == there


def test_uninstalling_from_another_home_says_whose_hooks_go(home: Path, place: Path, tmp_path: Path) -> None:
    (place / "settings.json").write_text(MINE, encoding="utf-8")
    there = tree(place)
    install(CLAUDE, home, place, files=plugin_files.files(home))
    plan = uninstall(CLAUDE, tmp_path / "other", place)
    assert plan.told == (f"The hooks of another home, {home}, go too.",)
    assert tree(place) == there


def test_a_record_of_another_folder_of_the_host_stays(home: Path, place: Path, tmp_path: Path) -> None:
    second = tmp_path / "second"
    second.mkdir()
    install(CLAUDE, home, place, files=plugin_files.files(home))
    install(CLAUDE, home, second, files=plugin_files.files(home))
    uninstall(CLAUDE, home, place)
    assert installing.served(home) == (CLAUDE,)
    uninstall(CLAUDE, home, second)
    assert installing.served(home) == ()
    assert tree(second) == {}


def test_a_link_to_a_file_that_is_yet_to_come_stays_one(home: Path, place: Path, tmp_path: Path) -> None:
    real = tmp_path / "dot" / "settings.json"
    real.parent.mkdir()
    (place / "settings.json").symlink_to("../dot/settings.json")
    install(CLAUDE, home, place, files=plugin_files.files(home))
    assert "client.py claude Stop" in real.read_text(encoding="utf-8")
    uninstall(CLAUDE, home, place)
    assert (place / "settings.json").readlink() == Path("../dot/settings.json")
    assert not list(real.parent.iterdir())
    assert [one.name for one in place.iterdir()] == ["settings.json"]


def test_a_link_into_a_folder_that_is_not_there_is_refused(home: Path, place: Path) -> None:
    (place / "settings.json").symlink_to("../dot/settings.json")
    with pytest.raises(EnvironmentTrouble, match="there is no such folder"):
        install(CLAUDE, home, place, files=plugin_files.files(home))
    assert not (place / "skills").exists()
    assert uninstall(CLAUDE, home, place).changes == ()


def test_a_folder_that_is_a_link_is_left_empty(home: Path, place: Path, tmp_path: Path) -> None:
    real = tmp_path / "skills"
    real.mkdir()
    (place / "skills").symlink_to(real)
    install(CLAUDE, home, place, files=plugin_files.files(home))
    uninstall(CLAUDE, home, place)
    assert (place / "skills").is_symlink()
    assert not list(real.iterdir())


def test_a_link_to_the_persons_own_file_stays_one(home: Path, place: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_text(MINE, encoding="utf-8")
    (place / "settings.json").symlink_to(real)
    install(CLAUDE, home, place)
    assert (place / "settings.json").is_symlink()
    uninstall(CLAUDE, home, place)
    assert (place / "settings.json").is_symlink()
    assert real.read_text(encoding="utf-8") == MINE


def test_the_hosts_own_variable_moves_its_folder(tmp_path: Path) -> None:
    assert CLAUDE.place({"CLAUDE_CONFIG_DIR": str(tmp_path)}) == tmp_path
    assert CODEX.place({"CODEX_HOME": str(tmp_path)}) == tmp_path
    assert CODEX.place({}) == Path.home() / ".codex"


def test_the_plugins_files_are_filled_in_for_this_machine(home: Path) -> None:
    files = plugin_files.files(home, profile="work")
    assert json.loads(files[".claude-plugin/plugin.json"])["name"] == "remora"
    assert not any("{remora}" in text or "{version}" in text for text in files.values())
    assert f"--home {home} --profile work search" in files["commands/memory.md"]
