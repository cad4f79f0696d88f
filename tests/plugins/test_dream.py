"""The dream plugin: a person's sessions mark and wake; work that a host started by itself does neither."""

from types import SimpleNamespace

import pytest

from remora.plugins.dream import Dream
from remora_hookspecs import Session


class Dreams:
    def __init__(self):
        self.calls = []

    def wake(self):
        self.calls.append("wake")

    def mark_due(self):
        self.calls.append("due")


@pytest.mark.parametrize(
    ("role", "calls"),
    [("primary", ["wake", "due"]), ("subagent", []), ("scheduled", []), ("review", [])],
)
def test_only_a_persons_own_sessions_count(role, calls):
    dreams = Dreams()
    plugin = Dream(SimpleNamespace(memory=SimpleNamespace(dreams=dreams)))
    session = Session(id="s", role=role)
    assert plugin.session_start(session) is None
    assert plugin.session_shutdown(session) is None
    assert dreams.calls == calls
