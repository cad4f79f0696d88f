"""Adapters, one folder or file a host: they translate between a host's events and the bus, and decide nothing."""
