"""The facade of projects: which one a folder lies in, and what people do to whole projects.

Built by the memory facade, one a process and home. Remembers where the projects lie that it was asked for, so that
their names and places are stored with their first note and not before.
"""

from pathlib import Path

from remora.project import key_of
from remora.settings import Settings
from remora.upkeep import Store, projects
from remora.upkeep.projects import ProjectLine


class Projects:
    """Raises UsageError for what cannot be done to a project."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings
        self._folders: dict[str, Path] = {}  # where projects lie that were asked for by folder

    def at(self, folder: Path, *, named: bool = False) -> str | None:
        """The key of the project that a folder lies in. None in no project.

        Where the settings name one project it is that, unless the person `named` this folder.
        """
        if self._settings.project and not named:
            return self._settings.project
        key = key_of(folder)
        if key is not None:
            self._folders[key] = folder
        return key

    def listing(self) -> tuple[ProjectLine, ...]:
        """Every project that has notes or a name, by name."""
        return projects.listing(self._store)

    def link(self, key: str, to: str | None) -> ProjectLine:
        """Let a project use another's memory, or its own again (None). Raises UsageError for a circle."""
        self.know(key)
        return projects.link(self._store, key, to)

    def move(self, key: str, to: Path) -> ProjectLine:
        """A project's folder has moved to `to`: its notes follow. Raises UsageError if notes are there already."""
        return projects.move(self._store, key, to)

    def merge(self, source: str, target: str) -> int:
        """Give all notes of one project to another; returns how many."""
        return projects.merge(self._store, source, target)

    def know(self, project: str | None) -> None:
        """Remember a project's name and place with its first note."""
        if project in self._folders:
            projects.know(self._store, project, self._folders[project])


__all__ = ["ProjectLine", "Projects"]
