"""Holds a model for an embedder: loaded once on first use, counted while in use, stopped before the process ends.

A thread that is inside native code when the interpreter ends aborts the whole process. So whoever uses the model is
counted, and `stop`, which the bus calls at exit and Python as well, interrupts the run and waits for them.
"""

import atexit
import os
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, Protocol, TypeVar

from remora.errors import ModelUnavailable, RemoraError

PATIENCE = 0.9  # seconds: the bus allows a second at exit; a run ends within one layer, a load takes half of this
# A load cannot be interrupted, and a process that ends inside one is aborted: where all is slow it may take seconds.
LOAD_PATIENCE = 20.0
RETRY = 60.0  # seconds before a load that failed is tried again: no query may pay for it each time


class Interruptible(Protocol):
    """What is held."""

    def interrupt(self) -> None:
        """Let every run that is under way end with an error, soon. Called from another thread."""
        ...


M = TypeVar("M", bound=Interruptible)


class Held(Generic[M]):
    """One model of one process. `build` loads it; a forked child builds its own."""

    def __init__(self, build: Callable[[], M]) -> None:
        self._build = build
        self._stopped = False
        self._model: M | None = None
        self._failure: ModelUnavailable | None = None
        self._retry_at = 0.0
        self._users, self._process = 0, os.getpid()
        self._changed, self._loading = threading.Condition(), threading.Lock()
        atexit.register(_stop, weakref.ref(self))

    @property
    def ready(self) -> bool:
        return self._model is not None and self._process == os.getpid()

    @property
    def loading(self) -> bool:
        """Whether somebody is bringing the model into memory at this moment."""
        return not self.ready and self._loading.locked()

    @property
    def error(self) -> str:
        """Why the last load failed, until the next one is tried; empty where it did not."""
        return self._failure.message if self._failure is not None and not self.ready else ""

    @contextmanager
    def use(self) -> Iterator[M]:
        """The model, loaded if need be. Whatever a foreign library raises inside becomes ModelUnavailable."""
        self._enter()
        try:
            yield self._model or self._load()
        except RemoraError:
            raise
        except Exception as error:  # a foreign engine raises bare Exceptions
            raise self._translated(error) from error
        finally:
            self._leave()

    def stop(self, *, ending: bool = False) -> None:
        """Refuse further use, interrupt what runs, wait for it at most `PATIENCE` seconds.

        `ending`: Python ends next, so that a load under way is waited for as well, for at most `LOAD_PATIENCE`.
        """
        self._after_fork()
        began = time.monotonic()
        with self._changed:
            self._stopped = True
            while self._users:
                patience = LOAD_PATIENCE if ending and self._loading.locked() else PATIENCE
                if (left := began + patience - time.monotonic()) <= 0:
                    break
                if self._model is not None:  # again and again: what was loading a moment ago may run by now
                    self._model.interrupt()
                self._changed.wait(min(left, 0.05))

    def _enter(self) -> None:
        self._after_fork()
        with self._changed:
            if self._stopped:
                raise ModelUnavailable("The text was not embedded: the process is ending.")
            self._users += 1

    def _leave(self) -> None:
        with self._changed:
            self._users -= 1
            self._changed.notify_all()

    def _load(self) -> M:
        with self._loading:
            if self._model is None:
                if self._failure is not None and time.monotonic() < self._retry_at:
                    raise self._failure
                try:
                    self._model = self._build()
                    self._failure = None
                except Exception as error:
                    self._failure = error if isinstance(error, ModelUnavailable) else self._translated(error)
                    self._retry_at = time.monotonic() + RETRY
                    raise self._failure from error
            return self._model

    def _translated(self, error: Exception) -> ModelUnavailable:
        if self._stopped:
            return ModelUnavailable("The text was not embedded: the process is ending.")
        return ModelUnavailable(
            f"The text was not embedded: the model failed ({type(error).__name__}: {error}).",
            "Run `remora model status`; `remora model download --again` fetches its files anew.",
        )

    def _after_fork(self) -> None:
        """In a child: the parent's model may have been in use, its locks too. Neither is touched, nor ever freed."""
        if self._process != os.getpid():
            if self._model is not None:
                import ctypes  # only a forked child pays for the import

                ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._model))
            self._model, self._users, self._process = None, 0, os.getpid()
            self._changed, self._loading = threading.Condition(), threading.Lock()


def _stop(reference: "weakref.ref[Held[M]]") -> None:
    held = reference()
    if held is not None:
        held.stop(ending=True)


class Loaded:
    """What embedders share that hold a model: built on first use, once for all threads, and stopped at the end."""

    _held: Held[Any]

    @property
    def ready(self) -> bool:
        return self._held.ready

    @property
    def loading(self) -> bool:
        """Whether somebody is bringing the model into memory at this moment."""
        return self._held.loading

    @property
    def error(self) -> str:
        """Why the model is not in memory; empty where it is, or nobody wanted it yet."""
        return self._held.error

    def load(self) -> None:
        with self._held.use():
            pass

    def stop(self) -> None:
        self._held.stop()
