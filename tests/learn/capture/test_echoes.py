"""What memory says itself, and what a person had forgotten, never becomes a note again; what people say anew does."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from learn.capture.making import SHOP, Host, Model, Row, facts, kept, opened, pairs, repeating, stated, texts

from remora.wiring import Remora
from remora_hookspecs import Session, ToolRequest, reply_text

RESTATED = pairs("restated.tsv")
ROUNDS = 100
Writes = Callable[[list[Row]], str]


def rewording(rows: list[Row]) -> str:
    """A model that takes every line for a fact, in other words for the same: halves swapped, words put in between."""

    def reworded(text: str) -> str:
        words = text.strip().rstrip(".").split()
        half = len(words) // 2
        return " ".join(["Note", "that", *words[half:], "and", "so", *words[:half]])[:240]

    return facts({"text": reworded(row["text"]), "n": row["n"], "quote": row["text"][:200]} for row in stated(rows))


@pytest.fixture(params=["none", "minilm"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[Writes], Remora]]:
    """A home with a model of ours to embed with, and one without."""
    made: list[Remora] = []

    def open_it(writes: Writes) -> Remora:
        made.append(opened(tmp_path / "home", Model(writes), embedder=request.param))
        return made[-1]

    yield open_it
    for riding in made:
        riding.close()


@pytest.mark.parametrize("writes", [repeating, rewording])
def test_a_hundred_rounds_of_recall_and_capture_add_nothing(writes: Writes, home) -> None:
    riding = home(writes)
    notes = [fact for fact, _ in RESTATED[:20]]
    for text in notes:
        riding.memory.add(text, project=SHOP)
    before = (texts(riding), texts(riding, archived=True))
    told = 0
    for number in range(ROUNDS):
        host = Host(riding, f"s{number}")
        block = host.turn(f"Is it true of us: {notes[number % len(notes)].rpartition(' ')[0]}?")
        shown = [line[2:].rpartition(" [")[0] for line in block.splitlines() if line.startswith("- ")]
        told += len(shown)
        host.turn("What else?", f"From memory: {' '.join(shown)}", messages=(("user", block),))
        host.compact()
        host.shutdown()
    assert told >= ROUNDS // 2
    assert (texts(riding), texts(riding, archived=True)) == before


@pytest.mark.parametrize("writes", [repeating, rewording])
def test_none_of_a_hundred_forgotten_notes_comes_back_through_a_tool_or_the_model(writes: Writes, home) -> None:
    riding = home(writes)
    for fact, _ in RESTATED:
        riding.memory.forget(riding.memory.add(fact, project=SHOP).note.id)
    host = Host(riding, "one")
    for number, (fact, _) in enumerate(RESTATED):
        host.tool(f"cat notes/{number}.md && false", 1, f"error: {fact}")
        host.turn("What does the file say?", f"It says: {fact}")
        if number % 6 == 5:
            host.compact()
    host.shutdown()
    host.shutdown()
    assert len(RESTATED) == ROUNDS
    assert kept(riding) == ()


def test_none_of_a_hundred_purged_notes_comes_back_word_for_word(home) -> None:
    riding = home(repeating)
    riding.memory.purge([riding.memory.add(fact, project=SHOP).note.id for fact, _ in RESTATED])
    host = Host(riding, "one")
    for fact, _ in RESTATED:
        host.turn("What does the file say?", fact)
    for _ in range(3):
        host.compact()
    found = [text for text in texts(riding) if text in {fact for fact, _ in RESTATED}]
    assert found == []


def test_what_the_user_says_in_words_of_their_own_is_captured_though_it_was_forgotten(home) -> None:
    riding = home(repeating)
    for fact, _ in RESTATED:
        riding.memory.forget(riding.memory.add(fact, project=SHOP).note.id)
    host = Host(riding, "one")
    for number, (_, said) in enumerate(RESTATED):
        host.turn(said)
        if number % 10 == 9:
            host.compact()
    found = set(texts(riding))
    captured = [said for _, said in RESTATED if said in found]
    assert len(captured) >= 95


def test_what_the_model_says_of_other_things_is_no_echo(home) -> None:
    riding = home(repeating)
    for fact, _ in RESTATED[:50]:
        riding.memory.forget(riding.memory.add(fact, project=SHOP).note.id)
    host = Host(riding, "one")
    for number, (fact, _) in enumerate(RESTATED[50:]):
        host.turn("What else?", fact)
        if number % 10 == 9:
            host.compact()
    found = set(texts(riding))
    assert [fact for fact, _ in RESTATED[50:] if fact not in found] == []


def test_a_block_that_the_host_hands_back_is_not_what_the_user_said(home) -> None:
    riding = home(repeating)
    note = riding.memory.add("The staging database listens on port 5433.", project=SHOP).note
    riding.memory.forget(note.id)
    host = Host(riding, "one")
    block = f"<remora-memory>\n- {note.text} [{note.id[:8]}]\n</remora-memory>"
    host.turn(f"Which port?\n\n{block}", messages=(("user", f"{block}\nGo on with the release of the shop, please."),))
    host.shutdown()
    assert texts(riding) == ["Go on with the release of the shop, please."]


def test_what_our_tool_and_our_command_print_is_left_out(home) -> None:
    riding = home(repeating)
    host = Host(riding, "one")
    host.tool("op=search", 1, "error: The staging database listens on port 5433.", tool="mcp__remora__memory")
    host.tool("cd x && remora search port", 1, "error: The staging database listens on port 5433.")
    host.shutdown()
    assert texts(riding) == []


@pytest.mark.parametrize("asked_by", ["one", "mcp-0a1b2c3d"])
@pytest.mark.parametrize("writes", [repeating, rewording])
def test_what_the_tool_showed_and_the_model_says_in_its_words_is_not_learned(
    writes: Writes, asked_by: str, home
) -> None:
    """Also where the host asks by the tool server, whose sessions have names of their own."""
    note, rewritten = "The staging database listens on port 5433 behind pgbouncer.", "Behind pgbouncer, on port 5433."
    riding = home(writes)
    riding.memory.add(note, project=SHOP)
    host = Host(riding, "one")
    asks = ToolRequest(
        session=Session(id=asked_by, project=SHOP), tool="memory", arguments={"op": "search", "query": "staging port"}
    )
    assert note in reply_text(riding.bus.run_tool(asks))
    host.turn("Well?", f"{rewritten[:-1]}, the staging database listens.")
    host.shutdown()
    assert texts(riding) == [note]


def test_what_the_tool_server_showed_of_another_project_is_no_echo_here(home) -> None:
    riding, note = home(repeating), "The staging database listens on port 5433."
    riding.memory.add(note, project="blog-99887766")
    asks = ToolRequest(
        session=Session(id="mcp-0a1b2c3d", project="blog-99887766"), tool="memory",
        arguments={"op": "search", "query": "staging port"},
    )  # fmt: skip
    assert note in reply_text(riding.bus.run_tool(asks))
    host = Host(riding, "one")
    host.turn("Well?", note)
    host.shutdown()
    assert texts(riding) == [note]


def test_a_summary_that_the_host_wrote_is_not_what_the_user_said(home) -> None:
    riding = home(repeating)
    host = Host(riding, "one")
    host.turn("Go on.", messages=(("user", "[CONTEXT COMPACTION] The staging database listens on port 5433."),))
    host.turn("This session is being continued from a previous conversation. Staging listens on port 5433.")
    host.shutdown()
    assert all("5433" not in text for text in texts(riding))


def test_a_hint_that_a_tool_call_was_given_is_no_fact_of_the_models(home) -> None:
    riding = home(repeating)
    first = Host(riding, "one")
    first.tool("git push", 128, "fatal: The current branch feature has no upstream branch.")
    first.tool("git push --set-upstream origin feature")
    second = Host(riding, "two")
    second.tool("git push", 128, "fatal: The current branch feature has no upstream branch.")
    second.turn(
        "Well?", "`git push` failed here before: the current branch feature has no upstream branch. What worked then:"
        " `git push --set-upstream origin feature`",
    )  # fmt: skip
    second.shutdown()
    assert [text for text in texts(riding) if "failed here before" in text] == []
