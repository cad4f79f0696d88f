"""The conformance suite: hand it a plugin or a host adapter and it says what breaks the contract.

from remora_hookspecs.testing import check_host, check_plugin

def test_my_plugin_keeps_the_contract():
    check_plugin(MyPlugin())

def test_my_adapter_keeps_the_contract():
    check_host(play)  # play(bus, script) -> what the model was given, one text a turn
"""

from remora_hookspecs.bus.registry import EVENTS
from remora_hookspecs.testing.hosts import check_host
from remora_hookspecs.testing.plugins import check_plugin
from remora_hookspecs.testing.report import Nonconforming
from remora_hookspecs.testing.samples import PassInspector, Script, ScriptTool, ScriptTurn

__all__ = [
    "EVENTS",
    "Nonconforming",
    "PassInspector",
    "Script",
    "ScriptTool",
    "ScriptTurn",
    "check_host",
    "check_plugin",
]
