"""The command `remora`: arguments in, exit code out. Every error ends here as a clear message.

Exit codes: 0 fine (also no hits), 1 our fault, 2 wrong usage, 3 the environment (disk, lock, foreign file, model).
"""

import io
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import Any, TextIO

import typer

from remora.errors import EnvironmentTrouble, RemoraError, UsageError, advice
from remora.surfaces.cli import app, argv, streams
from remora.surfaces.cli.call import Call
from remora.surfaces.cli.output import Screen, print_error

INTERRUPTED = 130  # 128 + SIGINT, what shells expect
_PARSER_ERROR: type[Exception] = typer.BadParameter.__bases__[0]  # the usage error of the parser inside typer


class _Unexpected(RemoraError):
    """What should not have happened: a fault of ours."""


def run() -> None:
    """Run `remora` with the arguments of this process, and exit."""
    streams.fill()
    out = sys.stdout = streams.own_stdout()
    with streams.remarks():
        code = _main(sys.argv[1:], out)
    streams.settle(out)
    sys.exit(code)


def main(arguments: Sequence[str]) -> int:
    """Run one command inside a program that goes on, and return its exit code."""
    out = sys.stdout
    try:
        with streams.remarks():
            return _main(arguments, out)
    finally:
        sys.stdout = out


def _main(arguments: Sequence[str], out: TextIO) -> int:
    as_json = "--json" in arguments  # until they are sorted, the best guess at how an error is to be told
    try:
        command = app.build()
        call = argv.sort(arguments, command)
        as_json = call.options.json
        screen = Screen(json=call.options.json, raw=call.options.raw, out=out)
        result = _run(command, call, screen)
    except RemoraError as error:
        print_error(error, as_json=as_json, out=out)
        return error.exit_code
    except _PARSER_ERROR as error:
        print_error(_usage(error), as_json=as_json, out=out)
        return UsageError.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # the reader has left; the parser inside typer turns that into an exit
        return 0
    except OSError as error:  # the store's own are mapped already: this is a file or a stream of the caller's
        print_error(_system(error), as_json=as_json, out=out)
        return EnvironmentTrouble.exit_code
    except Exception as error:  # noqa: BLE001 - the entry point of the process: people get a message, not a traceback
        if os.environ.get("REMORA_TRACE"):
            traceback.print_exc()
        print_error(_unexpected(error), as_json=as_json, out=out)
        return RemoraError.exit_code
    return result if isinstance(result, int) else 0


def _run(command: Any, call: argv.Sorted, screen: Screen) -> object:
    def go() -> object:
        made = Call(call.options, screen)
        return command.main(args=list(call.rest), prog_name="remora", standalone_mode=False, obj=made)

    if not call.asks_help:
        return go()
    if not screen.json:
        with streams.written():  # the parser prints it, not a screen
            return go()
    with redirect_stdout(io.StringIO()) as helped:  # with --json even this is one document
        result = go()
    screen.show({"help": helped.getvalue()}, lambda screen: None)
    return result


def _usage(error: Exception) -> UsageError:
    said = getattr(error, "format_message", error.__str__)().strip()
    named = getattr(getattr(error, "ctx", None), "command_path", "remora")  # the parser's word for which command it was
    return UsageError(
        f"Nothing was done: {said or 'a command is missing.'}", f"See `{named} --help`; texts may follow --."
    )


def _system(error: OSError) -> RemoraError:
    named = f" ({error.filename})" if error.filename else ""
    return EnvironmentTrouble(
        f"The command did not finish: {error.strerror or error}{named}.",
        advice(error, "Look at that file, its folder and the disk." if named else "Look at the disk and its rights."),
    )


def _unexpected(error: Exception) -> RemoraError:
    return _Unexpected(
        f"The command did not finish: {type(error).__name__}: {error}",
        "This is a fault of ours. Run it again with REMORA_TRACE=1 and report what it prints.",
    )
