"""An embedder of a person's own: a module that the setting `local_embedder` names. Off by default.

The module has `create_embedder()`, whose object has `name`, `dim`, `query(text)` and `passages(texts)`, numbers out. It
is used only if it can be imported, has this shape, is small enough, and its vectors are the store's or the store has
none; otherwise the next choice is used, and the reason is told.
"""

import importlib
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from remora.embed.chosen import Choice
from remora.embed.constants import with_known
from remora.embed.free_memory import free_memory
from remora.embed.held import Held, Loaded
from remora.embed.protocol import Identity
from remora.errors import ModelUnavailable
from remora.remote.address import WIDEST

if TYPE_CHECKING:
    from remora.embed.protocol import Matrix, Vector
    from remora.settings import LocalEmbedder

PROVIDER = "local"
MIB = 1024 * 1024
# A model of half a gigabyte or more has no place in the process of somebody's host, whatever is free.
MOST_MB = 512
TIMES_FREE = 2  # its own size again must be left: loading takes as much for a moment
SWITCH = "`remora model use local` makes it the store's."


class Local(Loaded):
    """A person's embedder, held to its own word: unit vectors of the width that it said."""

    def __init__(self, module: str, factory: Callable[[], Any], first: Any) -> None:
        self._factory, self._first = factory, first
        self.identity = with_known(identity_of(module, first))
        self._held: Held[_Peer] = Held(self._open)

    def query(self, text: str) -> "Vector":
        with self._held.use() as peer:
            vector: Vector = self._checked([peer.object.query(text)], 1)[0]
            return vector

    def passages(self, texts: Sequence[str]) -> "Matrix":
        with self._held.use() as peer:
            return self._checked(peer.object.passages(list(texts)), len(texts))

    def _open(self) -> "_Peer":
        made, self._first = self._first or self._factory(), None  # a forked child makes its own
        return _Peer(made)

    def _checked(self, rows: Any, count: int) -> "Matrix":
        import numpy as np

        matrix = np.asarray(rows, dtype=np.float32)
        if matrix.shape != (count, self.identity.dim):
            raise ModelUnavailable(
                f"The text was not embedded: the local embedder made {matrix.shape} numbers for {count} texts of "
                f"{self.identity.dim}."
            )
        with np.errstate(all="ignore"):  # zeros become NaN, which nobody stores
            units: Matrix = matrix / np.sqrt(np.vecdot(matrix, matrix))[:, None]
        return units


class _Peer:
    def __init__(self, made: Any) -> None:
        self.object = made

    def interrupt(self) -> None:
        """It is not ours to interrupt."""


def resolve_embedder(
    wanted: "LocalEmbedder | None",
    fallback: Callable[[], Choice],
    *,
    stored: str | None = None,
    free: Callable[[], int | None] = free_memory,
) -> Choice:
    """The local embedder where it may be used, else what `fallback` chooses, with the reason. Never raises.

    `stored` is the identity of the store's vectors: another would be a change of identity, which only a switch makes.
    """
    if wanted is None:
        return fallback()
    found = local_embedder(wanted, free=free)
    if isinstance(found, str):
        return _instead(fallback(), found)
    identity = Identity.parse(stored) if stored else None
    if identity is not None and identity.real and identity.name != found.identity.name:
        return _instead(fallback(), f"the notes have vectors of {identity.name}; {SWITCH}")
    return Choice(found, f"the setting `local_embedder` names {wanted.module}")


def local_embedder(wanted: "LocalEmbedder", *, free: Callable[[], int | None] = free_memory) -> Local | str:
    """The embedder of the module, or why it is not used. The size is looked at before anything is imported."""
    if wanted.footprint_mb >= MOST_MB:
        return f"it takes {wanted.footprint_mb} MiB, and {MOST_MB} are too many"
    room = free()
    if room is None:
        return "nobody here tells how much memory is free"
    if room < TIMES_FREE * wanted.footprint_mb * MIB:
        return f"it needs {TIMES_FREE * wanted.footprint_mb} MiB free, and {room // MIB} are"
    try:
        factory = importlib.import_module(wanted.module).create_embedder
        made = factory()
        unfit = _unfit(made)
    except ModuleNotFoundError as error:
        return f"there is no module {error.name}" if error.name else str(error)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the entry of a person's own code: it may raise anything
        return f"{wanted.module} cannot be used ({type(error).__name__}: {error})"
    return unfit or Local(wanted.module, factory, made)


def identity_of(module: str, made: Any) -> Identity:
    """`local/module/name@dim#own`."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", made.name).strip("-") or "model"
    return Identity(provider=PROVIDER, model=f"{module}/{name}", dim=made.dim, pooling="own")


def _unfit(made: Any) -> str:
    """Why an object is no embedder; empty where it is one."""
    if not isinstance(getattr(made, "name", None), str):
        return "its embedder has no `name`"
    dim = getattr(made, "dim", None)
    if type(dim) is not int or not 0 < dim <= WIDEST:
        return "its embedder has no `dim`, a whole number"
    lacking = [name for name in ("query", "passages") if not callable(getattr(made, name, None))]
    return f"its embedder has no {' and no '.join(f'`{name}()`' for name in lacking)}" if lacking else ""


def _instead(choice: Choice, reason: str) -> Choice:
    return replace(choice, why=f"{choice.why}; the local embedder is not used: {reason.rstrip('.')}")
