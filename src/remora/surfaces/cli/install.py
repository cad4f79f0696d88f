"""The commands `remora install|uninstall claude|codex`: hooks in the host's own file, and for Claude Code a plugin.

What would change is shown first; at a terminal the person is asked, elsewhere only --yes changes anything.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from remora.errors import EnvironmentTrouble, UsageError
from remora.home import resolve_home
from remora.hosts.changes import Plan
from remora.hosts.hooks import install as installing
from remora.hosts.hooks import plugin_files
from remora.hosts.hooks.install import CLAUDE, CODEX, Host
from remora.hosts.hooks.launch import client_of, install_client, outdated
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
    """Add Remora to Claude Code.

    This adds hooks to its settings.json, and a plugin with /remora:memory, a skill and the memory's tools.
    """
    call = call_of(context)
    home, profile = _home(call), call.options.profile or ""
    files = plugin_files.files(home, profile=profile)
    plan = installing.install(
        CLAUDE, home, client_of(home), profile=profile, files=files, hooks_in_plugin=plugin
    )  # fmt: skip
    if _put(call, CLAUDE, home, plan, dry=dry_run, yes=yes):
        if installing.switched_off(CLAUDE):
            call.screen.say(f"Your settings.json says {installing.SWITCH}: as long as it does, no hook runs.")
        if not plugin_files.serves():
            call.screen.say("Memory as tools needs the extra mcp: pip install 'remora[mcp]', then install once more.")


def codex(context: typer.Context, dry_run: DryOption = False, yes: YesOption = False) -> None:
    """Add Remora to Codex.

    This adds hooks to its hooks.json. Codex asks you to trust them at its next start.
    """
    call = call_of(context)
    home = _home(call)
    plan = installing.install(CODEX, home, client_of(home), profile=call.options.profile or "")
    if _put(call, CODEX, home, plan, dry=dry_run, yes=yes):
        call.screen.say("Codex runs new hooks only once you trust them: it asks at its next start, or type /hooks.")


def not_claude(context: typer.Context, dry_run: DryOption = False, yes: YesOption = False) -> None:
    """Remove Remora from Claude Code; your notes stay.

    Its files become what they were.
    """
    _remove(call_of(context), CLAUDE, dry=dry_run, yes=yes)


def not_codex(context: typer.Context, dry_run: DryOption = False, yes: YesOption = False) -> None:
    """Remove Remora from Codex; your notes stay.

    Its files become what they were.
    """
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


def _put(call: Call, host: Host, home: Path, plan: Plan, *, dry: bool, yes: bool) -> bool:
    """Make the change if it is wanted, and bring the client in the home up to date with it or where none is needed:
    nobody is asked for what is ours."""
    stale = outdated(home)
    inner = [path for path in stale if not any(path in other.parents for other in stale)]  # a folder by what it lacks
    names = ", ".join(str(path.relative_to(home)) for path in inner)
    renewed = False

    def told(stands: bool) -> Mapping[str, Any]:
        nonlocal renewed
        renewed = stands and bool(stale)
        return {"renewed": [str(path) for path in stale] if renewed else []}

    needless = f"{host.title}'s own files need no change." if stale else changing.NEEDLESS
    changed = changing.carry_out(
        call.screen, plan, yes=yes, dry=dry, about=_about(call, host), done=_done(host), needless=needless,
        first=lambda: install_client(home), then=told,
    )  # fmt: skip
    if renewed:
        call.screen.say(f"Brought up to date in {home}: {names}.")
    elif stale and dry:
        call.screen.say(f"Would be brought up to date in {home}: {names}.")
    return changed


def _remove(call: Call, host: Host, *, dry: bool, yes: bool) -> None:
    from remora.surfaces.server import ask

    home = resolve_home(call.options.home)
    plan = installing.uninstall(host, home)
    without = "Remora's hooks" if plan.left else "Remora"
    remark = ""

    def let_go(stands: bool) -> Mapping[str, Any]:
        nonlocal remark
        stopped, remark = _process_left(home, changed=bool(plan.changes)) if stands and ask.runs(home) else (False, "")
        return {"left": [str(file) for file in plan.left], "stopped": stopped}

    done = f"{host.title} starts without {without}; the notes stay."
    changing.carry_out(call.screen, plan, yes=yes, dry=dry, about=_about(call, host), done=done, then=let_go)
    if plan.left:
        listed = ", ".join(map(str, plan.left))
        call.screen.say(f"Not removed, because Remora did not write it or somebody has changed it: {listed}.")
    if remark:
        call.screen.say(remark)


def _process_left(home: Path, *, changed: bool) -> tuple[bool, str]:
    """End the resident process if a host was just taken out and no other needs it: whether it has, and a sentence."""
    from remora.surfaces.server import ask

    hosts = [host.title for host in installing.served(home)]
    if hosts:
        return False, f"The resident process of {home} stays: it serves {' and '.join(hosts)}."
    # Whoever posts events over HTTP would find nobody, and starts nobody.
    if changed and not (ask.status(home) or {}).get("http") and ask.stop(home):
        return True, f"The resident process of {home} was stopped: no installed host needs it any more."
    return False, f"The resident process of {home} still runs; `remora serve stop` ends it."


def _about(call: Call, host: Host) -> dict[str, str]:
    return {"host": host.name, "folder": str(host.place(os.environ)), "home": str(resolve_home(call.options.home))}


def _done(host: Host) -> str:
    return f"It takes effect with {host.title}'s next session; `remora uninstall {host.name}` undoes it."
