-- The sum of a namespace's live vectors of one identity, as float64: their mean is what all of them share, and a
-- cosine is sharper without it. Kept by the writes themselves, so that no reader adds up the namespace.
CREATE TABLE vector_sums (
    namespace INTEGER NOT NULL REFERENCES namespaces (n),
    identity INTEGER NOT NULL REFERENCES identities (n),
    live INTEGER NOT NULL,
    total BLOB NOT NULL,
    PRIMARY KEY (namespace, identity)
);

-- Sentences of prose, embedded one by one, for rankings that look inside a note. Place 0 is empty and says that the
-- note was looked at; sentences are counted from 1. Not part of what every note must have.
CREATE TABLE sentence_vectors (
    note INTEGER NOT NULL REFERENCES notes (n),
    identity INTEGER NOT NULL REFERENCES identities (n),
    place INTEGER NOT NULL,
    v BLOB NOT NULL,
    PRIMARY KEY (note, identity, place)
);
