"""For all tests: hypothesis times no example. A loaded machine makes any of them late, and speed is the benchmarks'."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
