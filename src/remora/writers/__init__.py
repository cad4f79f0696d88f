"""Models that write for us where the host brings none: an endpoint of the profile, else a model of `llm`'s.

Called by the plugin `cheap`. `table` says what the profile may choose; nothing here reads the store or a session.
"""

from remora.writers.lacking import lacking
from remora.writers.table import Table, table_of
from remora.writers.write import give_up, write

__all__ = ["Table", "give_up", "lacking", "table_of", "write"]
