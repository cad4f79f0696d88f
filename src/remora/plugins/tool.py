"""The `memory` tool: what the model itself may do with notes. One call in, one verb of the memory facade down.

Never shows or touches a note outside the session's project and the global ones.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from remora.errors import RemoraError, UnknownNote
from remora.lessons import Lesson
from remora.notes import Note, counted
from remora.services import Services
from remora.text.moments import minutes, moment
from remora_hookspecs import Entry, Session, ToolReply, ToolRequest, ToolSpec, hookimpl

NAME = "memory"  # hosts that have a tool of this name show ours under another, and call it by this one
MOST_HITS = 20  # more is a listing, and fills the model's context
FEW_LESSONS = 10  # of at most 200 characters each: as much as five notes of the usual length
ID_CHARS = 8  # enough to name a note among a person's thousands
DESCRIPTION = (
    "Long-term memory of this project. op=add stores one lasting fact (text; scope project or global; importance 0 to"
    " 1); op=search finds notes (query, limit); op=forget takes a note back out (id); op=why tells where a note came"
    " from (id); op=lessons lists commands that failed in this project and what worked then (query, limit). Relevant"
    " notes arrive by themselves; search when something earlier is missing. Never store secrets."
)
PARAMETERS: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "op": {"type": "string", "enum": ["add", "search", "forget", "why", "lessons"], "description": "What to do."},
        "text": {"type": "string", "description": "add: the fact, as one sentence that is clear on its own."},
        "query": {
            "type": "string",
            "description": "search: what to look for, in words the note would use; lessons: words of the command.",
        },
        "id": {"type": "string", "description": "forget, why: the note's id or its first characters (at least 4)."},
        "scope": {
            "type": "string",
            "enum": ["project", "global"],
            "description": "add: for this project (the default) or for all of them.",
        },
        "importance": {"type": "number", "minimum": 0, "maximum": 1, "description": "add: 0.5 is neutral."},
        "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": MOST_HITS,
            "description": "search, lessons: at most so many.",
        },
    },
    "required": ["op"],
}
"""Plain types alone: several hosts accept neither references nor alternatives."""


def _no_switch(value: object) -> object:
    """`limit: true` is a slip: as a number it would be 1."""
    if isinstance(value, bool):
        raise ValueError("input should be a number, not true or false")
    return value


class Arguments(BaseModel):
    """What the model sends, checked. Models write null, and "", for what they leave out."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    op: Literal["add", "search", "forget", "why", "lessons"]
    text: str | None = None
    query: str | None = None
    id: str | None = None
    scope: Literal["project", "global"] | None = None
    importance: Annotated[float | None, BeforeValidator(_no_switch)] = Field(default=None, ge=0, le=1)
    limit: Annotated[int | None, BeforeValidator(_no_switch)] = Field(default=None, ge=1, le=MOST_HITS)


