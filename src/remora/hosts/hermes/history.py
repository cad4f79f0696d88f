"""Reads Hermes's messages: a user's words, the newest compaction summary, what stands in the prompt anyway. Pure but
for the memory files that Hermes itself puts into its prompt.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from remora.hosts.hermes import host
from remora_hookspecs import find_summary

FLAG = "_compressed_summary"  # how Hermes marks a summary in the process that made it; stored histories lose the mark
DELIMITER = "[CONTEXT COMPACTION"  # a summary that Hermes appended to an older message does not stand at its beginning
FILES = (("memory_enabled", "MEMORY.md"), ("user_profile_enabled", "USER.md"))
FILE_CHARS = 64_000  # Hermes keeps these files under four thousand


@dataclass(frozen=True, slots=True)
class Summary:
    """What a compaction left. `fresh`: it was made in this process."""

    text: str
    fresh: bool

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()


def words(content: object) -> str:
    """The text of a message's content, which is a text or a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, Sequence):
        parts = [part.get("text") for part in content if isinstance(part, Mapping)]
        return "\n".join(part for part in parts if isinstance(part, str))
    return ""


def newest_summary(messages: object) -> Summary | None:
    """The summary that a history holds, the newest where there are several."""
    if not isinstance(messages, Sequence):
        return None
    for message in reversed(messages):
        if not isinstance(message, Mapping):
            continue
        text, flagged = words(message.get("content")), bool(message.get(FLAG))
        if flagged and DELIMITER in text:
            text = text[text.index(DELIMITER) :]
        if flagged or find_summary([(str(message.get("role")), text)]) is not None:
            return Summary(host.summary_body(text), fresh=flagged)
    return None


class Standing:
    """What Hermes's own memory files say, as (role, text), where its configuration puts them into the prompt."""

    def __init__(self, memory: Mapping[str, object], home: Path) -> None:
        self._files = tuple(home / "memories" / name for switch, name in FILES if memory.get(switch, True))
        self._known: dict[Path, tuple[int, str]] = {}

    def __call__(self) -> tuple[tuple[str, str], ...]:
        texts = [self._text(path) for path in self._files]
        return tuple(("system", text) for text in texts if text)

    def _text(self, path: Path) -> str:
        """The file's text, read again only when it has changed: this is asked at every turn."""
        try:
            changed = path.stat().st_mtime_ns
            if self._known.get(path, (0, ""))[0] != changed:
                self._known[path] = changed, path.read_text(encoding="utf-8", errors="replace")[:FILE_CHARS]
            return self._known[path][1]
        except OSError:
            return ""
