"""Asks a model of the package `llm`, where it is installed beside us. Its keys and its settings are its own.

Called by `write`, on a thread of its own: `llm` knows no time limit.
"""

from typing import Any

from remora.errors import ModelUnavailable
from remora.writers.table import Table

DEFAULT = "default"
NO_LLM = ("No model was asked: the package llm is not installed.", "pip install llm")


def write(prompt: str, table: Table, seconds: float) -> str:
    """The answer's text. Raises ModelUnavailable where the package or the model is not there."""
    try:
        import llm  # a person's own program: it need not be there
    except ImportError:
        raise ModelUnavailable(*NO_LLM) from None
    unknown: type[Exception] = llm.UnknownModelError
    try:
        model: Any = llm.get_model() if table.llm == DEFAULT else llm.get_model(table.llm)
    except unknown:
        raise ModelUnavailable(
            f"No model was asked: llm knows no model {table.llm!r}.", "`llm models` lists them."
        ) from None
    return str(model.prompt(prompt).text())