class MemoryTool:
    """Offers the tool and answers it; a refusal is a reply that says why and what to do."""

    def __init__(self, services: Services) -> None:
        self._memory = services.memory
        self._ops: Mapping[str, Callable[[Session, Arguments], ToolReply]] = {
            "add": self._add,
            "search": self._search,
            "forget": self._forget,
            "why": self._why,
            "lessons": self._lessons,
        }

    @hookimpl
    def tools(self) -> tuple[ToolSpec, ...]:
        return (ToolSpec(name=NAME, description=DESCRIPTION, parameters=PARAMETERS),)

    @hookimpl
    def run_tool(self, request: ToolRequest) -> ToolReply | None:
        if request.tool != NAME:
            return None
        try:
            arguments = Arguments.model_validate({k: v for k, v in request.arguments.items() if v != ""})
            return self._ops[arguments.op](request.session, arguments)
        except ValidationError as error:
            return _refusal(f"Nothing was done: {fault_of(error)}.")
        except RemoraError as trouble:
            return _refusal(f"{trouble.message} {trouble.hint}".strip())

    def _add(self, session: Session, said: Arguments) -> ToolReply:
        learned = self._memory.add(
            said.text or "",
            project=self._memory.project_of(session),
            scope=said.scope or self._memory.scope_of(session),
            importance=said.importance,
            session_id=session.id or None,
            host=session.host or None,
            model=session.model,
        )
        everywhere = learned.note.scope == "global"
        place = "for all projects" if everywhere else "for this project"
        what = "Known already, nothing stored" if learned.known else f"Stored {place}"
        said_so = [f"{what}, as {learned.note.id[:ID_CHARS]}."]
        if everywhere and said.scope is None:
            said_so.append("This session is in no project.")
        if learned.masked:
            said_so.append(f"{counted(learned.masked, 'secret')} masked: notes are no place for them.")
        finding = self._memory.judging.scan(learned.note.text)
        if finding.blocked:  # the class alone: a rule's reason reads like it
            said_so.append(f"No model will be shown it: the scan takes it for an attack ({finding.kind}).")
        return _reply(" ".join(said_so))

    def _search(self, session: Session, said: Arguments) -> ToolReply:
        if not (said.query or "").strip():
            return _refusal("Nothing was searched: search needs a query.")
        found = self._memory.search(said.query or "", project=self._memory.project_of(session), limit=said.limit or 5)
        if not found.hits:
            return _reply("No note answers that.")
        return ToolReply(entries=tuple(_entry(hit.note, f"relevance {hit.gate:.2f}") for hit in found.hits))

    def _forget(self, session: Session, said: Arguments) -> ToolReply:
        note = self._memory.forget(self._named(session, said).id)
        return ToolReply(entries=(Entry(text="Forgotten; a person can bring it back:"), _entry(note, "")))

    def _why(self, session: Session, said: Arguments) -> ToolReply:
        story = self._memory.why(self._named(session, said).id)
        source = story.note.provenance
        origin = ", ".join(
            f"{name} {value}"
            for name, value in (
                ("trigger", source.trigger),
                ("session", source.session_id),
                ("host", source.host),
                ("model", source.model),
                ("recorded", _time(source.recorded_at)),
                ("importance", story.note.importance),
            )
            if value is not None
        )
        later = "".join(f"; {event.what} {_time(event.at)}" for event in story.history[1:])
        # As a text, not as the note's detail: only texts are inspected, and an import may say anything of its origin.
        return ToolReply(entries=(_entry(story.note, ""), Entry(text=f"From: {origin}{later}")))

    def _lessons(self, session: Session, said: Arguments) -> ToolReply:
        project = self._memory.project_of(session)
        told = self._memory.lessons.told(project=project, about=said.query or "", limit=said.limit or FEW_LESSONS)
        if not told:
            return _reply("No such command is known to have failed in this project.")
        return ToolReply(entries=tuple(Entry(text=words, detail=_seen(lesson)) for lesson, words in told))

    def _named(self, session: Session, said: Arguments) -> Note:
        try:
            return self._memory.find_in(said.id or "", project=self._memory.project_of(session))
        except UnknownNote as unknown:  # whoever asks through a tool has no command line at hand
            raise UnknownNote(unknown.message, "A search shows the ids of notes.") from unknown


def _entry(note: Note, detail: str) -> Entry:
    return Entry(text=note.text, note_id=note.id, detail=detail)


def _seen(lesson: Lesson) -> str:
    return f"lesson {lesson.id[:ID_CHARS]}, in {counted(lesson.sessions, 'session')}, last {_time(lesson.last_at)}"


def _reply(text: str) -> ToolReply:
    return ToolReply(entries=(Entry(text=text),))


def _refusal(text: str) -> ToolReply:
    return ToolReply(entries=(Entry(text=text),), ok=False)


def fault_of(error: ValidationError) -> str:
    """The first thing that is wrong, in words, without the value that was sent."""
    first: Any = error.errors(include_url=False, include_context=False)[0]
    name = ".".join(str(part) for part in first["loc"]) or "the arguments"
    said = str(first["msg"]).removeprefix("Value error, ")
    return f"{name}: {said[:1].lower()}{said[1:]}"


def _time(milliseconds: int) -> str:
    return f"{minutes(moment(milliseconds))} UTC"


def plugin(services: Services) -> MemoryTool:
    """The factory that the entry point names."""
    return MemoryTool(services)
