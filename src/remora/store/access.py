"""May this user read and write the store's files? Asked before SQLite is: it would leave files of the wrong rights.

Of a database that may only be read, SQLite makes a shared-memory file that may only be read too; that one stays, and
keeps everybody out once the database itself is put right.
"""

from pathlib import Path

from remora.errors import HomeUnavailable
from remora.home import SEALED, UNSEALED, remedy, rights, sealed, shut

BESIDE = ("", "-wal", "-shm", "-journal")  # what SQLite keeps beside a database, by the end of the name


def check(database: Path) -> None:
    """Raise HomeUnavailable where one of the files is there and may not be read and written."""
    for ending in BESIDE:
        path = database.with_name(database.name + ending)
        if shut(path):
            if sealed(path):
                raise HomeUnavailable(f"The memory was not opened: {path} {SEALED}.", UNSEALED)
            raise HomeUnavailable(
                f"The memory was not opened: {path} may not be read and written ({rights(path)}).",
                f"{remedy(path, f'{database}*')} opens it.",
            )
