"""The resources: the newest notes, single notes, lessons. What a person may pull into a conversation by hand.

Called by `server`. A text is inspected before it leaves, and stands in our fence: capture takes it for nobody's words.
"""

from mcp_types import Annotations, Resource, ResourceTemplate

from remora.memory import Memory
from remora.notes import Note
from remora.text.moments import minutes, moment
from remora_hookspecs import Block, Bus, Entry, Session, render
from remora_hookspecs.bus.budget import fit
from remora_hookspecs.bus.toolbox import REPLY_CHARS

SCHEME = "remora://"
NOTES, RECENT, LESSONS = f"{SCHEME}notes/", f"{SCHEME}notes/recent", f"{SCHEME}lessons"
TEMPLATE = f"{NOTES}{{id}}"
TEXT = "text/plain"
NEWEST = 20  # as many as a search may find; more is a listing, and fills the model's context
EXIT = "mcp_resource"
NONE_YET = "No notes here yet."


def listed() -> list[Resource]:
    """The resources that are always there."""
    both = Annotations(audience=["user", "assistant"])
    return [
        Resource(
            uri=RECENT, name="recent-notes", title="Recent notes", mime_type=TEXT, annotations=both,
            description=f"The newest notes of this project and the global ones, at most {NEWEST}.",
        ),
        Resource(
            uri=LESSONS, name="lessons", title="Commands that failed", mime_type=TEXT, annotations=both,
            description="Commands that failed in this project, and what worked then.",
        ),
    ]  # fmt: skip


def templates() -> list[ResourceTemplate]:
    """The resources that are asked for by name."""
    return [
        ResourceTemplate(
            uri_template=TEMPLATE, name="note", title="A note", mime_type=TEXT,
            description="One note by its id, or its first characters, with where it came from.",
        )
    ]  # fmt: skip


def recent(memory: Memory, bus: Bus, session: Session) -> str:
    """The newest notes that the session's project may see, as they may leave."""
    notes = memory.listing(project=memory.project_of(session), limit=NEWEST)
    entries = bus.inspect([_entry(note) for note in notes], exit=EXIT)
    blocks = fit([Block(entries=entries)], [0], REPLY_CHARS)
    return render(blocks) if blocks else NONE_YET


def _entry(note: Note) -> Entry:
    return Entry(text=note.text, note_id=note.id, detail=f"{note.scope}, {minutes(moment(note.created_at))} UTC")
