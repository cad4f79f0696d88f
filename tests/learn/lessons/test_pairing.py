"""Which later command answered a failed one. The cases are ours, and the kinds are those that any shell has."""

import pytest
from learn.lessons.making import did, failed

from remora.learn.lessons.pairing import FAR, NEAR, answer, mistyped

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


@pytest.mark.parametrize(
    ("failure", "later"),
    [
        (failed("pytest tests/test_a.py", "FAILED tests/test_a.py::test_x"), "pytest tests/test_b.py"),
        (failed("pytest", "FAILED tests/test_a.py::test_x"), "pytest tests/test_b.py"),
        (failed("cat a.txt", "cat: a.txt: No such file or directory"), "cat b.txt"),
        (failed("ls foo", "ls: cannot access 'foo': No such file or directory"), "ls bar"),
        (failed("cd foo && ls", "bash: cd: foo: No such file or directory"), "cd bar && ls"),
        (failed("make stage1", "make: No rule to make target 'stage1'"), "make stage2"),
        (failed("docker compose up -d db"), "docker compose up -d web"),
        (failed("kubectl apply -n foo -f a.yml"), "kubectl apply -n bar -f a.yml"),
        (failed("python -c 'import foo'", "ModuleNotFoundError: No module named 'foo'"), "python -c 'import os'"),
        (failed("python a.py"), "python - <<'EOF'\nimport a\nEOF"),
        (failed("python - <<'EOF'\nimport a\nraise E\nEOF"), "python - <<'EOF'\nimport a\nEOF"),
        (failed("python a.py --fast"), "python -c 'import a'"),
    ],
)  # fmt: skip
def test_a_command_on_another_target_answers_nothing(failure, later):
    assert kind(failure, did(later)) is None


@pytest.mark.parametrize(
    ("failure", "later"),
    [
        (failed("git push", "error: failed to push"), "git push --force"),
        (failed("git rebase main", "CONFLICT"), "git rebase --abort"),
        (failed("git commit -m 'feat: a'", "nothing to commit"), "git commit --allow-empty -m 'feat: b'"),
        (failed("rm -r build/old"), "sudo rm -rf build"),
        (failed("sed -i s/a/b/ f", "sed: can't read f"), "sed -i s/a/b/ src/f"),
        (failed("python a.py"), "sed -i 1d a.py && python a.py"),
        (failed("docker compose up -d"), "docker compose down"),
    ],
)
def test_edits_losses_and_giving_up_answer_nothing(failure, later):
    assert kind(failure, did(later)) is None


@pytest.mark.parametrize(
    ("failure", "later"),
    [
        (failed("python app.py", "python: can't open file 'app.py': No such file"), "python src/app.py"),
        (failed("python train.py --device cuda"), "python train.py --device cpu"),
        (failed("pip install torch==1.0", "No matching distribution"), "pip install torch==2.1"),
        (failed('python -c "import m; m.old()"'), 'python -c "import m; m.new()"'),
    ],
)
def test_the_same_target_by_another_path_value_or_version_is_a_fix(failure, later):
    assert kind(failure, did(later)) == "fix"


@pytest.mark.parametrize(
    ("old", "new", "slip"),
    [
        ("biuld", "build", True), ("tests/scirpt.py", "tests/script.py", True), ("epohs", "epochs", True),
        ("a.txt", "b.txt", False), ("stage1", "stage2", False), ("foo", "bar", False), ("east", "west", False),
        ("src/a.py", "lib/a.py", False), ("a/foo/b", "foo", False),
    ],
)  # fmt: skip
def test_a_slip_of_the_keys_is_told_from_another_word(old, new, slip):
    assert mistyped(old, new) is slip


def test_a_mistyped_word_is_only_put_right_where_the_error_does_not_know_it():
    assert kind(failed("make biuld", "make: No rule to make target 'biuld'"), did("make build")) == "fix"
    assert kind(failed("make biuld", "biuld: 3 tests went wrong"), did("make build")) is None


@pytest.mark.parametrize(
    "between", ["vim foo.c", "python fix.py", "git stash", "npm run build", "rm -rf .tox", "echo x > a.go", "cd web"]
)
def test_only_what_prepares_is_the_fix_between_a_failure_and_the_same_commands_success(between):
    assert answer(failed("./tool run"), [did(between), did("./tool run")]) is None


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
