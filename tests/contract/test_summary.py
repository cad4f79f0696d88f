"""A compaction summary is recognised by what it begins with, whichever host wrote it and in whosever name."""

import pytest

from remora_hookspecs import find_summary

SUMMARIES = [
    "This session is being continued from a previous conversation that ran out of context. The summary: …",
    "[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted.",
    "\n## COMPACTION SUMMARY BELOW\nWe chose Postgres.",
    "--- COMPACTION SUMMARY BELOW ---\nWe chose Postgres.",
    "Here is a summary of the conversation to date:\n\nWe chose Postgres.",
    "Another language model started to solve this problem and produced a summary of its thinking process. …",
    "<state_snapshot>\n  <overall_goal>Choose a database</overall_goal>",
    "<summary>\nWe chose Postgres.\n</summary>",
    "<analysis>What was said first.</analysis>\n\n<summary>\nWe chose Postgres.\n</summary>",
    "<scratchpad>\nLet me think.\n</scratchpad>\n\n<state_snapshot>\n  <overall_goal>Choose</overall_goal>",
    "You are in the middle of a conversation that has been summarized.\n\nThe full conversation history …",
    "<system>Previous context has been compacted. Here is the compaction output:</system>We chose Postgres.",
    "The conversation history before this point was compacted into the following summary:\n\n<summary>…",
]


@pytest.mark.parametrize("summary", SUMMARIES)
@pytest.mark.parametrize("role", ["user", "system", "assistant"])
def test_a_summary_is_found_among_other_messages(summary, role):
    assert find_summary([("user", "hello"), (role, summary), ("user", "go on")]) == summary


def test_the_newest_summary_counts():
    assert find_summary([("user", SUMMARIES[0]), ("user", SUMMARIES[1])]) == SUMMARIES[1]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "What does [CONTEXT COMPACTION mean in the log?",
        "summary: we chose Postgres",
        "compaction summary below",
        "<analysis>of the log",
        "<scratchpad>notes</scratchpad> we chose Postgres",
    ],
)
def test_a_person_who_speaks_of_summaries_has_not_compacted(text):
    assert find_summary([("user", text)]) is None


def test_no_messages_hold_no_summary():
    assert find_summary([]) is None
