"""The entry point of the command `remora`: arguments in, exit code out. Every error ends here as a clear message.

Exit codes: 0 fine (also no hits), 1 our fault, 2 wrong usage, 3 the environment (disk, lock, foreign file, model).
"""

import os
import sys
import traceback
from collections.abc import Sequence

import typer

from remora.errors import EnvironmentTrouble, RemoraError, UsageError
from remora.surfaces.cli import app, argv
from remora.surfaces.cli.call import Call
from remora.surfaces.cli.output import Screen, print_error

INTERRUPTED = 130  # 128 + SIGINT, what shells expect
_PARSER_ERROR: type[Exception] = typer.BadParameter.__bases__[0]  # the usage error of the parser inside typer


class _Unexpected(RemoraError):
    """What should not have happened: a fault of ours."""


def run() -> None:
    """Run `remora` with the arguments of this process, and exit."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal without Unicode shows escapes, not a traceback
    code = main(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError as error:  # `remora list | head`: the reader has left; or the disk is full
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python would complain once more at exit
        if not isinstance(error, BrokenPipeError):
            print_error(_system(error), as_json=False)
            code = EnvironmentTrouble.exit_code
    sys.exit(code)


def main(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code."""
    as_json = "--json" in arguments  # until they are sorted, the best guess at how an error is to be told
    try:
        command = app.build()
        call = argv.sort(arguments, command)
        as_json = call.options.json
        screen = Screen(json=call.options.json, raw=call.options.raw)
        result = command.main(
            args=list(call.rest), prog_name="remora", standalone_mode=False, obj=Call(call.options, screen)
        )
    except RemoraError as error:
        print_error(error, as_json=as_json)
        return error.exit_code
    except _PARSER_ERROR as error:
        print_error(_usage(error), as_json=as_json)
        return UsageError.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # the reader has left; the parser inside typer turns that into an exit
        return 0
    except OSError as error:  # the store's own are mapped already: this is a file or a stream of the caller's
        print_error(_system(error), as_json=as_json)
        return EnvironmentTrouble.exit_code
    except Exception as error:  # noqa: BLE001 - the entry point of the process: people get a message, not a traceback
        if os.environ.get("REMORA_TRACE"):
            traceback.print_exc()
        print_error(_unexpected(error), as_json=as_json)
        return RemoraError.exit_code
    return result if isinstance(result, int) else 0


def _usage(error: Exception) -> UsageError:
    said = getattr(error, "format_message", error.__str__)().strip()
    return UsageError(f"Nothing was done: {said or 'a command is missing.'}", "See remora --help; texts may follow --.")


def _system(error: OSError) -> RemoraError:
    named = f" ({error.filename})" if error.filename else ""
    return EnvironmentTrouble(
        f"The command did not finish: {error.strerror or error}{named}.", "Look at that file, its folder and the disk."
    )


def _unexpected(error: Exception) -> RemoraError:
    return _Unexpected(
        f"The command did not finish: {type(error).__name__}: {error}",
        "This is a fault of ours. Run it again with REMORA_TRACE=1 and report what it prints.",
    )
