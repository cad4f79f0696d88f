"""`python -m benchmarks [NAME …]`: run those, or all. Ends with 1 where a bar is missed.

imports, tool_call, embed, load, scan take seconds; session, add, capture, context, disk, beside, switch, hooks,
hooks_load minutes, for they fill stores or start thousands of processes. What embeds needs the bundled model, `hermes`
the real host (see CONTRIBUTING.md).
"""

import sys
from collections.abc import Callable, Iterator

from benchmarks import (
    add,
    beside,
    capture,
    context,
    disk,
    dream,
    embed,
    hermes,
    hooks,
    hooks_load,
    imports,
    load,
    scan,
    session,
    switch,
    tool_call,
)
from benchmarks.ratio import Line

BENCHMARKS: dict[str, Callable[[], Iterator[Line | str]]] = {
    "imports": imports.run,
    "tool_call": tool_call.run,
    "embed": embed.run,
    "load": load.run,
    "dream": dream.run,
    "capture": capture.run,
    "session": session.run,
    "switch": switch.run,
    "scan": scan.run,
    "add": add.run,
    "context": context.run,
    "disk": disk.run,
    "beside": beside.run,
    "hermes": hermes.run,
    "hooks": hooks.run,
    "hooks_load": hooks_load.run,
}


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all."""
    unknown = sorted(set(names) - set(BENCHMARKS))
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    held = True
    for name in names or BENCHMARKS:
        for line in BENCHMARKS[name]():
            print(line, flush=True)
            held = held and (isinstance(line, str) or line.held)
    return 0 if held else 1


sys.exit(main(sys.argv[1:]))
