"""Runs inside Hermes's environment: the slash command as Hermes finds it, and the cheap model that Hermes offers.

`asks.py JSON`, a list of what a person types behind `/remora`. Prints one JSON document.
"""

import json
import sys

from hermes_cli.plugins import discover_plugins, get_plugin_auxiliary_tasks, get_plugin_command_handler

from remora.hosts.hermes import doors, host

discover_plugins()
rider = doors.plugin_of(host.home())
slash = get_plugin_command_handler("remora")
print(
    json.dumps(
        {
            "said": [slash(words) for words in json.loads(sys.argv[1])],
            "cheap": rider.remora.bus.cheap_query("Write one word.", timeout_ms=20_000),
            "tasks": [task["key"] for task in get_plugin_auxiliary_tasks()],
            "level": rider.remora.settings.level,
            "profile": rider.remora.settings.profile,
        }
    )
)
