-- How far each session's journal was captured. due: the trigger of a boundary that still waits, NULL where none does.
-- tries: answers in a row that nobody could read. held_until: another process is at it until then.
CREATE TABLE captured (
    session TEXT PRIMARY KEY,
    upto INTEGER NOT NULL DEFAULT 0,
    due TEXT,
    tries INTEGER NOT NULL DEFAULT 0,
    held_until INTEGER NOT NULL DEFAULT 0,
    at INTEGER NOT NULL
) WITHOUT ROWID;

-- What a session was told by us: a note by its id, any other text by short keyed hashes of its words.
CREATE TABLE echoes (
    session TEXT NOT NULL,
    note TEXT NOT NULL,
    words BLOB NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (session, note, words)
) WITHOUT ROWID;
CREATE INDEX echoes_by_time ON echoes (at);

-- What models were asked for us, a row a day (UTC, counted from the epoch).
CREATE TABLE spending (day INTEGER PRIMARY KEY, calls INTEGER NOT NULL, tokens INTEGER NOT NULL);
