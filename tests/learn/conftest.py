from timed_store import clock, store

__all__ = ["clock", "store"]
