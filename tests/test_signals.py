"""Watchers: each is told, and one that fails costs nobody else and no log."""

import logging

import pytest
from blinker import Namespace

from remora import signals


def test_a_watcher_that_fails_is_warned_of_once_and_the_others_are_told(caplog: pytest.LogCaptureFixture) -> None:
    signal = Namespace().signal("something")
    heard: list[int] = []

    def failing(sender: object, number: int) -> None:
        raise RuntimeError("no")

    def listening(sender: object, number: int) -> None:
        heard.append(number)

    signal.connect(failing)
    signal.connect(listening)
    for number in range(3):
        signals.send(signal, number=number)

    assert heard == [0, 1, 2]
    warnings = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert len(warnings) == 1
    assert "a receiver of something, raised RuntimeError" in warnings[0]
    assert "Traceback" not in caplog.text
