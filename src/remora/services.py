"""What a plugin factory is handed. Built by wiring, one a plugin; holds no logic."""

from collections.abc import Mapping
from dataclasses import dataclass

from remora.memory import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """`memory`: the one store closure. `settings`: the plugin's own table, `[plugin.NAME]`, as plain values."""

    memory: Memory
    settings: Mapping[str, object]
