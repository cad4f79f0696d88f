"""The bus: registers plugins, asks them within one clock, inspects what they say. `Bus` is its door."""

from remora_hookspecs.bus.bus import Bus
from remora_hookspecs.bus.registry import BadPlugin

__all__ = ["BadPlugin", "Bus"]
