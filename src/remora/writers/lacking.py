"""What keeps the model of a profile from being asked, as far as that shows without asking. Called by the doctor."""

from importlib.util import find_spec

from remora.errors import ModelUnavailable
from remora.writers import endpoint, installed
from remora.writers.table import Table


def lacking(table: Table) -> ModelUnavailable | None:
    """The trouble that a question would meet: no package, or no key. None where there is none, or no model is named."""
    if table.endpoint:
        if not _there("httpx"):
            return ModelUnavailable(*endpoint.NO_HTTPX)
        try:
            endpoint.secret_of(table)
        except ModelUnavailable as trouble:
            return trouble
    elif table.llm and not _there("llm"):
        return ModelUnavailable(*installed.NO_LLM)
    return None


def _there(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):  # somebody has put something else in its place
        return False
