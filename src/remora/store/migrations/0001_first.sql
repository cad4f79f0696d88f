-- The counter rows: 'vectors' rises with every vector that is written, 'vectors_removed' with every one that goes,
-- 'journal_bytes' is the size of the journal's records.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO counters (name, value) VALUES ('vectors', 0), ('vectors_removed', 0), ('journal_bytes', 0);

-- live: how many notes are not archived, kept by the writes themselves, so that recall need not count.
CREATE TABLE namespaces (n INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, live INTEGER NOT NULL DEFAULT 0);

-- words: the index terms exactly as they were indexed; the index needs them again to forget a note.
-- digest: 16 bytes of the SHA-256 of the normalised text. Times are milliseconds since the epoch, UTC.
CREATE TABLE notes (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    namespace INTEGER NOT NULL REFERENCES namespaces (n),
    created_at INTEGER NOT NULL,
    archived_at INTEGER,
    superseded_by TEXT,
    importance REAL,
    words_version INTEGER NOT NULL,
    trigger TEXT NOT NULL,
    session_id TEXT,
    host TEXT,
    model TEXT,
    recorded_at INTEGER NOT NULL,
    digest BLOB NOT NULL,
    text TEXT NOT NULL,
    words TEXT NOT NULL
);
CREATE INDEX notes_by_digest ON notes (namespace, digest) WHERE archived_at IS NULL;
CREATE INDEX notes_by_time ON notes (namespace, created_at);

-- Each term is indexed as "namespace number:term": the scope is the index's own, and so are the frequencies.
CREATE VIRTUAL TABLE fulltext USING fts5 (
    words, content = '', detail = none, columnsize = 0, tokenize = "ascii tokenchars '._-/:+#@$'"
);
CREATE VIRTUAL TABLE fulltext_terms USING fts5vocab (fulltext, row);
CREATE VIRTUAL TABLE fulltext_pairs USING fts5vocab (fulltext, instance);

-- The stamp is the row number: a reader that has seen one stamp reads on from there. A change takes a new stamp.
CREATE TABLE identities (n INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, lo REAL, hi REAL, dup REAL);
CREATE TABLE note_vectors (
    stamp INTEGER PRIMARY KEY,
    note INTEGER NOT NULL REFERENCES notes (n),
    identity INTEGER NOT NULL REFERENCES identities (n),
    namespace INTEGER NOT NULL REFERENCES namespaces (n),
    live INTEGER NOT NULL,
    v BLOB NOT NULL
);
CREATE UNIQUE INDEX note_vectors_by_note ON note_vectors (note, identity);
CREATE INDEX note_vectors_by_place ON note_vectors (namespace, identity, live);

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    host TEXT NOT NULL,
    profile TEXT NOT NULL,
    project TEXT,
    role TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE shown (session TEXT NOT NULL, note TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (session, note)) WITHOUT ROWID;
CREATE INDEX shown_by_time ON shown (at);

CREATE TABLE turn_log (
    n INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    turn TEXT NOT NULL,
    at INTEGER NOT NULL,
    query TEXT NOT NULL,
    record TEXT NOT NULL,
    UNIQUE (session, turn)
);

CREATE TABLE kept (
    n INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    block TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    delivered_at INTEGER
);
CREATE INDEX kept_by_session ON kept (session, delivered_at);

CREATE TABLE journal (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL,
    kind TEXT NOT NULL,
    event_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    record TEXT NOT NULL,
    UNIQUE (session, kind, event_id)
);

-- fingerprint: a keyed hash of a forgotten text; the key is in meta, the text is nowhere.
CREATE TABLE tombstones (
    fingerprint BLOB NOT NULL,
    namespace INTEGER NOT NULL REFERENCES namespaces (n),
    at INTEGER NOT NULL,
    PRIMARY KEY (fingerprint, namespace)
) WITHOUT ROWID;

-- rules_version has no declared type on purpose: it comes back as the scan handed it over.
CREATE TABLE verdicts (
    note TEXT PRIMARY KEY,
    rules_version NOT NULL,
    digest TEXT NOT NULL,
    action TEXT NOT NULL,
    kind TEXT NOT NULL,
    rule TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE releases (note TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;

CREATE TABLE history (
    n INTEGER PRIMARY KEY,
    note INTEGER NOT NULL REFERENCES notes (n),
    at INTEGER NOT NULL,
    what TEXT NOT NULL,
    detail TEXT NOT NULL
);
CREATE INDEX history_by_note ON history (note);

CREATE TABLE projects (
    key TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    root TEXT NOT NULL,
    linked_to TEXT
) WITHOUT ROWID;

-- Names of spool files whose records are in: a process that dies between commit and unlink must not apply them twice.
CREATE TABLE drained (file TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
