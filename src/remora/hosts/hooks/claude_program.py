"""The installed program `claude`: where it is, and one question to a model through it.

Called by `claude_model`. The program is the person's own, with their login. It runs without hooks, plugins, tools, MCP
servers, CLAUDE.md and record of the session, in an empty folder, and reads no file that the question names.
"""

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from remora.errors import ModelUnavailable
from remora.hosts.hooks.install import CLAUDE
from remora.writers import Ended, run
from remora_hookspecs.call import child_environ

COMMAND = "claude"
PLACES = (  # where its installers put it, for a process that was started from no shell
    "~/.local/bin", "~/.claude/local", "/usr/local/bin", "/opt/homebrew/bin", "~/.npm-global/bin", "~/.bun/bin",
    "~/.volta/bin",
)  # fmt: skip
NO_PROGRAM = (
    "No model was asked: the program claude is neither on the PATH nor where its installers put it.",
    "Put it on the PATH, or name a model in [plugin.cheap].",
)
SYSTEM = "You do small pieces of writing for a program. Answer with what is asked for, and nothing else."
# `--safe-mode` and not `--bare`, which takes API keys alone: most people are logged in with a subscription.
LINE = (
    "-p", "--safe-mode", "--tools", "", "--strict-mcp-config", "--disable-slash-commands", "--no-session-persistence",
    "--effort", "low", "--system-prompt", SYSTEM, "--output-format", "json",
)  # fmt: skip
QUIET = {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1"}
# What a session tells the hooks that it runs, and with them the resident process: ours is none of its children.
OF_A_SESSION = (
    "AI_AGENT", "CLAUDECODE", "CLAUDE_ENV_FILE", "CLAUDE_PID", "CLAUDE_PROJECT_DIR", "CLAUDE_CODE_CHILD_NOTES_DIR",
    "CLAUDE_CODE_CHILD_SESSION", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_MESSAGING_SOCKET",
    "CLAUDE_CODE_MESSAGING_TOKEN", "CLAUDE_CODE_SESSION_ATTENDED", "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_SSE_PORT",
)  # fmt: skip
OPENERS = ("/", "!", "#")  # a prompt that begins so is, or was in some version, no prompt
EMPTY = Path("hosts") / "nowhere"  # in the memory's home: one folder, for Claude Code may note each that it runs in
RESERVE = 0.5  # seconds of the clock, for its end to be told before ours
TOLD_CHARS = 300  # of what it says went wrong


def program() -> Path | None:
    """Where it is: on the PATH, else where installers put it."""
    found = shutil.which(COMMAND)
    if found and os.path.isabs(found):  # noqa: PTH117 - a relative one is whatever lies in this folder
        return Path(found)
    return next((path for path in _usual() if path.is_file() and os.access(path, os.X_OK)), None)


def ask(prompt: str, *, model: str, folder: Path, home: Path, answer_tokens: int, seconds: float) -> str:
    """What the model writes. `folder` is Claude Code's own, with the login. Raises ModelUnavailable with the reason."""
    path = program()
    if path is None:
        raise ModelUnavailable(*NO_PROGRAM)
    within = max(0.1, seconds - RESERVE)
    settings = json.dumps(_settings(within, answer_tokens))
    line = [str(path), *LINE, "--model", model, "--settings", settings]
    said = f"The question:\n\n{prompt}" if prompt.lstrip().startswith(OPENERS) else prompt
    return _answer(run(line, said, env=environ(folder), cwd=_empty(home), seconds=within))


def environ(folder: Path) -> dict[str, str]:
    """This process's, without what makes a session of it, and with the mark that keeps our hooks from firing."""
    kept = {name: value for name, value in child_environ().items() if name not in OF_A_SESSION}
    kept.pop(CLAUDE.folder, None)
    # Not where it is the usual one: named, Claude Code looks for its other files and its login elsewhere.
    named = {} if folder == CLAUDE.place(kept) else {CLAUDE.folder: str(folder)}
    return {**kept, **QUIET, **named}


def _settings(seconds: float, answer_tokens: int) -> Mapping[str, Any]:
    """Over the person's own, whose variables win over those of the environment."""
    return {
        "disableAllHooks": True,
        "alwaysThinkingEnabled": False,
        # Twice, for `@name` in a prompt attaches that file, tools or not: by its own switch, and by what may be read.
        "permissions": {"deny": ["Read"]},
        "env": {
            **QUIET,
            "CLAUDE_CODE_DISABLE_ATTACHMENTS": "1",
            "CLAUDE_CODE_DISABLE_THINKING": "1",
            "CLAUDE_CODE_MAX_OUTPUT_TOKENS": str(answer_tokens),
            "CLAUDE_CODE_MAX_RETRIES": "1",
            # It ends by itself where nobody is left to kill it.
            "API_TIMEOUT_MS": str(int(seconds * 1_000)),
        },
    }


def _answer(ended: Ended) -> str:
    result = _result(ended.out)
    said = result.get("result")
    if ended.code == 0 and not result.get("is_error") and isinstance(said, str):
        return said
    if ended.code < 0:
        raise ModelUnavailable(f"No model wrote: claude was ended by signal {-ended.code}.")
    complaint = said if isinstance(said, str) else (ended.err or ended.out).decode("utf-8", "replace")
    told = " ".join(complaint.split())[:TOLD_CHARS].rstrip(".") or f"it ended with {ended.code} and said nothing"
    raise ModelUnavailable(f"No model wrote: claude says: {told}.", "Try `claude -p hello`, or update Claude Code.")


def _result(out: bytes) -> Mapping[str, Any]:
    """The result in what it printed: alone, or the last of a list where the person's settings ask for all."""
    try:
        found = json.loads(out)
    except (ValueError, RecursionError):
        return {}
    rows = found if isinstance(found, list) else [found]
    results = [row for row in rows if isinstance(row, dict) and "result" in row]
    return results[-1] if results else {}


def _empty(home: Path) -> Path:
    place = home / EMPTY
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ModelUnavailable(f"No model was asked: {place} cannot be made ({error.strerror}).") from None
    return place


def _usual() -> Iterator[Path]:
    for place in PLACES:
        yield Path(place).expanduser() / COMMAND
