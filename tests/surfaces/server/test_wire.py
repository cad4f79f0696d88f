"""Frames: what one side writes the other reads, and nothing else is taken for one. The client writes the same."""

import socket
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remora.hosts.hooks.heard import Heard
from remora.surfaces.server import wire

names = st.from_regex(wire.NAME, fullmatch=True)
fields = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\0"), max_size=60)
events = st.builds(
    Heard, host=names, event=names, body=st.binary(max_size=2_000), id=st.from_regex(wire.ID, fullmatch=True),
    at_ms=st.integers(0, (1 << 53) - 1), cwd=fields, profile=st.one_of(st.just(""), names),
    deadline_ms=st.integers(0, wire.MOST_WAIT),
)  # fmt: skip


@given(events, fields, fields)
def test_an_event_comes_out_as_it_went_in(heard: Heard, token: str, version: str) -> None:
    asked = wire.parse(wire.event(heard, token=token, version=version))
    assert wire.heard_of(asked) == heard
    assert (asked.token, asked.version) == (token, version)


@given(events, st.integers(1, 40))
def test_it_is_read_in_whatever_pieces_it_comes(heard: Heard, piece: int) -> None:
    data = wire.event(heard)
    one, other = socket.socketpair()

    def send() -> None:
        for begin in range(0, min(len(data), 400), piece):
            one.sendall(data[begin : min(begin + piece, 400)])
        one.sendall(data[400:])

    thread = threading.Thread(target=send)
    thread.start()
    with one, other:
        assert wire.heard_of(wire.read(other, 30)) == heard
        thread.join()


@given(events, st.data())
def test_a_frame_that_is_cut_or_longer_is_none(heard: Heard, data: st.DataObject) -> None:
    whole = wire.event(heard)
    cut = data.draw(st.integers(0, len(whole) - 1))
    for other in (whole[:cut], whole + b"x"):
        with pytest.raises(wire.Malformed):
            wire.parse(other)


@given(st.binary(max_size=300))
def test_rubbish_is_malformed_and_nothing_else(data: bytes) -> None:
    for prefix in (b"", b"remora ", b"remora 1 event 3 4\n"):
        try:
            asked = wire.parse(prefix + data)
            wire.heard_of(asked)
        except wire.Malformed:
            continue
        raise AssertionError("no event has so few fields")


@pytest.mark.parametrize(
    "said",
    [
        {"host": ""}, {"host": "../../etc"}, {"host": "a b"}, {"event": "x" * 65}, {"id": "short"}, {"id": "a/b/c/d/e"},
        {"at": "-1"}, {"at": "soon"}, {"at": str(1 << 60)}, {"deadline": "never"}, {"profile": "../x"},
    ],
)  # fmt: skip
def test_fields_that_no_client_writes_are_malformed(said: dict[str, str]) -> None:
    whole = {
        "token": "", "version": "1", "host": "claude", "event": "Stop", "id": "0123456789abcdef", "deadline": "0",
        "at": "1", "cwd": "/", "profile": "",
    }  # fmt: skip
    assert wire.heard_of(wire.Request(1, "event", tuple(whole.values()))).host == "claude"
    with pytest.raises(wire.Malformed):
        wire.heard_of(wire.Request(1, "event", tuple({**whole, **said}.values())))


def test_nobody_waits_longer_than_a_minute() -> None:
    asked = ("", "1", "claude", "Stop", "0123456789abcdef", "99999999", "1", "/", "")
    assert wire.heard_of(wire.Request(1, "event", asked)).deadline_ms == wire.MOST_WAIT


@given(st.sampled_from(["ok", "busy", "refused"]), st.binary(max_size=2_000), st.lists(st.just("older"), max_size=2))
def test_a_reply_is_read_as_it_was_written(verdict: str, body: bytes, flags: list[str]) -> None:
    data = wire.reply(verdict, body, *flags)
    assert wire.replied(data) == (verdict, body)
    one, other = socket.socketpair()
    with one, other:
        one.sendall(data)
        assert wire.answer(other) == (verdict, body)
