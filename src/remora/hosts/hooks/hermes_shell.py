"""The dialect of Hermes's shell hooks, for a Hermes whose environment Remora is not installed in.

Hermes takes an answer before a turn alone: what is said of tools waits for the next one. Names and keys are those of
its `agent/shell_hooks.py`, version 0.19.
"""

import json
from collections.abc import Iterable

from remora.hosts.hermes import history, results
from remora.hosts.hermes.sessions import ERRANDS
from remora.hosts.hooks.body import Body, shortened
from remora.hosts.hooks.dialect import Dialect
from remora.hosts.hooks.happened import Asked, Began, Called, Calling, Compacted, Ended, Happened, Replied


def _began(_: Body) -> Iterable[Happened]:
    yield Began()


def _asked(body: Body) -> Iterable[Happened]:
    more = body.table("extra")
    yield from _compacted(more)
    yield Asked(text=shortened(history.words(more.values.get("user_message"))), id=more.id("turn_id"))


def _replied(body: Body) -> Iterable[Happened]:
    more = body.table("extra")
    yield Replied(text=shortened(history.words(more.values.get("assistant_response"))), id=more.id("turn_id"))
    yield from _compacted(more)


def _compacted(more: Body) -> Iterable[Happened]:
    found = history.newest_summary(more.values.get("conversation_history"))
    if found is not None:
        yield Compacted(trigger="auto", summary=found.text, mark=found.digest, fresh=found.fresh)


def _calling(body: Body) -> Calling:
    tool, given = body.text("tool_name", most=500), body.table("tool_input").values
    call = body.table("extra").id("tool_call_id")
    return Calling(id=call, tool=tool, command=results.command(tool, given), arguments=given)


def _about_to_call(body: Body) -> Iterable[Happened]:
    yield _calling(body)


def _called(body: Body) -> Iterable[Happened]:
    more = body.table("extra")
    given = more.values.get("result")
    # Hermes hands a result over as the text of a document; in a hook's JSON it may have become one.
    read = results.read(given if isinstance(given, str) else json.dumps(given), more.text("status", most=500) or None)
    yield Called(
        call=_calling(body), ran=read.ran, exit_code=read.exit_code, error_flag=read.error_flag,
        interrupted=read.interrupted, output=shortened(read.output),
    )  # fmt: skip


def _ended(_: Body) -> Iterable[Happened]:
    yield Ended()


def _errand(body: Body) -> bool:
    return body.table("extra").text("platform", most=500) in ERRANDS


def _question(body: Body, turn: str) -> str:
    return shortened(history.words(body.table("extra").values.get("user_message")))


def _write(event: str, text: str) -> object:
    return {"context": text}


HERMES_SHELL = Dialect(
    host="hermes-shell",
    events={
        "on_session_start": _began,
        "pre_llm_call": _asked,
        "pre_tool_call": _about_to_call,
        "post_tool_call": _called,
        "post_llm_call": _replied,
        "on_session_finalize": _ended,
    },
    write=_write,
    spoken=frozenset({"pre_llm_call"}),
    errand=_errand,
    question=_question,
)
