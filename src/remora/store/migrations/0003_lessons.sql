-- A failed command of a project, once, under the fingerprint of its exact form; `follow` is what followed it.
-- kind: fix, tried_next or alone. passes: sessions in which the command went well since it last failed.
CREATE TABLE lessons (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    namespace INTEGER NOT NULL REFERENCES namespaces (n),
    key BLOB NOT NULL,
    shape BLOB NOT NULL,
    error_key BLOB,
    tool TEXT NOT NULL,
    command TEXT NOT NULL,
    error TEXT NOT NULL,
    kind TEXT NOT NULL,
    follow TEXT NOT NULL,
    follow_key BLOB,
    pairs INTEGER NOT NULL,
    passes INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    resolved_at INTEGER,
    forgotten_at INTEGER,
    UNIQUE (namespace, key)
);
CREATE INDEX lessons_by_shape ON lessons (namespace, shape);
CREATE INDEX lessons_by_error ON lessons (namespace, error_key) WHERE error_key IS NOT NULL;
CREATE INDEX lessons_by_follow ON lessons (namespace, follow_key) WHERE follow_key IS NOT NULL;
CREATE INDEX lessons_by_age ON lessons (last_at);

-- what: failed, paired, passed, hinted, or unlike (another command of the same shape passed). One row each for a lesson
-- and session, so that nothing counts twice; event is the number in the journal of the last one.
CREATE TABLE lesson_sessions (
    lesson INTEGER NOT NULL REFERENCES lessons (n),
    session TEXT NOT NULL,
    what TEXT NOT NULL,
    at INTEGER NOT NULL,
    event INTEGER NOT NULL,
    PRIMARY KEY (lesson, session, what)
) WITHOUT ROWID;

-- 'lessons_read' is the number of the last journal event that lessons were drawn from; 'lessons' rises with each change.
INSERT INTO counters (name, value) VALUES ('lessons_read', 0), ('lessons', 0);
CREATE INDEX journal_by_session ON journal (session, kind, n);
