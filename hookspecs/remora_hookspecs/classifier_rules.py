"""The tables by which `classifier` tells failures from the rest: data, no code. Another rule is another row."""

import re
from dataclasses import dataclass

LITTLE = 400  # characters: room for a warning or two on stderr, not for the report of a command that failed before
ENDS = 4_000  # characters looked at on either end of an output: errors stand there, and the middle may be megabytes
INTERRUPTS = frozenset({130, -2})  # what a shell and what a process say of Ctrl-C


@dataclass(frozen=True, slots=True)
class Probe:
    """A command that answers a question by its exit code. `loud` ones print what they find as well."""

    program: str
    words: tuple[str, ...] = ()
    """One of these must be among its arguments, if there are any."""
    codes: tuple[int, ...] = (1,)
    loud: bool = False


PROBES = (
    *(Probe(program) for program in ("grep", "egrep", "fgrep", "rg", "ag", "ack", "zgrep")),
    *(Probe(program, loud=True) for program in ("diff", "cmp", "comm")),
    *(Probe(program) for program in ("which", "type", "hash", "test", "[", "[[", "expr", "false")),
    *(Probe(program) for program in ("pgrep", "pidof", "lsof", "mountpoint")),
    Probe("command", ("-v", "-V")),
    Probe("git", ("ls-remote",), codes=(2,)),
    Probe("git", ("config", "show-ref", "merge-base"), loud=True),
    Probe("git", ("--quiet", "--exit-code", "grep", "check-ignore", "--is-ancestor", "--verify", "-q"), loud=True),
    Probe("jq", ("-e", "--exit-status", "-er", "-re"), codes=(1, 4), loud=True),
    Probe("findstr"),
    Probe("systemctl", ("is-active", "is-enabled", "is-failed"), codes=(1, 3, 4)),
    Probe("dpkg", ("-s", "-l", "-L")),
    Probe("dpkg-query", ("-W", "-s", "-l")),
    Probe("rpm", ("-q", "-qi", "-ql")),
    Probe("pip", ("show",)),
    Probe("pip3", ("show",)),
    Probe("kill", ("-0",)),
    Probe("nc", ("-z", "-zv")),
    Probe("xargs", ("grep", "egrep", "rg"), codes=(1, 123)),  # xargs turns a 1 of its children into 123
)

# Programs that print what is stored elsewhere: an error in their output is somebody else's.
READERS = frozenset(
    {"cat", "bat", "less", "more", "head", "tail", "tac", "nl", "zcat", "strings", "xxd", "od", "hexdump"}
    | {"grep", "egrep", "fgrep", "rg", "ag", "ack", "zgrep", "ls", "tree", "find", "fd", "sed", "awk", "jq"}
    | {"echo", "printf", "journalctl", "dmesg", "ps", "env", "history"}
)
READING = frozenset(
    {("git", "log"), ("git", "show"), ("git", "diff"), ("git", "blame"), ("git", "grep")}
    | {("docker", "logs"), ("podman", "logs"), ("kubectl", "logs"), ("heroku", "logs")}
)
FILTERS = READERS | {"tee", "wc", "sort", "uniq", "cut", "tr", "column"}
# Filters that answer nothing themselves.
PASSING = frozenset(
    {"head", "tail", "less", "more", "cat", "wc", "sort", "uniq", "cut", "tr", "column", "sed", "awk", "tee"}
)
# Programs that end in 0 whatever came before them.
CONTENT = frozenset({"true", ":", "echo", "printf", "exit"})
QUIET = frozenset({"true", ":", "cd", "exit", "sleep", "set", "export"})


def _any(*patterns: str) -> str:
    return "(?:" + "|".join(patterns) + ")"


_SHELL = r"(?:/\S{0,40}/)?(?:ba|z|da|k|fi)?sh: "

# How hosts word that a call did not run: it was refused, cancelled, or fell with a sibling. At the very beginning.
NOT_RUN = re.compile(
    r"\s*(?:<tool_use_error>\s*)?"
    + _any(
        r"The user doesn't want to (?:proceed|take this action)",
        r"The tool use was rejected",
        r"\[?Request interrupted",
        r"(?:Interrupted|Aborted|Denied|Rejected|Cancell?ed) by (?:the )?user",
        r"Sibling tool call errored",
        r"Cancelled: parallel tool call",
        r"(?:Tool (?:call|use|execution)|Command|Operation|Execution) (?:was )?"
        r"(?:cancell?ed|denied|rejected|aborted|skipped)",
        r"Permission to use \S+ (?:with command .{0,200} )?has been denied",
        r"User (?:denied|rejected|declined|cancell?ed)",
        r"BLOCKED: (?:User|Command) denied",
        r"Not executed",
    ),
    re.IGNORECASE,
)

# The exit code where a host writes it into the text.
CODE = re.compile(
    _any(
        r"\A\s*(?:Error: )?Exit code:? ",
        r"\bProcess exited with code ",
        r"\b(?:exited|failed) with (?:exit )?(?:code|status) ",
        r"\bReturn(?:ed)? code:? ",
        r"\bexit status ",
    )
    + r"(-?\d{1,3})\b",
    re.IGNORECASE,
)

# How programs say that they failed, at the beginning of a line. Repeats are bounded: hostile output costs little.
FAILURE = re.compile(
    "^"
    + _any(
        r"Traceback \(most recent call last\):",
        r"(?:[A-Za-z_][\w.]{0,60})?(?:Error|Exception)(?:\[\w{1,12}\])?: ",
        r"ERROR[: ](?! ?pip's dependency)",  # pip warns in these words and installs all the same
        r"(?:error|fatal|FATAL|panic|abort|Uncaught \w{1,40})(?:\[\w{1,12}\])?: ",
        r"\S{1,120}:\d{1,6}:(?:\d{1,6}:)? (?:fatal )?error: ",
        r"npm (?:ERR!|error) ",
        r"make(?:\[\d+\])?: \*\*\* ",
        r"\(eval\):\d{1,6}: ",
        _SHELL,
        r"(?:=+ )?[1-9]\d{0,5} (?:failed|errors?)\b",
        r"FAILED[ (]",
        r"BUILD FAILED",
        r"FAILURE:",
        r"Segmentation fault",
        r"Killed$",
        r"Aborted",
        r"terminate called",
        r"Pre-commit validation failed",
        r"CONFLICT \(",
        r"[\w./+-]{1,60}: (?:line \d{1,6}: )?.{0,160}(?:command not found|not found|No such file or directory"
        r"|Permission denied|cannot open|Is a directory|syntax error|unrecognized option|invalid option)",
        r"usage: .{0,200}$\n.{0,60}: error: ",
    ),
    re.MULTILINE,
)
# The same from the shell itself: no program wrote it.
SHELL = re.compile("^" + _any(r"\(eval\):\d{1,6}: ", _SHELL), re.MULTILINE)
# The same from a tool that is no shell: at the very beginning, since the rest may be a file that it read.
TOOL = re.compile(
    r"\s*" + _any("<tool_use_error>", r"Error(?: \w{1,40})?: ", "error: ", r"\w{1,40}(?:Error|Exception): ")
)
