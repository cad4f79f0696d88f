"""Models that write for us: an endpoint of the profile, else a model of `llm`'s; and what hosts need to lend theirs.

Called by the plugin `cheap` and by hosts. `table` says what the profile may choose; nothing here reads the store or a
session.
"""

from remora.writers.lacking import lacking
from remora.writers.program import Ended, after_fork, run
from remora.writers.table import OFF, Table, table_of
from remora.writers.whose import conversation_of, whose
from remora.writers.write import give_up, within, write

__all__ = [
    "OFF",
    "Ended",
    "Table",
    "after_fork",
    "conversation_of",
    "give_up",
    "lacking",
    "run",
    "table_of",
    "whose",
    "within",
    "write",
]
