"""Tells a person once that an earlier program's store was upgraded, by whichever process, and where the old one lies.

Called by the memory facade for surfaces. The upgrade itself is the store's, as it opens.
"""

from contextlib import suppress
from pathlib import Path

from remora.errors import EnvironmentTrouble
from remora.store import Store, backups, meta
from remora.store.store import UPGRADED


def to_tell(store: Store) -> Path | None:
    """The copy of the file as it was, if there is one and nobody has been told of it; from then on None."""
    name = meta.get(store.read(), UPGRADED)
    if name is None:
        return None
    with suppress(EnvironmentTrouble), store.write() as db:  # better told twice than not at all
        meta.put(db, UPGRADED, None)
    copy = store.home / backups.FOLDER / name
    return copy if copy.exists() else None
