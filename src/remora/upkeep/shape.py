"""A note as JSON: the one shape of exports and of every answer with `--json`. Pure."""

import json

from remora.notes import Note
from remora.text.moments import moment


def note_json(note: Note) -> dict[str, object]:
    """The note with its provenance; times as ISO 8601 in UTC, to the millisecond. `identity`, whose vector it
    has, is for surfaces to fill in: an export holds no vectors."""
    source = note.provenance
    return {
        "id": note.id,
        "text": note.text,
        "namespace": note.namespace,
        "scope": note.scope,
        "importance": note.importance,
        "created_at": iso(note.created_at),
        "archived": note.archived_at is not None,
        "identity": None,
        "provenance": {
            "trigger": source.trigger,
            "session_id": source.session_id,
            "host": source.host,
            "model": source.model,
            "recorded_at": iso(source.recorded_at),
        },
    }


def line(note: Note) -> str:
    """The note as one line of an export: same note, same bytes."""
    return json.dumps(note_json(note), ensure_ascii=False, separators=(",", ":"))


def iso(milliseconds: int) -> str:
    """A moment as people and other programs read it: 2026-01-31T09:30:00.125Z."""
    return f"{moment(milliseconds // 1_000 * 1_000).replace(tzinfo=None).isoformat()}.{milliseconds % 1_000:03d}Z"
