"""The gate: newcomers wait while it is shut, those inside go on, and a thread never waits for itself."""

from threading import Event, Thread, get_ident

from remora_hookspecs.gate import Gate


def inside(gate: Gate, leave: Event) -> Thread:
    """A thread that is inside until `leave` is set."""
    entered = Event()

    def run() -> None:
        gate.enter()
        entered.set()
        leave.wait(30)
        gate.leave()

    thread = Thread(target=run)
    thread.start()
    entered.wait(30)
    return thread


def test_a_thread_does_not_wait_for_its_own_calls():
    gate = Gate()
    assert gate.enter()
    gate.shut()
    assert gate.enter()  # a call within a call goes on
    assert gate.others() == set()
    gate.leave()
    gate.leave()
    gate.open()
    assert gate.enter()


def test_those_inside_are_waited_for_and_named_if_they_stay():
    gate, leave = Gate(), Event()
    thread = inside(gate, leave)
    assert gate.wait(until=0.0) == {thread.ident}
    leave.set()
    thread.join()
    assert gate.wait(until=0.0) == set()


def test_newcomers_wait_until_it_is_opened():
    gate, entered = Gate(), Event()
    gate.shut()
    thread = Thread(target=lambda: gate.enter() and entered.set())
    thread.start()
    assert not entered.wait(0.05)
    gate.open()
    assert entered.wait(30)
    thread.join()


def test_a_closed_gate_lets_nobody_in_and_those_inside_end():
    gate = Gate()
    gate.enter()
    gate.closed = True
    gate.leave()
    assert not gate.enter()
    assert gate.others() == set()


def test_in_a_child_only_the_forking_thread_is_still_inside():
    gate = Gate()
    gate.enter()
    gate._inside[get_ident() + 1] = 1  # a thread that stays in the parent
    gate.shut()
    gate.forked()
    assert gate.others() == set()
    gate.leave()
    assert gate.enter()
