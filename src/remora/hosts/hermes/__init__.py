"""Hermes Agent: `plugin` is the door it finds as a plugin, `provider` the one that fills its slot for memory.

The rest is behind the doors (`joining`, `events`, `tools`) or edits Hermes's files from outside (`setup`).
"""
