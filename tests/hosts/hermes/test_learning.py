"""What a session learned, in the real Hermes: captured through its auxiliary model, shown in the next, back after a
compaction, and tidied by a dream.
"""

import json

import pytest
from hosts.hermes.conftest import Hermes
from hosts.hermes.conversing import flow, small
from hosts.hermes.model_server import say
from learn.capture.making import repeating, rows_of
from memory.dreaming import merging

FACT = "The staging database listens on port 6543."
RELATED = "On which port does the staging database listen?"
SAID = ("Tests need a running Postgres server.", "All tests need a running Postgres server behind them.")
RECALLED = "We came to the port on which the staging database listens."


def settings(said: str) -> str:
    return f"plugins:\n  enabled: [remora]\n  entries:\n    remora:\n      settings: {{{said}}}\n"


def errand(prompt: str) -> str:
    """A cheap model that takes each plain sentence for a fact and merges what it is shown; a summary for Hermes."""
    if "keep the long-term memory" in prompt:
        return repeating(rows_of(prompt))
    if "tidy the notes" in prompt:
        return merging(prompt)
    return RECALLED


@pytest.fixture(autouse=True)
def cheap(hermes: Hermes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hermes.model, "errand", errand)


def listed(hermes: Hermes) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(hermes.remora("list", "--all", "--json").out)["notes"]
    return found


def asked_small(hermes: Hermes) -> list[str]:
    return [one["messages"][-1]["content"] for one in hermes.model.errands if one["model"] == "small"]


def test_facts_of_one_session_are_captured_through_the_auxiliary_model_and_shown_in_the_next(hermes: Hermes) -> None:
    more = settings("level: high, plugin: {capture: {patience_ms: 20000}}") + small(hermes)
    (hermes.root / "config.yaml").write_text(hermes.configuration(more), encoding="utf-8")
    hermes.chat(f"Please remember for later. {FACT}", say("I shall."))
    (prompt,) = [text for text in asked_small(hermes) if "long-term memory" in text]
    assert FACT in prompt
    (note,) = [note for note in listed(hermes) if FACT in str(note["text"])]
    why = json.loads(hermes.remora("why", note["id"], "--json").out)
    assert why["note"]["provenance"]["trigger"] == "capture:shutdown"
    assert why["note"]["provenance"]["host"] == "hermes"

    hermes.chat(RELATED, say("On 6543."))
    (user,) = hermes.model.users()
    assert user.startswith(RELATED)
    assert FACT in user
    assert FACT not in hermes.model.system()


def test_where_the_process_ends_too_soon_the_next_session_makes_up_for_it(hermes: Hermes) -> None:
    more = settings("level: high") + small(hermes)
    (hermes.root / "config.yaml").write_text(hermes.configuration(settings("level: high")), encoding="utf-8")
    hermes.chat(FACT, say("I see."))  # no model is named, so nothing can be captured
    assert listed(hermes) == []
    hermes.model.plays(say("Hello."))
    flow(hermes, {"text": "Hello."}, more=more)
    assert [note["text"] for note in listed(hermes)].count(FACT) == 1


@pytest.mark.parametrize(("level", "back"), [("high", True), ("default", False)])
def test_a_fact_that_a_compaction_dropped_is_back_in_the_next_turn(level: str, back: bool, hermes: Hermes) -> None:
    hermes.remora("add", FACT)
    hermes.model.plays(say("On 6543."), say("Yes."), say("Going on."), say("Going on."))
    turns = [{"text": RELATED}, {"text": "Go on."}, {"text": "Go on.", "history": 48}, {"text": "Go on."}]
    told = flow(hermes, *turns, context=65_536, more=settings(f"level: {level}"))
    (compaction,) = [event for event in told["events"] if event[0] == "session_compact"]
    assert RECALLED in compaction[2]
    shown = [FACT in hermes.model.users(request)[-1] for request in range(4)]
    assert shown[:2] == [True, False]
    assert shown[2:].count(True) == (1 if back else 0)
    assert all(RELATED not in text for text in hermes.model.users()[-1:])


def test_a_dream_merges_what_two_sessions_said_twice(hermes: Hermes) -> None:
    hermes.variables["REMORA_EMBEDDER"] = "hashing"
    more = settings("level: high, dream_hours: 0, dream_sessions: 2") + small(hermes)
    for text in SAID:
        hermes.model.plays(say("I see."))
        flow(hermes, {"text": text}, more=more)
    assert sorted(str(note["text"]) for note in listed(hermes)) == sorted(SAID)
    hermes.model.plays(say("Hello."))
    flow(hermes, {"text": "Hello."}, more=more)
    assert [prompt for prompt in asked_small(hermes) if "tidy the notes" in prompt] != []
    (note,) = [note for note in listed(hermes) if "Postgres" in str(note["text"])]
    why = json.loads(hermes.remora("why", note["id"], "--json").out)
    assert why["note"]["provenance"]["trigger"] == "dream"
    assert hermes.remora("dream", "undo").code == 0
    assert {str(note["text"]) for note in listed(hermes)} >= set(SAID)
