"""Did a tool call fail? Exit code first, then the host's flag, then the text; probes and refusals apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remora_hookspecs import Session, ToolCall, ToolResult, outcome
from remora_hookspecs.shell import commands


def of(command, code=None, output="", flag=None, **more):
    call = ToolCall(session=Session(id="s"), id="c", tool="bash" if command else "read", command=command)
    return outcome(ToolResult(call=call, exit_code=code, error_flag=flag, output=output, **more))


@pytest.mark.parametrize("code", [None, 0, 1])
def test_a_call_that_did_not_run_or_was_interrupted_is_not_run_whatever_else_is_said(code):
    assert of("make", code, ran=False) == "not_run"
    assert of("make", code, "Error: x", flag=True, interrupted=True) == "not_run"


@pytest.mark.parametrize(
    "text",
    [
        "The user doesn't want to proceed with this tool use. The tool use was rejected",
        "[Request interrupted by user for tool use]",
        "<tool_use_error>Sibling tool call errored</tool_use_error>",
        "Cancelled: parallel tool call Bash(make) errored",
        "Permission to use Bash with command rm -rf / has been denied.",
        "Command was rejected by the user",
        "User denied the request.",
        "Aborted by user",
    ],
)
def test_a_refusal_in_words_is_not_run(text):
    assert of("make", output=text, flag=True) == "not_run"
    assert of("make", output=text) == "not_run"
    assert of("cat transcript.txt", 0, text) == "ok"  # it ran and printed somebody else's words
    assert of("cat transcript.txt", output=text, flag=False) == "ok"


@pytest.mark.parametrize("code", [130, -2])
def test_a_command_ended_by_ctrl_c_counts_as_not_run(code):
    assert of("npm start", code) == "not_run"


@pytest.mark.parametrize("code", [1, 2, 126, 127, 134, 137, 124, -9])
def test_an_exit_code_decides(code):
    assert of("make release", code) == "failed"
    assert of("make release", code, flag=False) == "failed"
    assert of("make release", 0, "error: 0 errors found", flag=True) == "ok"


def test_the_flag_decides_where_there_is_no_code():
    assert of("make release", flag=True) == "failed"
    assert of("make release", output="Error: none", flag=False) == "ok"
    assert of(None, flag=True, output="File does not exist.") == "failed"


@pytest.mark.parametrize(
    "text",
    [
        "Exit code 2\nmake: *** No rule",
        "Process exited with code 1",
        "command failed with exit status 101",
        "Return code: 127",
    ],
)
def test_a_code_in_the_text_counts_as_a_code(text):
    assert of("make release", output=text) == "failed"
    assert of("make release", output=text, flag=True) == "failed"


def test_a_code_of_zero_in_the_text_counts_as_well():
    assert of("make release", output="Process exited with code 0\nError: 0 of them") == "ok"


@pytest.mark.parametrize(
    "command",
    [
        "grep -rn TODO src",
        "ls | grep -v tmp",
        "cd src && rg 'a && b'",
        "diff a.txt b.txt",
        "which ffmpeg",
        "command -v ffmpeg",
        "[ -f build/app ]",
        "test -d x",
        "git diff --quiet",
        "git merge-base --is-ancestor a b",
        "pgrep -f server",
        "pip show torch",
        "sudo timeout 5 grep x /var/log/syslog",
        "LANG=C /usr/bin/grep x y  # is it there?",
        "cat > f <<'EOF'\nmake\nEOF\ngrep x f",
        "grep TODO src/a.c | head -3",
        "bash -c 'grep -q foo bar'",
        'cd src && sudo bash -lc "ls && test -f a"',
        "git config user.name",
        "git show-ref refs/x",
        "findstr foo bar.txt",
    ],
)
def test_a_question_whose_answer_is_no_is_a_probe(command):
    assert of(command, 1) == "probe"
    assert of(command, flag=True) == "probe"
    assert of(command, output="Exit code 1") == "probe"
    assert of(command, 2) == "failed"
    assert of(command, 0) == "ok"


def test_systemctl_xargs_jq_and_ls_remote_say_no_by_their_own_codes():
    assert of("jq -e .version a.json", 4) == "probe"
    assert of("git ls-remote --exit-code origin x", 2) == "probe"
    assert of("systemctl is-active nginx", 3, "inactive") == "probe"
    assert of("find . -name '*.py' | xargs grep TODO", 123) == "probe"
    assert of("grep TODO x", 123) == "failed"


def test_a_probe_with_much_output_behind_another_command_is_a_failure_of_that_one():
    report = "1) test_login\n" * 200
    assert of("npm test && grep ok report.txt", 1, report) == "failed"
    assert of("diff -r a b", 1, report) == "probe"


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("ps aux | grep nginx", "/bin/sh: 1: ps: not found"),
        ("grep x missing.txt", "grep: missing.txt: No such file or directory"),
        ("pkill nginx && which nginx", "bash: pkill: command not found"),
    ],
)
def test_a_probe_that_went_wrong_itself_has_failed(command, text):
    assert of(command, 1, text) == "failed"


@pytest.mark.parametrize(
    "command",
    [
        "make release",
        "make release; echo done",
        "make clean && make",
        "make | tail",
        "bash -c 'make'",
        "grep x y; echo",
    ],
)
def test_a_command_that_is_no_question_is_no_probe(command):
    assert of(command, 1) == "failed"


@pytest.mark.parametrize(
    "command",
    ["npm test || true", "npm test || :", "npm test; echo $?", "npm test 2>&1 | tail -20", "npm test | tee log"],
)
def test_a_code_of_zero_that_hides_the_works_own_hides_nothing_from_the_text(command):
    assert of(command, 0, "npm ERR! Test failed.") == "failed"
    assert of(command, 0, "2 passed", flag=False) == "ok"


def test_two_commands_of_which_the_second_did_real_work_are_judged_by_its_code():
    assert of("npm test; npm run build", 0, "npm ERR! earlier") == "ok"


@pytest.mark.parametrize(
    "text",
    [
        "Traceback (most recent call last):\n  File 'x'",
        "work\nModuleNotFoundError: No module named 'x'",
        "fatal: not a git repository",
        "main.c:38:24: error: invalid conversion",
        "make: *** [all] Error 2",
        "bash: foo: command not found",
        "(eval):1: command not found: tree",
        "cp: cannot stat 'x': No such file or directory",
        "====== 2 failed, 3 passed in 0.1s ======",
        "usage: tool [-h]\ntool: error: unrecognized arguments",
        "ERROR: Could not find a version",
    ],
)
def test_text_decides_where_nothing_else_is_known(text):
    assert of("./run.sh", output=text) == "failed"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "built dist/app.tar.gz",
        "0 errors, 0 warnings",
        "no error: all fine",
        "ERROR: pip's dependency resolver does",
    ],
)
def test_ordinary_text_is_no_failure(text):
    assert of("./run.sh", output=text) == "ok"


@pytest.mark.parametrize(
    "command", ["cat app.log", "tail -50 app.log | grep Error", "git log --oneline | head", "docker logs web || true"]
)
def test_errors_in_what_a_command_reads_are_somebody_elses(command):
    assert of(command, output="Traceback (most recent call last):\nError: disk full") == "ok"
    assert of(command, 0, "fatal: in a log") == "ok"


def test_a_reader_that_fails_itself_has_failed():
    assert of("cat app.log", output="cat: app.log: No such file or directory") == "failed"
    assert of("tree src | head", 0, "bash: tree: command not found") == "failed"


def test_a_tool_that_is_no_shell_fails_by_what_it_says_first():
    assert of(None, output="Error: file not found") == "failed"
    assert of(None, output="line one\nError: in a file that was read") == "ok"


def test_the_end_of_a_long_output_is_looked_at():
    assert of("./run.sh", output="compiling\n" * 100_000 + "error: linking failed") == "failed"


@pytest.mark.parametrize(
    ("line", "programs"),
    [
        ("a && b || c; d | e & f\ng", ["a", "b", "c", "d", "e", "f", "g"]),
        ("X=1 sudo -E make", ["-E"]),
        ("timeout -k 5 30s ./run.sh --fast", ["run.sh"]),
        ("if [ -f x ]; then make; fi", ["[", "make"]),
        ("(cd a; make) > log 2>&1", ["cd", "make"]),
        ("echo 'a; b' && echo \"c | d\"", ["echo", "echo"]),
        ("cat <<EOF | python3 -\nimport os; os.system('x')\nEOF", ["cat", "python3"]),
        ("make \\\n  all", ["make"]),
        ("", []),
        ("# nothing", []),
    ],
)
def test_a_command_line_is_taken_apart_into_programs(line, programs):
    assert [part.program for part in commands(line)] == programs


@given(st.one_of(st.text(), st.text(alphabet="ab '\"\\|&;<>(){}#\n$`=0")), st.text(), st.sampled_from([None, 0, 1, -9]))
def test_no_command_and_no_output_makes_it_raise(command, output, code):
    assert of(command, code, output) in ("ok", "failed", "probe", "not_run")
