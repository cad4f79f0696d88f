"""What a process pays until its first vector: whole processes, ours against the bare session of the same model.

The bare one imports onnxruntime, tokenizers and NumPy, builds session and tokenizer and runs once, on one thread.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.ratio import Line, compare
from remora.embed import minilm, packages

QUERY = "which port does staging use?"
# Our own modules, the digest that is looked up, the one tokenizer; NumPy, the engine and the weights are the rest.
BAR = 1.25

BARE = """
import numpy as np, onnxruntime
from tokenizers import Tokenizer
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = options.inter_op_num_threads = 1
session = onnxruntime.InferenceSession({weights!r}, options, providers=["CPUExecutionProvider"])
ids = np.array([Tokenizer.from_file({tokenizer!r}).encode({query!r}).ids], dtype=np.int64)
session.run(None, {{"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": ids * 0}})
"""
CHOSEN = """
from pathlib import Path
from remora.embed import Wanted, choose
choose(Wanted(models=Path({models!r}))).embedder.query({query!r})
"""


def run() -> Iterator[Line | str]:
    """The embedder as it is chosen, against the bare session."""
    if not minilm.installed():
        yield f"load: left out, for the bundled model is not installed ({minilm.INSTALL})"
        return
    weights, tokenizer = (str(packages.file_of(at.package, at.name)) for at in (minilm.WEIGHTS, minilm.TOKENIZER))
    with tempfile.TemporaryDirectory() as models:
        said = {"weights": weights, "tokenizer": tokenizer, "query": QUERY, "models": str(Path(models))}
        yield compare(
            "process until the first vector / bare session",
            partial(_process, CHOSEN.format(**said)),
            partial(_process, BARE.format(**said)),
            bar=BAR,
            repeat=3,
        )


def _process(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
