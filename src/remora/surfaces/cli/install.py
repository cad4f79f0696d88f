"""The commands `remora install|uninstall claude|codex`: hooks in the host's own file, and for Claude Code a plugin.

What would change is shown first; at a terminal the person is asked, elsewhere only --yes changes anything.
"""

import os
from pathlib import Path
from typing import Annotated

import typer

from remora.errors import EnvironmentTrouble, UsageError
from remora.home import resolve_home
from remora.hosts.hooks import install as installing
from remora.hosts.hooks import plugin_files
from remora.hosts.hooks.install import CLAUDE, CODEX, Host
from remora.hosts.hooks.launch import client_of, install_client
from remora.settings import DEFAULT_PROFILE, profiles
from remora.surfaces.cli import changing
from remora.surfaces.cli.call import Call, call_of
from remora.surfaces.cli.changing import YesOption

DryOption = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and change nothing.")]


def claude(
    context: typer.Context,
    dry_run: DryOption = False,
    yes: YesOption = False,
    plugin: Annotated[
        bool, typer.Option("--plugin", help="Let the plugin bring the hooks, and leave settings.json as it is.")
    ] = False,
) -> None:
    """Put Remora into Claude Code: hooks in its settings.json, and a plugin with /remora:memory and a skill."""
    call = call_of(context)
    home, profile = _home(call), call.options.profile or ""
    files = plugin_files.files(home, profile=profile)
    plan = installing.install(
        CLAUDE, home, client_of(home), profile=profile, files=files, hooks_in_plugin=plugin
    )  # fmt: skip
    if changing.carry_out(call.screen, plan, yes=yes, dry=dry_run, about=_about(call, CLAUDE), done=_done(CLAUDE)):
        install_client(home)
        if installing.switched_off(CLAUDE):
            call.screen.say(f"Your settings.json says {installing.SWITCH}: until it says otherwise no hook runs.")
        if not plugin_files.serves():
            call.screen.say("Memory as tools needs the extra mcp: pip install 'remora[mcp]', then install once more.")


def codex(context: typer.Context, dry_run: DryOption = False, yes: YesOption = False) -> None:
    """Put Remora into Codex: hooks in its hooks.json. Codex asks you to trust them at its next start."""
    call = call_of(context)
    home = _home(call)
    plan = installing.install(CODEX, home, client_of(home), profile=call.options.profile or "")
    if changing.carry_out(call.screen, plan, yes=yes, dry=dry_run, about=_about(call, CODEX), done=_done(CODEX)):
        install_client(home)
        call.screen.say("Codex runs new hooks only once you trust them: it asks at its next start, or type /hooks.")


def not_claude(context: typer.Context, dry_run: DryOption = False, yes: YesOption = False) -> None:
    """Take Remora out of Claude Code again, its files as they were. Notes stay."""
    _remove(call_of(context), CLAUDE, dry=dry_run, yes=yes)


def not_codex(context: typer.Context, dry_run: DryOption = False, yes: YesOption = False) -> None:
    """Take Remora out of Codex again, its files as they were. Notes stay."""
    _remove(call_of(context), CODEX, dry=dry_run, yes=yes)


def _home(call: Call) -> Path:
    """The home. Raises UsageError for a profile that config.toml does not have: such a slip would go unseen.

    EnvironmentTrouble where the client does not run.
    """
    home, profile = resolve_home(call.options.home), call.options.profile
    if os.name != "posix":
        raise EnvironmentTrouble(
            "Nothing was changed: the hook client runs on Linux and macOS alone.", "On Windows, install in WSL."
        )
    known = (*profiles(home), DEFAULT_PROFILE)
    if profile and profile not in known:
        raise UsageError(
            f"Nothing was changed: there is no profile {profile}.", f"Profiles of config.toml: {', '.join(known)}."
        )
    return home


def _remove(call: Call, host: Host, *, dry: bool, yes: bool) -> None:
    plan = installing.uninstall(host, resolve_home(call.options.home))
    done = f"{host.title} starts without Remora; the notes stay."
    changing.carry_out(call.screen, plan, yes=yes, dry=dry, about=_about(call, host), done=done)


def _about(call: Call, host: Host) -> dict[str, str]:
    return {"host": host.name, "folder": str(host.place(os.environ)), "home": str(resolve_home(call.options.home))}


def _done(host: Host) -> str:
    return f"It counts from {host.title}'s next session; `remora uninstall {host.name}` takes it back."
