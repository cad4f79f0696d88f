"""`MiniLM.query` against M, the bare run of the same model on the same tokens, on one thread both."""

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.limits import Model
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
    model = Model()
    with tempfile.TemporaryDirectory() as folder:
        embedder = minilm.MiniLM(Path(folder))
        for name, query in QUERIES.items():
            tokens = model.tokens(query)
            yield compare(
                f"{name}, {tokens['input_ids'].size} tokens / M",
                partial(embedder.query, query),
                partial(model.run, tokens),
                bar=BAR,
                repeat=40,
            )
