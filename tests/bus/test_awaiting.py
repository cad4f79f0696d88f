"""Hosts that await get the same answers, on threads of the bus's own."""

import asyncio
import contextvars
import inspect
import threading

from bus_parts import SESSION, answering, block, call, passing_bus, plugin, result, texts, turn

from remora_hookspecs import Bus, Compaction, Entry, ToolReply, ToolRequest, ToolSpec


def test_every_call_can_be_awaited():
    heard = []
    bus = passing_bus(after_answer=lambda event, *_: heard.append(event))
    spec = ToolSpec(name="t", description="A tool.", parameters={"type": "object"})
    bus.register(answering(block("x")), "x:x")
    bus.register(plugin(tools=lambda: [spec], run_tool=lambda: ToolReply(entries=(Entry(text="r"),))), "x:t")

    async def host():
        assert not await bus.asession_start(SESSION)
        assert texts(await bus.acontext(turn())) == ["x"]
        assert await bus.aturn_end(turn(), "reply") is None
        assert not await bus.atool_call(call())
        assert not await bus.atool_result(result())
        assert await bus.asession_compact(Compaction(session=SESSION, phase="after")) is None
        assert (await bus.arun_tool(ToolRequest(session=SESSION, tool="t"))).ok
        assert await bus.asession_shutdown(SESSION) is None

    asyncio.run(host())
    assert heard == [
        "session_start",
        "context",
        "turn_end",
        "tool_call",
        "tool_result",
        "session_compact",
        "run_tool",
        "session_shutdown",
    ]


def test_no_event_or_tool_lacks_a_door_to_await():
    doors = {name[1:] for name, value in inspect.getmembers(Bus) if inspect.iscoroutinefunction(value)}
    events = {"session_start", "context", "turn_end", "tool_call", "tool_result", "session_compact", "session_shutdown"}
    assert doors == {*events, "run_tool"}


def test_the_loop_goes_on_while_a_plugin_works():
    working, went_on = threading.Event(), threading.Event()

    def context(turn):
        working.set()
        went_on.wait()
        return block("done")

    bus = passing_bus()
    bus.register(plugin(context=context), "remora:x", ours=True)

    async def host():
        waiting = asyncio.create_task(bus.acontext(turn()))
        while not working.is_set():
            await asyncio.sleep(0)
        went_on.set()
        return texts(await waiting)

    assert asyncio.run(host()) == ["done"]


def test_calls_run_on_the_buss_own_daemon_threads_and_one_after_another_on_the_same():
    threads = []
    bus = passing_bus()
    bus.register(plugin(context=lambda: threads.append(threading.current_thread()) and None), "remora:x", ours=True)

    async def host():
        for _ in range(5):
            await bus.acontext(turn())

    asyncio.run(host())
    assert {thread.name for thread in threads} == {"remora-bus"}
    assert all(thread.daemon for thread in threads)
    assert len(set(threads)) == 1


def test_many_conversations_at_once_get_each_their_own_answer():
    bus = passing_bus()
    bus.register(plugin(context=lambda turn: block(turn.text)), "x:x")

    async def host():
        answers = await asyncio.gather(*(bus.acontext(turn(str(number))) for number in range(50)))
        return [texts(answer)[0] for answer in answers]

    assert asyncio.run(host()) == [str(number) for number in range(50)]


def test_a_host_that_gives_up_waiting_is_not_disturbed(caplog):
    release = threading.Event()
    bus = passing_bus()
    bus.register(plugin(context=lambda: release.wait() and None), "remora:x", ours=True)

    async def host():
        task = asyncio.create_task(bus.acontext(turn()))
        await asyncio.sleep(0.01)
        task.cancel()
        release.set()
        await asyncio.gather(task, return_exceptions=True)
        return texts(await bus.acontext(turn()))

    assert asyncio.run(host()) == []
    assert caplog.text == ""


def test_the_callers_context_comes_along():
    user = contextvars.ContextVar("user")
    seen = []
    bus = passing_bus()
    bus.register(plugin(context=lambda: seen.append(user.get())), "remora:ours", ours=True)
    bus.register(plugin(context=lambda: seen.append(user.get())), "x:stranger")

    async def host():
        user.set("ann")
        await bus.acontext(turn())

    asyncio.run(host())
    assert seen == ["ann", "ann"]
