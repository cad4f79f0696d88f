"""Projects as people know them: a key with a name, a folder, and perhaps a link to another project's memory."""

from dataclasses import dataclass

import apsw

from remora.store.query import rows

MAX_LINKS = 8  # a chain this long is a mistake, and a circle must end

_PUT = """
    INSERT INTO projects (key, name, root) VALUES (?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET name = excluded.name, root = excluded.root
"""
_SELECT = "SELECT key, name, root, linked_to FROM projects"
_GET = f"{_SELECT} WHERE key = ?"
_ALL = f"{_SELECT} ORDER BY name, key"
_LINK = "UPDATE projects SET linked_to = ? WHERE key = ?"
_DELETE = "DELETE FROM projects WHERE key = ?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """`root` is the folder it was last seen in; `linked_to` the key whose memory it uses instead of its own."""

    key: str
    name: str
    root: str
    linked_to: str | None = None


def put(db: apsw.Connection, key: str, name: str, root: str) -> None:
    """Make a project known, or say where it is now; its link stays."""
    db.execute(_PUT, (key, name, root))


def get(db: apsw.Connection, key: str) -> Project | None:
    """The project of this key."""
    for row in rows(db, _GET, (key,)):
        return Project(key=row[0], name=row[1], root=row[2], linked_to=row[3])
    return None


def all_projects(db: apsw.Connection) -> list[Project]:
    """Every known project, by name."""
    return [
        Project(key=key, name=name, root=root, linked_to=linked_to) for key, name, root, linked_to in rows(db, _ALL)
    ]


def link(db: apsw.Connection, key: str, to: str | None) -> bool:
    """Let a known project use another's memory, or its own again (None). False, and no change, on a circle."""
    if to is not None and resolve(db, to) in (key, None):
        return False
    db.execute(_LINK, (to, key))
    return True


def resolve(db: apsw.Connection, key: str) -> str | None:
    """The key whose memory counts, links followed. None if they go round in a circle."""
    for _ in range(MAX_LINKS):
        project = get(db, key)
        if project is None or project.linked_to is None:
            return key
        key = project.linked_to
    return None


def delete(db: apsw.Connection, key: str) -> None:
    """Forget the project itself; its notes are not touched."""
    db.execute(_DELETE, (key,))
