"""Which later command answered a failed one. The cases are ours, and the kinds are those that any shell has."""

import pytest
from learn.lessons.making import did, failed

from remora.learn.lessons.pairing import FAR, NEAR, answer

UPSTREAM = "fatal: The current branch x has no upstream.\nuse\n\n    git push --set-upstream origin x\n"
NO_NUMPY = "ModuleNotFoundError: No module named 'numpy'"


def kind(failure, *rows):
    found = answer(failure, rows)
    return found[0] if found else None


@pytest.mark.parametrize(
    ("failure", "later"),
    [
        (failed("git push", UPSTREAM), "git push --set-upstream origin x"),
        (failed("python a.py", NO_NUMPY), "pip install numpy"),
        (failed("python a.py", NO_NUMPY), "uv pip install 'numpy>=2' numpy"),
        (failed("jq . a.json", "bash: jq: command not found"), "apt-get install -y jq"),
        (failed("netstat -tlnp", "bash: netstat: command not found"), "ss -tlnp"),
        (failed("tree src/app -L 3", "zsh: command not found: tree"), "find src/app -type d"),
        (failed("python a.py --epohs 3", "error: unrecognized arguments: --epohs"), "python a.py --epochs 3"),
        (failed("npm run biuld", "error: Missing script biuld. Did you mean build?"), "npm run build"),
        (failed("hg brnch", "hg: unknown command 'brnch'"), "hg branch"),
        (failed("make test"), "make configure && make test"),
        (failed("pytest tests/a.py"), "PYTHONPATH=src pytest tests/a.py"),
        (failed("docker build -t app ."), "sudo docker build -t app ."),
    ],
)  # fmt: skip
def test_a_command_that_has_to_do_with_the_failure_is_its_fix(failure, later):
    assert kind(failure, did(later)) == "fix"


@pytest.mark.parametrize(
    ("failure", "later"),
    [
        (failed("make release"), "ls -la"),
        (failed("make release"), "git status"),
        (failed("make release"), "df -h"),
        (failed("python a.py", NO_NUMPY), "cat a.py"),
        (failed("python a.py", NO_NUMPY), "cat <<'EOF' > a.py\nprint(1)\nEOF"),
        (failed("make release"), "make release || true"),
        (failed("npm test"), "git commit -m wip"),
    ],
)  # fmt: skip
def test_looking_writing_shrugging_and_other_work_answer_nothing(failure, later):
    assert kind(failure, did(later)) is None


@pytest.mark.parametrize(
    ("failure", "later"),
    [
        (failed("python a.py"), "python b.py"),
        (failed("pip install torch"), "pip install pandas"),
        (failed("docker run --rm alpine"), "docker run --rm ubuntu"),
    ],
)  # fmt: skip
def test_the_same_program_on_another_thing_is_no_fix(failure, later):
    assert kind(failure, did(later)) != "fix"


def test_of_another_try_at_the_same_thing_too_far_off_only_the_try_is_told():
    failure, later = failed("gcc -O2 main.c -o app"), did("gcc -O2 main.c -o app -lm")
    others = [did(f"make part{number}") for number in range(NEAR)]
    assert kind(failure, later) == "fix"
    assert kind(failure, *others, later) == "tried_next"
    assert kind(failure, *others * 2, later) is None


def test_looking_around_in_between_takes_no_place():
    looks = [did("ls"), did("cat main.c"), did("git status")]
    assert kind(failed("gcc main.c -o app"), *looks, did("gcc main.c -o app -lm")) == "fix"


def test_the_only_change_between_a_failure_and_the_same_commands_success_was_the_fix():
    failure = failed("python load.py", "ValueError: needs sentencepiece")
    found = answer(failure, [did("chmod +x data/tool", n=1), did("ls"), did("python load.py", n=3)])
    assert found is not None
    assert (found[0], found[1].n) == ("fix", 1)


@pytest.mark.parametrize(
    "between",
    [
        [],
        [did("chmod +x tool"), did("mkdir out")],
        [did("", tool="Edit")],
        [did("chmod +x tool"), did("", tool="Edit")],
        [failed("chmod +x tool")],
        [did("cat <<'EOF' > load.py\nEOF")],
    ],
)
def test_the_same_command_that_passes_after_edits_or_several_changes_names_no_fix(between):
    assert answer(failed("python load.py"), [*between, did("python load.py")]) is None


def test_reading_tools_of_the_host_change_nothing():
    rows = [did("", tool="Read"), did("chmod +x tool", n=7), did("", tool="Grep"), did("./tool run")]
    found = answer(failed("./tool run"), rows)
    assert found is not None
    assert found[1].n == 7


def test_once_the_command_has_passed_nothing_later_answers_it():
    assert kind(failed("make app"), did("make app"), did("make app -j4")) is None


def test_failed_cancelled_and_other_tools_calls_answer_nothing():
    failure = failed("make app")
    assert kind(failure, failed("make configure && make app")) is None
    assert kind(failure, did("make configure && make app", "not_run")) is None
    assert kind(failure, did("make configure && make app", tool="terminal")) is None


def test_calls_that_did_not_run_take_no_place():
    cancelled = [did(f"make part{number}", "not_run") for number in range(FAR)]
    assert kind(failed("make app"), *cancelled, did("make configure && make app")) == "fix"


def test_a_call_that_was_begun_before_the_failure_was_known_answers_nothing():
    failure = failed("make app", began=1, ended=5)
    assert kind(failure, did("make configure && make app", began=2, ended=6)) is None
    assert kind(failure, did("make configure && make app", began=6, ended=7)) == "fix"
