"""Frozen payload values back as dicts and lists, for hosts that hand them to a JSON encoder."""

from collections.abc import Mapping

_ALLOWED = "text, numbers, true, false, null, lists and mappings with text keys"


def plain(value: object) -> object:
    """`value` with mappings as dicts and sequences as lists, all the way down.

    Raises TypeError for what JSON cannot hold, so that a schema fails here and not in the middle of a host's request.
    """
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise TypeError(f"not a JSON value: a mapping whose keys are not text; use {_ALLOWED}")
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    raise TypeError(f"not a JSON value: {type(value).__name__}; use {_ALLOWED}")
