"""Joins Hermes by the plugin's door: hooks, middleware, tools, commands, the auxiliary task. Called by `plugin`.

Each part is registered by itself: a version of Hermes that refuses one of them still gets the rest.
"""

import json
import logging
from collections.abc import Callable
from typing import Any

from remora.hosts.hermes import beside, commands, doors, host, model
from remora.hosts.hermes.guard import guarded
from remora_hookspecs import ToolRequest, ToolSpec, plain, reply_text
from remora_hookspecs.types import Session

_log = logging.getLogger("remora.hermes")

PREFIX = "remora_"  # Hermes has a `memory` tool of its own: ours, and those of strangers' plugins, give way
TOOLSET = "remora"
NOT_DONE = json.dumps({"error": "the memory failed; it is not known whether anything was done"})


def join(ctx: Any) -> None:
    """Register everything with the context that Hermes hands over."""
    home, config, profile = host.home(), host.config(), str(ctx.profile_name)
    run = commands.Run(profile, doors.settings(config))
    _offer(lambda: ctx.register_cli_command("remora", commands.ABOUT, commands.arguments, run))
    rider = doors.rider(home, profile, config)
    if rider is None:
        return
    doors.opened_by_plugin(home, rider)
    for callback in (
        rider.events.on_session_start,
        rider.events.pre_llm_call,
        rider.events.post_llm_call,
        rider.events.on_session_finalize,
        rider.tools.pre_tool_call,
        rider.tools.post_tool_call,
    ):
        ctx.register_hook(callback.__name__, guarded(callback))
    # Not guarded: its own exceptions are the tool's. Hermes itself goes on where a middleware fails.
    _offer(lambda: ctx.register_middleware("tool_execution", rider.tools.tool_execution))
    if host.part(config, "memory").get("provider") not in (None, "", host.PLUGIN):
        _offer(lambda: ctx.register_middleware("llm_request", guarded(beside.llm_request)))
    for spec in rider.remora.bus.tools():
        _offer(lambda spec=spec: _register_tool(ctx, rider, profile, spec))  # type: ignore[misc]
    slash = guarded(commands.Slash(rider.remora, profile).answer, "The memory did not answer; the log says why.")
    _offer(lambda: ctx.register_command("remora", slash, commands.ABOUT, commands.HINT))
    _offer(lambda: ctx.register_auxiliary_task(model.TASK, display_name=model.TITLE, description=model.ABOUT))


def _register_tool(ctx: Any, rider: doors.Rider, profile: str, spec: ToolSpec) -> None:
    ctx.register_tool(
        name=PREFIX + spec.name,
        toolset=TOOLSET,
        schema=schema(spec),
        handler=guarded(handler(rider, profile, spec.name), NOT_DONE),
        description=spec.description,
    )


def schema(spec: ToolSpec) -> dict[str, object]:
    """A tool as Hermes describes it to the model."""
    return {"name": PREFIX + spec.name, "description": spec.description, "parameters": plain(spec.parameters)}


def handler(rider: doors.Rider, profile: str, tool: str) -> Callable[..., str]:
    """What Hermes calls when the model calls the tool: its reply as JSON, an error where nothing was done."""

    def call(arguments: object = None, *, session_id: str = "", **_: object) -> str:
        seat = rider.sessions.known(session_id)
        session = seat.session if seat else Session(id="", host=host.NAME, profile=profile, cwd=host.folder())
        given = arguments if isinstance(arguments, dict) else {}
        reply = rider.remora.bus.run_tool(ToolRequest(session=session, tool=tool, arguments=given))
        text = reply_text(reply)
        return json.dumps({"result": text} if reply.ok else {"error": text}, ensure_ascii=False)

    return call


def _offer(register: Callable[[], object]) -> None:
    try:
        register()
    except Exception as fault:  # noqa: BLE001 - a version of Hermes may not know or may refuse one of them
        _log.warning("Hermes did not take a part of the memory: %s: %s", type(fault).__name__, fault)
