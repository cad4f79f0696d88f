"""Tells failed tool calls from those that went well, did not run, or only asked. Pure; `outcome` is its door.

The rules are in `classifier_rules`; `shell` takes the command apart.
"""

from remora_hookspecs import classifier_rules as rules
from remora_hookspecs.shell import Command, commands
from remora_hookspecs.types import Outcome, ToolResult


def classify(result: ToolResult) -> Outcome:
    """As `remora_hookspecs.outcome`."""
    if not result.ran or result.interrupted:
        return "not_run"
    text = _ends(result.output)
    if result.exit_code is None and result.error_flag is not False and rules.NOT_RUN.match(text):
        return "not_run"
    line = result.call.command or ""
    code = result.exit_code
    if code is None and line and result.error_flag is not False:
        code = _code_in(text)
    if code in rules.INTERRUPTS:
        return "not_run"
    if code or (code is None and result.error_flag):
        return "probe" if _asked(commands(line), code, text) else "failed"
    told = code is not None or result.error_flag is not None
    if told and not _hides(commands(line)):
        return "ok"
    return "failed" if _says_so(commands(line), text) else "ok"


def _ends(text: str) -> str:
    if len(text) <= 2 * rules.ENDS:
        return text
    return text[: rules.ENDS] + "\n" + text[-rules.ENDS :]


def _code_in(text: str) -> int | None:
    found = rules.CODE.search(text)
    return int(found[1]) if found else None


def _asked(parts: tuple[Command, ...], code: int | None, text: str) -> bool:
    """Whether the command that gave the exit code is a probe, and nothing before it went wrong."""
    if not parts:
        return False
    at = len(parts) - 1
    while at and parts[at].after == "|" and parts[at].program in rules.PASSING:
        at -= 1  # under `pipefail` the code is that of whoever fed the filter
    last = parts[at]
    for probe in rules.PROBES:
        if last.program != probe.program or (probe.words and not set(probe.words) & set(last.words)):
            continue
        if code not in (None, *probe.codes) or rules.FAILURE.search(text):
            return False
        return len(text) <= rules.LITTLE or (probe.loud and last.after != "&&")
    return False


def _hides(parts: tuple[Command, ...]) -> bool:
    """Whether the exit code says nothing of the work: `… || true`, `… ; echo done`, `… | tail`."""
    if len(parts) < 2:
        return False
    last = parts[-1]
    return last.program in (rules.FILTERS if last.after == "|" else rules.CONTENT if last.after in ("||", ";") else ())


def _says_so(parts: tuple[Command, ...], text: str) -> bool:
    """Whether the text tells of a failure of this very call."""
    if not parts:
        return rules.TOOL.match(text) is not None
    if all(_reads(part) for part in parts):
        names = tuple(f"{part.program}: " for part in parts)
        return rules.SHELL.search(text) is not None or any(line.startswith(names) for line in text.splitlines())
    return rules.FAILURE.search(text) is not None


def _reads(part: Command) -> bool:
    if part.program in rules.FILTERS or part.program in rules.QUIET:
        return True
    return bool(part.words) and (part.program, part.words[0]) in rules.READING
