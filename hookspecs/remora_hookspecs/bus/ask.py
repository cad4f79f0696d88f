"""The guard: asks every plugin of a hook once, within one clock, and keeps whatever a plugin does wrong to itself.

The product's own plugins run in the caller's thread, strangers each on a lane. It checks types and keeps pluggy's
order; it never looks at what an answer says.
"""

from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Literal

from remora_hookspecs import trace
from remora_hookspecs.bus import checks
from remora_hookspecs.bus.lanes import Job, Lane
from remora_hookspecs.bus.registry import Hook, Impl

Status = Literal["answered", "failed", "rubbish", "late", "skipped"]
Watch = Callable[[Impl, Status, object], None]
Answers = list[tuple[Impl, Any]]
Returned = tuple[Impl, Status, object]


class Asker:
    """Asks plugins. `watch` is told of each plugin's answer, or of what it did instead; `clock` counts seconds."""

    def __init__(self, clock: Callable[[], float], watch: Watch | None = None) -> None:
        self._clock = clock
        self._watch = watch
        self._lanes: dict[str, Lane] = {}
        self._complained: set[tuple[str, str]] = set()

    def ask(self, hook: Hook, arguments: tuple[object, ...], check: checks.Check, until: float) -> Answers:
        """The answers other than None, in pluggy's order. `until` is the moment, on the clock, to stop waiting."""
        waiting = self._send(hook.strangers, arguments, check) if hook.strangers else None
        found: Answers = []
        try:
            for impl in hook.ours:
                _, status, value = self._call(impl, arguments, check, own_thread=False)
                if value is not None and status == "answered":
                    found.append((impl, value))
            if waiting:
                found += self._collect(*waiting, until)
                found.sort(key=lambda answer: answer[0].place)
        finally:
            if waiting:  # who has not answered by now, or when the person interrupts, is waited for no longer
                for job in waiting[0].values():
                    job.abandoned = True
        return found

    def drop(self) -> None:
        """Forget the lanes, in a forked child: their threads stayed in the parent."""
        self._lanes = {}

    def stop(self) -> None:
        """Let every lane end; one that is late ends when its plugin returns, or with the process."""
        lanes, self._lanes = self._lanes, {}
        for lane in lanes.values():
            lane.stop()

    def _call(self, impl: Impl, arguments: tuple[object, ...], check: checks.Check, *, own_thread: bool) -> Returned:
        status: Status = "answered"
        value: object = None
        try:
            value = check(impl, impl.run(arguments))
        except checks.Rubbish as reason:
            status, value = "rubbish", str(reason)
            self._complain(impl, f"answered {reason}")
        except KeyboardInterrupt:
            if not own_thread:
                raise  # the person at the keyboard, not the plugin
            status, value = "failed", "KeyboardInterrupt"
        except BaseException as error:  # noqa: BLE001 - the guard: even an exit costs the plugin's own answer only
            status, value = "failed", type(error).__name__
            self._complain(impl, f"raised {value}", error)
        if self._watch is not None and not own_thread:
            self._watch(impl, status, value)
        return impl, status, value

    def _send(
        self, impls: tuple[Impl, ...], arguments: tuple[object, ...], check: checks.Check
    ) -> tuple[dict[Impl, Job], "SimpleQueue[Returned]"]:
        """Hand the call to each stranger's lane, but for those still at an earlier one."""
        back: SimpleQueue[Returned] = SimpleQueue()
        jobs: dict[Impl, Job] = {}
        for impl in impls:
            lane = self._lanes.get(impl.plugin) or self._lanes.setdefault(impl.plugin, Lane(impl.plugin))
            if lane.stuck:
                self._report(impl, "skipped")
                continue
            job = jobs[impl] = Job(partial(copy_context().run, self._work, back, impl, arguments, check))
            if lane.here:  # a plugin that asks the bus for something of its own: it would wait for itself
                job.work()
            else:
                lane.put(job)
        return jobs, back

    def _work(
        self, back: "SimpleQueue[Returned]", impl: Impl, arguments: tuple[object, ...], check: checks.Check
    ) -> None:
        back.put(self._call(impl, arguments, check, own_thread=True))

    def _collect(self, jobs: dict[Impl, Job], back: "SimpleQueue[Returned]", until: float) -> Answers:
        """What comes back in time; the others' jobs are abandoned."""
        found: Answers = []
        while jobs:
            try:
                impl, status, value = back.get(timeout=max(0.0, until - self._clock()))
            except Empty:
                break
            jobs.pop(impl, None)
            self._report(impl, status, value)
            if status == "answered" and value is not None:
                found.append((impl, value))
        for impl in jobs:
            self._report(impl, "late")
            self._complain(impl, "was late; it is skipped until it returns")
        return found

    def _report(self, impl: Impl, status: Status, value: object = None) -> None:
        if self._watch is not None:
            self._watch(impl, status, value)

    def _complain(self, impl: Impl, what: str, error: BaseException | None = None) -> None:
        """A warning the first time a plugin fails on this hook; one that fails each turn fills no log."""
        key = (impl.plugin, impl.hook)
        first = key not in self._complained
        self._complained.add(key)
        import logging  # not at the top: it costs a host's hook client as much as the whole contract

        log = logging.getLogger("remora.bus")
        with suppress(Exception):  # a host's log handler may fail; that is not the plugin's answer
            if first:
                log.warning(
                    "%s: %s %s; it gives no answer", impl.plugin, impl.hook, what, exc_info=trace.exc_info(error)
                )
            else:
                log.debug("%s: %s %s; it gives no answer", impl.plugin, impl.hook, what)
