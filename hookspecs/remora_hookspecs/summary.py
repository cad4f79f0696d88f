"""Recognises the summary that a host left behind when it dropped context, in the messages of a turn.

For hosts that fire no event when they compact. The markers are data: another host is another row.
"""

import re
from collections.abc import Iterable

# What stands at the beginning of a summary. Only there: a person who quotes a marker has not compacted.
MARKERS: tuple[str, ...] = (
    "This session is being continued from a previous conversation",  # Claude Code; its transcript says isCompactSummary
    "[CONTEXT COMPACTION",  # Hermes Agent; "— REFERENCE ONLY]" and the like follow
    "COMPACTION SUMMARY BELOW",  # Hermes Agent, without its heading
    "Here is a summary of the conversation to date",  # LangChain: SummarizationMiddleware
    "You are in the middle of a conversation that has been summarized",  # deepagents, which keeps the rest in a file
    "Another language model started to solve this problem and produced a summary",  # Codex
    "<state_snapshot>",  # Gemini CLI
    "Previous context has been compacted",  # Kimi CLI
    "<system>Previous context has been compacted",  # the same, as its messages say what is the host's own
    "The conversation history before this point was compacted",  # pi, and agents made with it
    "<summary>",  # Claude's API when it compacts by itself, and SDKs that keep the tag
)
# Gemini's model thinks before its snapshot and Claude's before its summary; some hosts hand that back as well.
THOUGHT = re.compile(r"<(scratchpad|analysis)>.*?</\1>", re.DOTALL)
DECORATION = " \t\r\n#*_>=-—\ufeff"  # what hosts put around a heading


def find_summary(messages: Iterable[tuple[str, str]]) -> str | None:
    """The text of the newest message that is a compaction summary, marker included; None where there is none.

    `messages` are (role, text) as in `Turn.messages`. The role is not looked at: hosts hand their summaries back as the
    user, the system or the model.
    """
    found = None
    for _, text in messages:
        if _bare(text).startswith(MARKERS):
            found = text
    return found


def _bare(text: str) -> str:
    """The text from where a marker would stand."""
    thought = THOUGHT.match(text.lstrip())
    return (text.lstrip()[thought.end() :] if thought else text).lstrip(DECORATION)
