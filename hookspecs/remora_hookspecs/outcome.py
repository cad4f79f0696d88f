"""Did a tool call fail? The door of the one classifier, which loads its tables on first use."""

from remora_hookspecs.types import Outcome, ToolResult


def outcome(result: ToolResult) -> Outcome:
    """What became of a tool call, from the raw facts alone.

    "not_run": it was denied, cancelled or interrupted, or fell with a sibling. "probe": it asked a question and the
    answer was no (`grep` that finds nothing). "failed" and "ok" are the rest. The surest fact decides: the exit code,
    then the host's flag, then the text. Nothing is remembered between calls and nothing raises.
    """
    from remora_hookspecs.classifier import classify

    return classify(result)
