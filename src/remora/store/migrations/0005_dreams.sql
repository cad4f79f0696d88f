-- A dream is one change set, undone as a whole. No text stands here: notes are named by id, so that a purge has little
-- to look for. ended_at is empty where it broke off: what was applied by then stands, and can be undone.
CREATE TABLE dreams (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    began_at INTEGER NOT NULL,
    ended_at INTEGER,
    undone_at INTEGER
);

-- kind: duplicate, replaced or merged. target stands for the sources from then on; made: the dream wrote it.
-- rated: what the target's importance was before, where the change gave it another.
CREATE TABLE dream_changes (
    n INTEGER PRIMARY KEY,
    dream INTEGER NOT NULL REFERENCES dreams (n),
    kind TEXT NOT NULL,
    target TEXT NOT NULL,
    made INTEGER NOT NULL,
    rates INTEGER NOT NULL,
    rated REAL,
    at INTEGER NOT NULL,
    undone_at INTEGER
);
CREATE INDEX dream_changes_by_dream ON dream_changes (dream);
CREATE INDEX dream_changes_by_target ON dream_changes (target);
CREATE TABLE dream_sources (
    note TEXT NOT NULL,
    change INTEGER NOT NULL REFERENCES dream_changes (n),
    PRIMARY KEY (note, change)
) WITHOUT ROWID;
CREATE INDEX dream_sources_by_change ON dream_sources (change);

-- Whether a text that comes again has been merged into another.
CREATE INDEX notes_by_superseded_digest ON notes (namespace, digest) WHERE superseded_by IS NOT NULL;

-- Groups of notes that a model saw and answered for, by a hash of their ids: it is not asked twice.
CREATE TABLE dream_groups (fingerprint BLOB PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;

-- Who does what only one process may do at a time. One that was not renewed for long may be taken over.
CREATE TABLE leases (
    name TEXT PRIMARY KEY, holder TEXT NOT NULL, taken_at INTEGER NOT NULL, renewed_at INTEGER NOT NULL
) WITHOUT ROWID;
