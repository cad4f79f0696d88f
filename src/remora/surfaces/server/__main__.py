"""`python -m remora.surfaces.server`: how a hook client starts the resident process, with nobody waiting for it.

Takes the lock before it imports anything of weight: of eight that start at once seven end within milliseconds of that.
"""

import sys
from pathlib import Path

from remora.surfaces.server import detach, process


def main(arguments: list[str]) -> int:
    """`--detached` leaves the terminal and the host's pipes behind; `--home DIR` names the home."""
    home = Path(arguments[arguments.index("--home") + 1])
    if "--detached" in arguments:
        detach.leave(home)
    try:
        return process.serve(home)
    except Exception as fault:  # noqa: BLE001 - the entry point of a process that nobody watches; its log has said why
        print(fault, file=sys.stderr)  # noqa: T201 - to nothing, unless a person runs it
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
