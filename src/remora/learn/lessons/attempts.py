"""A tool call as pairing sees it, and its command taken apart. Pure; built from the journal's rows.

The contract's `shell` tells the programs; here is what pairing asks beyond that: which work a command does, on what.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from remora.learn.lessons import advice
from remora.learn.lessons.clues import Clues
from remora.learn.lessons.programs import INSTALLERS, INSTALLING, LOOKS, SETTING, SUBCOMMANDS
from remora_hookspecs.shell import Command, commands

LONGEST = 8_000  # characters: four times what the journal keeps of a command
_VISIBLE = re.compile(r"[^\s\x00-\x1f\x7f]")
_TOKENS = re.compile(r"[\w./@:+-]{2,}")
_SCRIPT = re.compile(r"(?<![\w./-])[\w./~-]+\.(?:py|sh|bash|js|mjs|ts|rb|pl|php|lua|R|jl|exs?|ipynb|sql)\b")
_VERSIONED = re.compile(r"^(python|pip|ruby|node|php|perl|lua|gcc|clang|g\+\+)[\d.]+$")
_WRITES = re.compile(r"<<-?\s*['\"\\]?\w+['\"]?[^\n]*>|>>?\s*[\w./~$-]+[^\n]*<<-?\s*['\"\\]?\w")
_OUTPUT = re.compile(r"(?<![0-9&>-])1?>>?\s*(?!/dev/null|/dev/stderr|&|\s|>)")
_SHRUGS = re.compile(r"\|\|\s*(?:true|:|echo\b[^|&;]*|exit 0)\s*[;)]?\s*$")


@dataclass(frozen=True, slots=True)
class Parsed:
    """`works`: its programs but for those that look or set the scene; `all`: with them. `things`: the words it
    works on, no programs and no options; `installs`: what it brings in.

    `harmful`: no hint may name it; `prepares`: it makes the ground ready for another; `asks`: it only wants to know, of
    the machine or of another; `inline`: the texts of a program that stands in it; `targets`: what it is pointed at.
    `leaves`: its output goes to a file; `writes`: a here-document does, so the file is written anew by hand; `shrugs`:
    its own failure counts as success.
    """

    all: frozenset[str]
    works: frozenset[str]
    scripts: frozenset[str]
    tokens: frozenset[str]
    things: frozenset[str]
    installs: frozenset[str]
    leaves: bool
    writes: bool
    shrugs: bool
    harmful: bool
    prepares: bool
    asks: bool
    inline: frozenset[str]
    targets: advice.Targets
    scene: bool

    @property
    def looks(self) -> bool:
        """Whether it only shows what there is."""
        return not self.works and not self.writes and not self.leaves

    @property
    def sets(self) -> bool:
        """Whether it only sets the scene, which a shell that lives on keeps for the next call."""
        return not self.all and self.scene


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One tool call. `began` and `ended` are places in the process's own count of calls and results, where known."""

    n: int
    event_id: str
    tool: str
    command: str
    key: bytes
    outcome: str
    error: str = ""
    clues: Clues = field(default_factory=Clues)
    process: str = ""
    began: int | None = None
    ended: int | None = None

    @property
    def parsed(self) -> Parsed:
        return parsed(self.command)

    @property
    def failed(self) -> bool:
        return self.outcome == "failed" and not blank(self.command)

    @property
    def passed(self) -> bool:
        return self.outcome == "ok" and not blank(self.command)

    def answers(self, failure: "Attempt") -> bool:
        """Whether it was begun when the failure was known: one that ran beside it answers nothing."""
        if self.began is None or failure.ended is None or self.process != failure.process:
            return True
        return self.began > failure.ended


def blank(command: str) -> bool:
    """Whether nothing is left of the command without blanks and control characters."""
    return _VISIBLE.search(command) is None


@lru_cache(maxsize=256)  # a session's last attempts are looked at again with each result
def parsed(command: str) -> Parsed:
    """The command taken apart; of a very long one its ends."""
    if len(command) > LONGEST:
        command = f"{command[: LONGEST // 2]}\n{command[-LONGEST // 2 :]}"
    parts = commands(command)
    programs = [(_program(part), part) for part in parts]
    names = frozenset(name for name, _ in programs if name and name not in SETTING)
    labels = [name for name, _ in programs]
    bare = commands(advice.unquoted(command))
    tokens = frozenset(_TOKENS.findall(command))
    leaves = _OUTPUT.search(command) is not None
    named = {word for name, part in programs for word in (*name.split(), part.program)}
    return Parsed(
        all=names,
        works=names - LOOKS,
        scripts=frozenset(word.rsplit("/", 1)[-1] for word in _SCRIPT.findall(command)),
        tokens=tokens,
        things=frozenset(word for word in tokens - named if not word.startswith("-")),
        installs=frozenset(name for program, part in programs for name in _installed(program, part)),
        leaves=leaves,
        writes=_WRITES.search(command) is not None,
        shrugs=_SHRUGS.search(command) is not None,
        harmful=advice.harmful(command, parts),
        prepares=advice.prepares(labels, parts),
        asks=advice.asks(command, labels, parts) and not leaves,
        inline=advice.inline(command, parts),
        scene=any(part.program in SETTING for part in parts),
        targets=advice.targets([_program(part) for part in bare], bare),
    )


def _program(part: Command) -> str:
    """The program's name, with its subcommand where that says what it does."""
    match = _VERSIONED.match(part.program)
    name = match[1] if match else part.program
    words = part.words
    if name == "python" and len(words) > 1 and words[0] == "-m":
        name, words = re.sub(r"[\d.]+$", "", words[1]), words[2:]
    if name in SUBCOMMANDS:
        verb = next((word for word in words if not word.startswith("-")), "")
        return f"{name} {verb}".rstrip()
    return name


def _installed(program: str, part: Command) -> list[str]:
    """The names that a command of a package manager brings in, without versions and extras."""
    manager = program.partition(" ")[0]
    if manager not in INSTALLERS or not INSTALLING & set(part.words):
        return []
    at = min(part.words.index(word) for word in INSTALLING & set(part.words))
    return [
        re.split(r"[=<>~\[@!]", word.lstrip("@"))[0].lower().replace("_", "-")
        for word in part.words[at + 1 :]
        if not word.startswith("-") and word != "''"
    ]


def clues_of(record: Mapping[str, object]) -> Clues:
    """The clues that the journal kept of a failure."""
    return Clues(
        program=str(record.get("program") or ""),
        module=str(record.get("module") or ""),
        commands=_texts(record.get("proposed")),
        words=_texts(record.get("meant")),
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, (list, tuple)) else ()
