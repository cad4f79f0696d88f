"""The tools as a client sees them, each one operation of the memory tool: names, schemas, hints, results.

Called by `server`. What an operation does, and how its arguments are checked, stands in `remora.plugins.tool`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from mcp_types import CallToolResult, TextContent, Tool, ToolAnnotations

from remora.plugins.tool import PARAMETERS
from remora_hookspecs import Entry, ToolReply
from remora_hookspecs.render import reply_text, words


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """One tool. `reads`: it changes nothing; `undoes`: it takes away what was there. `did_not` begins a refusal."""

    name: str
    op: str
    title: str
    description: str
    takes: tuple[str, ...]
    needs: tuple[str, ...] = ()
    reads: bool = False
    undoes: bool = False
    did_not: str = "Nothing was done"


TOOLS: Mapping[str, Offered] = {
    one.name: one
    for one in (
        Offered(
            name="memory_search", op="search", title="Search memory",
            description="Find notes of this project and the global ones, best first, each with its id and relevance"
            " (0 to 1). Search before asking the person for what may have been said or decided earlier.",
            takes=("query", "limit"), needs=("query",), reads=True, did_not="Nothing was searched",
        ),
        Offered(
            name="memory_add", op="add", title="Remember a fact",
            description="Store one lasting fact: a decision, a preference, how things are done here. A fact that is"
            " known already is not stored twice. Never store secrets.",
            takes=("text", "scope", "importance"), needs=("text",), did_not="Nothing was stored",
        ),
        Offered(
            name="memory_why", op="why", title="Where a note came from",
            description="The whole text of a note, when and from where it was stored, and what became of it since.",
            takes=("id",), needs=("id",), reads=True, did_not="Nothing was looked up",
        ),
        Offered(
            name="memory_forget", op="forget", title="Forget a note",
            description="Take one note out of memory, by its id. A person can bring it back with `remora undo`.",
            takes=("id",), needs=("id",), undoes=True, did_not="Nothing was forgotten",
        ),
        Offered(
            name="memory_lessons", op="lessons", title="Commands that failed",
            description="Commands that failed in this project in earlier sessions, with what worked then, newest"
            " first. Look before running a build, a deployment or an unusual command.",
            takes=("query", "limit"), reads=True, did_not="Nothing was looked up",
        ),
    )
}  # fmt: skip

OUTPUT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "ok": {"type": "boolean", "description": "False where nothing was done; the entries then say why."},
        "entries": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "text": {"type": "string", "description": "A note, a lesson, or what was done."},
                    "id": {"type": "string", "description": "The note's id, where the text is a note."},
                    "detail": {"type": "string", "description": "Beside the text: a relevance, where it is from."},
                },
                "required": ["text"],
            },
        },
    },
    "required": ["ok", "entries"],
}


def listed() -> list[Tool]:
    """The tools as the protocol lists them."""
    return [
        Tool(
            name=one.name,
            title=one.title,
            description=one.description,
            input_schema=schema(one),
            output_schema=OUTPUT,
            annotations=ToolAnnotations(
                title=one.title,
                read_only_hint=one.reads,
                destructive_hint=one.undoes,
                idempotent_hint=True,  # a fact stored twice is stored once, a note forgotten twice is forgotten
                open_world_hint=False,
            ),
        )
        for one in TOOLS.values()
    ]


def schema(one: Offered) -> dict[str, Any]:
    """The schema of the tool's arguments: those of the memory tool's that it takes."""
    known = cast(Mapping[str, Mapping[str, Any]], PARAMETERS["properties"])
    return {
        "type": "object",
        "properties": {name: {**known[name], "description": _about(one.op, known[name])} for name in one.takes},
        "required": list(one.needs),
        "additionalProperties": False,
    }


def problem(one: Offered, arguments: Mapping[str, Any]) -> str:
    """What is wrong with the names of the arguments, in words; "" where nothing is."""
    unknown = sorted(set(arguments) - set(one.takes))
    if unknown:
        return f"{one.did_not}: {one.name} takes {', '.join(one.takes)}, not {', '.join(map(repr, unknown))}."
    missing = [name for name in one.needs if arguments.get(name) in (None, "")]
    if missing:
        return f"{one.did_not}: {one.name} needs {' and '.join(missing)}. {_about(one.op, _property(missing[0]))}"
    return ""


def result(reply: ToolReply) -> CallToolResult:
    """A reply as text for the model and as data for the client. Its entries have passed the inspection."""
    return CallToolResult(
        content=[TextContent(text=reply_text(reply))],
        structured_content={"ok": reply.ok, "entries": [_data(entry) for entry in reply.entries]},
        is_error=not reply.ok,
    )


def refused(text: str) -> ToolReply:
    """Our own words where a call was not carried out."""
    return ToolReply(entries=(Entry(text=text),), ok=False)


def _data(entry: Entry) -> dict[str, str]:
    data = {"text": words(Entry(text=entry.text))}
    if entry.note_id:
        data["id"] = entry.note_id
    if entry.detail:
        data["detail"] = words(Entry(text=entry.detail))
    return data


def _property(name: str) -> Mapping[str, Any]:
    return cast(Mapping[str, Mapping[str, Any]], PARAMETERS["properties"])[name]


def _about(op: str, parameter: Mapping[str, Any]) -> str:
    """The part of a parameter's description that is about this operation: "add: …; search, why: …"."""
    for part in str(parameter["description"]).split("; "):
        ops, _, said = part.partition(": ")
        if op in ops.split(", "):
            return f"{said[:1].upper()}{said[1:].rstrip('.')}."
    return str(parameter["description"])
