"""The door of the process: `remora` and `python -m remora`. Imports nothing at first, so that Ctrl-C is met at once."""

import sys

INTERRUPTED = 130  # 128 + SIGINT, what shells expect


def run() -> None:
    """Run the command line with the arguments of this process, and exit."""
    try:
        from remora.surfaces.cli.main import run as command  # a third of a second, which a person may cut short

        command()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    run()
