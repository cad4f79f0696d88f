"""The schema's version and the numbered scripts that lead to it. Called inside the opening write transaction."""

import secrets
from pathlib import Path

import apsw

APPLICATION_ID = 0x52454D4F  # "REMO": tells our file from any other SQLite database
SCHEMA = 7  # the number of the newest script
MIN_READER = 1  # the oldest schema whose programs can still use a file of this one: scripts only add, where possible

_SCRIPTS = Path(__file__).parent / "migrations"


def migrate(db: apsw.Connection) -> bool:
    """Bring the open transaction's database to SCHEMA; a newer one is left as it is. True if anything was done."""
    version = db.pragma("user_version")
    if version >= SCHEMA:
        return False
    for number, script in scripts():
        if number > version:
            db.execute(script.read_text(encoding="utf-8"))
    if version == 0:
        db.pragma("application_id", APPLICATION_ID)
        # Fingerprints of forgotten texts are keyed, so that the file alone does not let anybody test guesses.
        db.execute("INSERT INTO meta (key, value) VALUES ('tombstone_key', ?)", (secrets.token_hex(32),))
    db.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('min_reader', ?)", (str(MIN_READER),))
    db.pragma("user_version", SCHEMA)
    return True


def scripts() -> list[tuple[int, Path]]:
    """The scripts by number: NNNN_what.sql."""
    return sorted((int(script.name[:4]), script) for script in _SCRIPTS.glob("[0-9][0-9][0-9][0-9]_*.sql"))
