"""How far a long command is: a bar a step at a terminal, a line a step elsewhere; always on stderr."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from remora.surfaces.cli.output import console_on

Tell = Callable[[str, int, int], None]
"""Called with the step's name, how much of it is done, and how much there is."""


@contextmanager
def steps() -> Iterator[Tell]:
    """While this lasts, steps can be told of."""
    if not sys.stderr.isatty():
        seen: set[str] = set()

        def line(step: str, done: int, total: int) -> None:
            if step not in seen:
                seen.add(step)
                print(f"{step} ({total})", file=sys.stderr)  # noqa: T201 - progress is for stderr

        yield line
        return
    from rich import progress as shapes  # for the commands that take long

    with shapes.Progress(console=console_on(sys.stderr), transient=True) as bars:
        tasks: dict[str, shapes.TaskID] = {}

        def bar(step: str, done: int, total: int) -> None:
            if step not in tasks:
                tasks[step] = bars.add_task(step, total=total)
            bars.update(tasks[step], completed=done)

        yield bar
