"""What operations are measured against: M, V, W and R, each as bare as this machine allows.

M  a run of the model on the same text, tokens ready      V  one `np.vecdot` pass over the namespace's vectors
W  the commit of one row with a vector's bytes            R  64 rows by id, and BM25 by hand over them
"""

import json
import math
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import apsw
import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Tokenizer

from remora.embed import minilm, packages

Tokens = dict[str, npt.NDArray[np.int64]]

VECTOR = np.random.default_rng(1).standard_normal(384, dtype=np.float32)
ROWS = 64
_WORD = re.compile(r"\w+")


class Model:
    """M: the bundled model without anything around it, on one thread."""

    def __init__(self) -> None:
        weights, tokenizer = (packages.file_of(at.package, at.name) for at in (minilm.WEIGHTS, minilm.TOKENIZER))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()

    def tokens(self, text: str) -> Tokens:
        """What a run takes; made beforehand."""
        ids = np.array([self._tokenizer.encode(text).ids], dtype=np.int64)
        return {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": ids * 0}

    def run(self, tokens: Tokens) -> None:
        self._session.run(None, tokens)


class Commits:
    """W, on a database with the store's own pragmas and one table."""

    def __init__(self, path: Path) -> None:
        self._db = apsw.Connection(str(path))
        for statement in (
            "PRAGMA page_size = 8192",
            "PRAGMA journal_mode = WAL",
            "PRAGMA synchronous = NORMAL",
            "CREATE TABLE rows (n INTEGER PRIMARY KEY, value BLOB)",
        ):
            self._db.execute(statement)

    def one(self) -> None:
        self._db.execute("INSERT INTO rows (value) VALUES (?)", (VECTOR.tobytes(),))

    def close(self) -> None:
        self._db.close()


class Rows:
    """R, on the notes of a store: other rows and the same words each time."""

    def __init__(self, path: Path, query: str) -> None:
        self._db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        self._newest = self._db.execute("SELECT max(n) FROM notes").get
        self._query, self._random = _WORD.findall(query.lower()), Random(1)

    def one(self) -> list[float]:
        wanted = json.dumps([self._random.randrange(1, self._newest + 1) for _ in range(ROWS)])
        statement = "SELECT text FROM notes WHERE n IN (SELECT value FROM json_each(?))"
        return _bm25([text for (text,) in self._db.execute(statement, (wanted,))], self._query)

    def close(self) -> None:
        self._db.close()


def one_pass(lines: npt.NDArray[np.float32]) -> None:
    """V."""
    np.vecdot(lines, VECTOR)


def _bm25(texts: Sequence[str], query: Sequence[str]) -> list[float]:
    counts: list[Counter[Any]] = [Counter(_WORD.findall(text.lower())) for text in texts]
    lengths = [count.total() for count in counts]
    average = sum(lengths) / len(lengths)
    idf = {}
    for word in query:
        held = sum(word in count for count in counts)
        idf[word] = math.log(1 + (len(counts) - held + 0.5) / (held + 0.5))
    return [
        sum(idf[word] * count[word] * 2.2 / (count[word] + 0.3 + 0.9 * length / average) for word in query)
        for count, length in zip(counts, lengths, strict=True)
    ]
