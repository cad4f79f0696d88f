"""The command line's table of contents: which function is which command. Built by `main`; runs nothing itself."""

from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated, Any

import typer
from typer.core import TyperCommand
from typer.main import get_command

from remora.errors import UsageError
from remora.surfaces.cli import (
    asking,
    bench,
    bench_capture,
    bench_lessons,
    capture,
    checks,
    demo,
    dream,
    files,
    hermes,
    install,
    lessons,
    mcp,
    model,
    model_use,
    notes,
    profiles,
    projects,
    purge,
    scanning,
    serve,
    streams,
    withheld,
)
from remora.surfaces.cli.call import Call

EVERYWHERE = (
    "Every command also takes --home DIR, --project DIR (or a project's key), --profile NAME, --json and --raw, before "
    "or after it."
)
DISTRIBUTION = "remora"

COMMANDS: tuple[tuple[str, Callable[..., None]], ...] = (
    ("add", notes.add),
    ("search", asking.search),
    ("list", notes.show),
    ("why", asking.why),
    ("forget", notes.forget),
    ("undo", notes.undo),
    ("purge", purge.purge),
    ("explain", asking.show_explanation),
    ("import", files.read),
    ("export", files.write),
    ("capture", capture.capture),
    ("scan", scanning.scan),
    ("rules", scanning.rules),
    ("doctor", checks.doctor),
    ("stats", checks.stats),
    ("demo", demo.demo),
    ("mcp", mcp.mcp),
)
GROUPS: tuple[tuple[str, str, tuple[tuple[str, Callable[..., object]], ...]], ...] = (
    (
        "project",
        "List projects, link them, move them, merge them.",
        (("list", projects.show), ("link", projects.link), ("move", projects.move), ("merge", projects.merge)),
    ),
    (
        "profile",
        "Show the profiles of the home's config.toml.",
        (("list", profiles.show_all), ("show", profiles.show)),
    ),
    (
        "blocked",
        "Show what the scan withheld from models.",
        (("list", withheld.show_all), ("show", withheld.show), ("release", withheld.release)),
    ),
    (
        "lessons",
        "Show commands that failed, and what worked then.",
        (
            ("list", lessons.show_all),
            ("show", lessons.show),
            ("forget", lessons.forget),
            ("undo", lessons.undo),
            ("import", lessons.read),
            ("export", lessons.write),
        ),
    ),
    (
        "dream",
        "Tidy the memory: show what would change, then ask. `remora dream undo` takes a dream back as a whole.",
        (("list", dream.show_all), ("undo", dream.undo)),
    ),
    (
        "bench",
        "Measure Remora on data of your own.",
        (("retrieval", bench.retrieval), ("lessons", bench_lessons.lessons), ("capture", bench_capture.capture)),
    ),
    (
        "model",
        "Choose and prepare the embedding model.",
        (
            ("status", model.status),
            ("download", model.download),
            ("embed", model.embed),
            ("use", model_use.use),
            ("calibrate", model.calibrate),
        ),
    ),
    (
        "install",
        "Add Remora to Claude Code or Codex: show the change, then ask.",
        (("claude", install.claude), ("codex", install.codex)),
    ),
    (
        "uninstall",
        "Remove Remora from Claude Code or Codex.",
        (("claude", install.not_claude), ("codex", install.not_codex)),
    ),
    (
        "serve",
        "Run, show or stop the process that answers hooks. Without a command it runs here until Ctrl-C.",
        (("status", serve.status), ("stop", serve.stop)),
    ),
    (
        "hermes",
        "Add Remora to Hermes Agent. Here --profile is Hermes's own.",
        (
            ("setup", hermes.enable),
            ("status", hermes.status),
            ("remove", hermes.remove),
            ("install-provider", hermes.install_provider),
        ),
    ),
)
ALONE: dict[str, Callable[..., object]] = {"dream": dream.dream, "serve": serve.serve}
"""What a group does by itself, without one of its commands."""


def build() -> Any:
    """The command that typer makes of the table: it has `main`, `commands` and `params`."""
    app = _app("Long-term memory that rides along with any agent harness.")
    app.callback(invoke_without_command=True, epilog=EVERYWHERE)(_root)
    for name, function in COMMANDS:
        app.command(name, cls=_Command, epilog=EVERYWHERE)(function)
    for name, about, commands in GROUPS:
        group = _app(about)
        if name in ALONE:
            group.callback(invoke_without_command=True)(ALONE[name])
        for inner, work in commands:
            group.command(inner, cls=_Command, epilog=EVERYWHERE)(work)
        app.add_typer(group, name=name, epilog=EVERYWHERE)
    return get_command(app)


class _Command(TyperCommand):
    """A command whose help names its arguments as we do; versions of typer differ in what they put around them."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        arguments = [each for each in self.get_params(ctx) if each.param_type_name == "argument"]
        names = [(str(each.metavar or each.name), each.required) for each in arguments]
        return ["[OPTIONS]", *(name if required else f"[{name}]" for name, required in names)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Without the types of arguments: that a text may be a list is our own affair."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for each in self.get_params(ctx):
            record = each.get_help_record(ctx)
            if record is not None and each.param_type_name == "argument":
                sections["Arguments"].append((str(each.metavar or each.name), record[1]))
            elif record is not None:
                sections["Options"].append(record)
        for name, rows in sections.items():
            if rows:
                with formatter.section(name):
                    formatter.write_dl(rows)


def _app(about: str) -> typer.Typer:
    return typer.Typer(
        help=about,
        add_completion=False,
        rich_markup_mode=None,  # help texts hold brackets
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def _root(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Long-term memory that rides along with any agent harness."""
    if context.invoked_subcommand is not None:
        return
    call = context.obj
    if show_version and isinstance(call, Call):
        number = version(DISTRIBUTION)
        call.screen.show({"version": number}, lambda screen: screen.print(f"remora {number}"))
        return
    if isinstance(call, Call) and call.screen.json:
        raise UsageError("Nothing was done: a command is missing.", "`remora --help` lists them.")
    with streams.written():
        typer.echo(context.get_help())
