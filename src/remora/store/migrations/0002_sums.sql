-- The sum of a namespace's live vectors of one identity, as float64: their mean is what all of them share, and a
-- cosine is sharper without it. Kept by the writes themselves, so that no reader adds up the namespace.
CREATE TABLE vector_sums (
    namespace INTEGER NOT NULL REFERENCES namespaces (n),
    identity INTEGER NOT NULL REFERENCES identities (n),
    live INTEGER NOT NULL,
    total BLOB NOT NULL,
    PRIMARY KEY (namespace, identity)
);
