"""The plugin is one call down: what memory answers for the turn is what the hook answers."""

from dataclasses import dataclass, field

from remora.plugins.injection import plugin
from remora_hookspecs import Block, Entry, Session, Turn

TURN = Turn(session=Session(id="s-1"), id="t-1", text="which port?")


@dataclass
class Recalling:
    """A memory that answers what it is told to."""

    answer: Block | None
    asked: list[Turn] = field(default_factory=list)

    def recall_for(self, turn: Turn) -> Block | None:
        self.asked.append(turn)
        return self.answer


@dataclass
class Handed:
    memory: Recalling


def test_the_turn_goes_down_once_and_the_block_comes_back() -> None:
    block = Block(entries=(Entry(text="The port is 5433", note_id="abcdefgh"),))
    memory = Recalling(block)
    assert plugin(Handed(memory)).context(turn=TURN) is block  # type: ignore[arg-type]
    assert memory.asked == [TURN]


def test_nothing_relevant_is_no_block() -> None:
    assert plugin(Handed(Recalling(None))).context(turn=TURN) is None  # type: ignore[arg-type]


def test_the_bus_accepts_it_and_asks_it() -> None:
    from remora_hookspecs import Bus
    from remora_hookspecs.testing import PassInspector

    memory = Recalling(Block(entries=(Entry(text="The port is 5433", note_id="abcdefgh"),)))
    bus = Bus()
    bus.register(PassInspector(), "remora:scan", ours=True)
    bus.register(plugin(Handed(memory)), "remora:injection", ours=True)  # type: ignore[arg-type]
    try:
        assert "The port is 5433 [abcdefgh]" in bus.context(TURN).text
    finally:
        bus.close()
