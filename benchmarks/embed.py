"""`MiniLM.query` against M, the bare run of the same model on the same tokens, on one thread both."""

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from benchmarks.ratio import Line, compare
from remora.embed import minilm

BAR = 1.1  # tokens, pooling and the door beside a run of a few milliseconds
QUERIES = {
    "a short query": "which port does staging use?",
    "a query": "how do we roll the new release of the order service out to production on a Friday",
    "a long query": "the import fails with a key error after the upgrade, and here is what the log says of it " * 5,
}


def run() -> Iterator[Line | str]:
    """A line a length of query."""
    if not minilm.installed():
        yield f"embed: left out, for the bundled model is not installed ({minilm.INSTALL})"
        return
    weights, tokenizer_file = (minilm.file_of(package, name) for package, name, _ in (minilm.WEIGHTS, minilm.TOKENIZER))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    tokenizer.no_padding()
    with tempfile.TemporaryDirectory() as folder:
        embedder = minilm.MiniLM(Path(folder))
        for name, query in QUERIES.items():
            tokens = np.array([tokenizer.encode(query).ids], dtype=np.int64)
            feed = {"input_ids": tokens, "attention_mask": np.ones_like(tokens), "token_type_ids": tokens * 0}
            yield compare(
                f"{name}, {tokens.size} tokens / M",
                partial(embedder.query, query),
                partial(session.run, None, feed),
                bar=BAR,
                repeat=40,
            )
