"""Copies of the store, by SQLite's backup, which sees a live file whole. Called before an upgrade and by upkeep."""

import os
from pathlib import Path

import apsw

from remora.store.connection import busy_timeout, translating

FOLDER = "backups"


def folder(home: Path) -> Path:
    """Where the copies lie: private, like the home."""
    place = home / FOLDER
    place.mkdir(mode=0o700, exist_ok=True)
    return place


def backup(source: Path, target: Path) -> None:
    """Copy a database file, as its last commit left it, to `target`, which appears whole or not at all."""
    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with translating():
        reader = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READWRITE)
        writer = apsw.Connection(str(unfinished))
        busy_timeout(reader)
        try:
            with writer.backup("main", reader, "main") as copy:
                copy.step()
            writer.pragma("journal_mode", "delete")  # a copy is one file: no log beside it
        finally:
            writer.close()
            reader.close()
    unfinished.replace(target)
