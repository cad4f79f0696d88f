"""Projects: which namespace a caller means, and the verbs that name, link, move and merge them."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from remora.errors import Refused, UsageError
from remora.notes import GLOBAL, Note, Scope
from remora.project import key_of, place_of
from remora.store import Connection, Store, in_slices, lessons, namespaces, notes, projects, tombstones
from remora.store.fields import storable


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectLine:
    """One project. `root` is the folder it was last seen in, `linked_to` the project whose memory it uses."""

    key: str
    name: str
    root: str = ""
    linked_to: str | None = None
    notes: int = 0
    archived: int = 0
    lessons: int = 0

    @property
    def gone(self) -> bool:
        """Whether its folder is known and no longer there, and its notes are its own: it was moved, or deleted."""
        return bool(self.root) and self.linked_to is None and not Path(self.root).is_dir()


def resolved(store: Store, project: str | None) -> str | None:
    """The key whose memory a project uses, links followed. None for no project."""
    if project is None or project == GLOBAL:
        return None
    return projects.resolve(store.read(), project) or project


def number_of(store: Store, project: str) -> int | None:
    """The number of the namespace that a project uses, None where nothing was ever stored there."""
    return namespaces.number(store.read(), resolved(store, project) or project)


def sharing(store: Store, project: str | None) -> tuple[str, ...]:
    """Every key that uses the same memory as this project: its own, and those that are linked to it."""
    own = resolved(store, project)
    if own is None:
        return ()
    known = (each.key for each in projects.all_projects(store.read()))
    return (own, *(key for key in known if key != own and resolved(store, key) == own))


def readable(store: Store, project: str | None, scope: Scope | None = None) -> tuple[str, ...]:
    """The namespaces that a project may read: its own and the global one, or that of one scope alone."""
    own = resolved(store, project)
    names = {"project": () if own is None else (own,), "global": (GLOBAL,)}
    return names[scope] if scope is not None else (*names["project"], GLOBAL)


def namespace(store: Store, project: str | None, scope: Scope | None, *, by_a_person: bool) -> str:
    """Where a new note goes. Without a `scope` it is the project's, and outside every project a person's is global:
    they would look for it anywhere.

    Raises Refused for a note of a project where there is none, and for what is stored automatically there: no fact of
    one project may reach all the others because nobody looked.
    """
    own = resolved(store, project)
    if scope == GLOBAL or (scope is None and own is None and by_a_person):
        return GLOBAL
    if own is None:
        raise Refused(
            "Nothing was stored: there is no project here that the note could belong to.",
            "Begin in the project's own folder (this one may be gone), set `project`, or say scope global for a note "
            "that holds in every project.",
        )
    return own


def know(store: Store, key: str, folder: Path) -> None:
    """Remember what a project is called and where it is, unless that is known."""
    place = place_of(folder)
    name, root = storable(place.name), storable(str(place))
    known = projects.get(store.read(), key)
    if known is None or known.root != root:
        with store.write() as db:
            projects.put(db, key, name, root)


def listing(store: Store) -> tuple[ProjectLine, ...]:
    """Every project that has notes, lessons or a name, by name."""
    db = store.read()
    counts = notes.counts(db)
    named = {project.key: project for project in projects.all_projects(db)}
    keys = (set(named) | {name for name, count in counts.items() if count.live or count.archived}) - {GLOBAL}
    keys |= set(lessons.counts(db))
    return tuple(sorted((_line(store, key) for key in keys), key=lambda line: (line.name, line.key)))


def link(store: Store, key: str, to: str | None) -> ProjectLine:
    """Let a project use another's memory from now on; its own notes stay where they are.

    `key` may be new: a fresh checkout has no notes yet. Raises UsageError where `to` is unknown, or where the links
    would go in a circle.
    """
    _must_be_known(store, [] if to is None else [to])
    with store.write() as db:
        if projects.get(db, key) is None:
            projects.put(db, key, key, "")
        if not projects.link(db, key, to):
            raise UsageError(f"Nothing was linked: {to} leads back to {key}.", f"Unlink {to} first.")
    return _line(store, key)


def move(store: Store, key: str, to: Path) -> ProjectLine:
    """A project's folder is now `to`: its notes belong to the key of that folder.

    Raises UsageError where `to` is no project's folder, or has notes of its own (then `merge`).
    """
    _must_be_known(store, [key])
    target = key_of(to)
    if target is None:
        raise UsageError(f"Nothing was moved: {to} is no project's folder.", "Name a folder that exists.")
    place = place_of(to)
    with store.write() as db:
        if target != key:
            held = notes.counts(db).get(target)
            if held is not None and (held.live or held.archived):
                raise UsageError(
                    f"Nothing was moved: {target} has notes of its own.", f"`remora project merge {key} {target}`."
                )
            _rename(db, key, target)
        projects.put(db, target, storable(place.name), storable(str(place)))
    return _line(store, target)


def merge(store: Store, source: str, target: str) -> int:
    """Give every note of `source` to `target`, archived ones too; what both know stays once. Returns how many moved.

    The source uses the target's memory from then on. A merge that is interrupted can be repeated. Raises UsageError
    for unknown projects.
    """
    if source == target:
        raise UsageError("Nothing was merged: both names are the same project.", "Name two.")
    _must_be_known(store, [source, target])
    with store.write() as db:
        tombstones.hand_over(db, source, target)  # first: nothing automatic may bring one back meanwhile
    found = [note for note in notes.all_notes(store.read()) if note.namespace == source]
    in_slices(store, found, lambda db, note: _hand_over(store, db, note, target))
    with store.write() as db:
        _bring_lessons(db, source, target)
        _follow(db, source, target)
    return len(found)


def _hand_over(store: Store, db: Connection, note: Note, target: str) -> None:
    twin = notes.same_text(db, target, notes.digest_of(note.text))
    if twin is not None and note.archived_at is None:
        notes.archive(db, note, store.clock(), superseded_by=twin.id)
    notes.move(db, note, target, store.clock())


def _rename(db: Connection, key: str, target: str) -> None:
    """The namespace takes the new name in one row; an empty one of that name gives way."""
    if namespaces.number(db, key) is not None:
        tombstones.hand_over(db, target, key)
        _bring_lessons(db, target, key)
        namespaces.drop_empty(db, target)
        namespaces.rename(db, key, target)
    _follow(db, key, target)


def _bring_lessons(db: Connection, source: str, target: str) -> None:
    """What failed in one project is known to have failed in the other."""
    number = namespaces.number(db, source)
    if number is not None:
        into = namespaces.number_for(db, target)
        for lesson in lessons.inside(db, number):
            lessons.move(db, lesson, into)


def _follow(db: Connection, old: str, new: str) -> None:
    """The old key stands for the new one from now on: for its own folder, its sessions, and who was linked to it."""
    known = projects.get(db, new)
    if known is not None and projects.resolve(db, new) == old:
        projects.link(db, new, None)
    if projects.get(db, old) is None:
        projects.put(db, old, old, "")
    projects.link(db, old, new)


def _line(store: Store, key: str) -> ProjectLine:
    db = store.read()
    project, count = projects.get(db, key), notes.counts(db).get(key)
    return ProjectLine(
        key=key,
        name=project.name if project else key.rpartition("-")[0] or key,
        root=project.root if project else "",
        linked_to=project.linked_to if project else None,
        notes=count.live if count else 0,
        archived=count.archived if count else 0,
        lessons=lessons.counts(db).get(key, 0),
    )


def _must_be_known(store: Store, keys: Collection[str]) -> None:
    known = {line.key for line in listing(store)}
    for key in keys:
        if key not in known:
            raise UsageError(f"Nothing was changed: there is no project {key!r}.", "`remora project list` shows all.")
