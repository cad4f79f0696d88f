"""The two markers every plugin author meets. Nothing else may create them, so that the project name stays one."""

from pluggy import HookimplMarker, HookspecMarker

NAME = "remora"  # pluggy matches marks by this name, so a stranger may even write HookimplMarker("remora")

hookspec = HookspecMarker(NAME)
hookimpl = HookimplMarker(NAME)
