"""A service's vectors: no answer hangs, no bad vector comes in, the reason is clear, and the key is never told."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from embed import service as ways
from embed.service import serving

from remora.embed import retrying
from remora.embed.endpoint import Endpoint
from remora.embed.hashing import DIM, Hashing
from remora.errors import ModelUnavailable
from remora.learn import Draft, learn
from remora.learn.embedding import Embedding
from remora.remote.embeddings import Service
from remora.store import Readers, Store, notes, vectors
from remora_hookspecs.call import EVENT, current

KEY = "sk-very-secret-0123456789"
QUICK, PATIENT = 0.6, 30.0  # seconds, where the service keeps us waiting and where a busy machine might


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "BACK_OFF", 0.01)


MADE: list[Endpoint] = []


@pytest.fixture(autouse=True)
def stopped() -> Iterator[None]:
    """Whatever a test made lets go of its connections."""
    yield
    while MADE:
        MADE.pop().stop()


def of(url: str, clean: Any = str, **more: Any) -> Endpoint:
    MADE.append(Endpoint(Service(url=url, **{"seconds": PATIENT, "model": "m", **more}), "unused", clean=clean))
    return MADE[-1]


def refused(embedder: Endpoint) -> str:
    with pytest.raises(ModelUnavailable) as error:
        embedder.passages(["a note"])
    return f"{error.value.message} {error.value.hint}"


# what it says


def test_both_sides_are_the_service_s_vectors_at_unit_length() -> None:
    with serving(ways.saying(lambda made: ways.data([[3 * number for number in row] for row in made]))) as service:
        made = of(service.url)
        texts = ["one note", "another"]
        assert np.allclose(made.passages(texts), Hashing().passages(texts), atol=1e-6)
        assert np.allclose(made.query("which port?"), Hashing().query("which port?"), atol=1e-6)
        assert made.query("which port?").dtype == np.float32
        assert {question["path"] for question in service.asked} == {"/v1/embeddings"}


def test_nothing_is_sent_before_the_first_text_and_the_width_is_found_then() -> None:
    with serving() as service:
        made = of(service.url)
        assert (made.identity.name, made.ready, service.asked) == ("endpoint/m@0#served", False, [])
        made.load()
        assert (made.identity.name, made.ready) == (f"endpoint/m@{DIM}#served", True)
        assert service.texts == [retrying.PROBE]


@pytest.mark.parametrize(
    "form",
    [
        lambda made: ways.data(made),
        lambda made: {"data": list(reversed(ways.data(made)["data"]))},
        lambda made: {"data": [{"embedding": row} for row in made]},
        ways.in_base64,
        lambda made: {"model": "nomic", "embeddings": made},
        lambda made: [{"index": at, "embedding": [row]} for at, row in enumerate(made)],
    ],
    ids=["openai", "in another order", "without index", "base64", "ollama", "llama.cpp"],
)
def test_the_forms_of_different_servers_are_read(form: Any) -> None:
    with serving(ways.saying(form)) as service:
        texts = ["deploys need approval", "rollbacks do not", "which port does staging use"]
        assert np.allclose(of(service.url).passages(texts), Hashing().passages(texts), atol=1e-6)


def test_notes_go_in_batches_and_each_row_is_its_note_s() -> None:
    texts = [f"fact number {at}" for at in range(10)]
    with serving() as service:
        made = of(service.url, batch=4)
        assert np.allclose(made.passages(texts), Hashing().passages(texts), atol=1e-6)
        assert [len(question["input"]) for question in service.asked] == [1, 4, 4, 2]


def test_prefixes_types_and_the_width_that_is_asked_for_are_sent() -> None:
    with serving() as service:
        made = of(
            service.url, query_prefix="query: ", passage_prefix="passage: ", query_type="query",
            passage_type="document", dim=DIM, shorten=True,
        )  # fmt: skip
        made.passages(["a note"])
        made.query("a question")
    sent = [(question["input"], question["input_type"], question["dimensions"]) for question in service.asked[1:]]
    assert sent == [(["passage: a note"], "document", DIM), (["query: a question"], "query", DIM)]
    assert made.identity.pooling.startswith("served-")


def test_other_sides_are_another_identity_and_another_machine_is_not() -> None:
    one = of("http://127.0.0.1:1/v1", dim=3).identity
    assert of("http://localhost:2/v1", dim=3).identity == one
    assert of("http://127.0.0.1:1/v1", dim=3, query_prefix="q: ").identity != one


def test_a_question_is_masked_and_a_long_one_sent_by_its_ends() -> None:
    with serving() as service:
        made = of(service.url, clean=lambda text: text.replace("hunter2", "***"))
        made.query("the password is hunter2 " + "x" * 5_000 + " the end")
    assert service.texts[1].startswith("the password is ***")
    assert service.texts[1].endswith(" the end")
    assert len(service.texts[1]) < 700


def test_notes_for_a_service_of_this_machine_go_through_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    with serving() as service, serving() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url.removesuffix("/v1"))
        of(service.url).passages(["a note"])
        assert (len(service.asked), proxy.asked) == (2, [])


# the key


def test_the_key_is_read_where_the_person_keeps_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("THE_KEY", KEY)
    (tmp_path / "key").write_text(f"{KEY}\n", encoding="utf-8")
    with serving() as service:
        of(service.url, key_env="THE_KEY").load()
        of(service.url, key_file=tmp_path / "key").load()
        of(service.url).load()
    assert [headers.get("authorization") for headers in service.headers] == [f"Bearer {KEY}", f"Bearer {KEY}", None]


def test_a_key_that_is_not_there_is_named_by_its_place() -> None:
    with serving() as service:
        assert "the variable NO_SUCH_KEY holds no key" in refused(of(service.url, key_env="NO_SUCH_KEY"))
        assert service.asked == []


@pytest.mark.parametrize(
    "body",
    [
        json.dumps({"error": {"message": f"Incorrect API key provided: {KEY}. Look at your settings."}}),
        json.dumps({"error": f"Incorrect API key provided: {KEY[:8]}***789"}),
        f"<html>{KEY} is wrong</html>",
        f"wrong {KEY} " * 10_000,
        json.dumps({"detail": [KEY]}),
        json.dumps({"message": {"message": {"x": KEY}}}),
    ],
)
def test_an_error_s_body_is_told_shortly_and_without_the_key(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THE_KEY", KEY)
    with serving(ways.refusing(401, body)) as service:
        told = refused(of(service.url, key_env="THE_KEY"))
    assert "127.0.0.1 answered 401" in told
    assert KEY[:8] not in told
    assert len(told) < 500
    assert len(service.asked) == 1  # an error that stays is not tried again


# twenty ways to be wrong: the reason, and how often it was tried

LATE = "did not answer"
TEN_MEGABYTES = b"[" + b"0.1," * 2_500_000 + b"0]"
WRONG: dict[str, tuple[Any, str, int]] = {
    "500": (ways.refusing(500, "boom"), "answered 500 (boom)", 3),
    "502 with a page": (ways.refusing(502, "<html>Bad gateway</html>"), "answered 502 (Bad gateway)", 3),
    "429 with Retry-After": (ways.refusing(429, Retry_After="0"), "answered 429", 3),
    "429 for an hour": (ways.refusing(429, Retry_After="3600"), "asks to wait 3600 s", 1),
    "404": (ways.refusing(404, '{"error": {"message": "model not found"}}'), "answered 404 (model not found)", 1),
    "redirect to another host": (
        ways.refusing(307, Location="https://elsewhere.example/v1/embeddings"), "sends on to elsewhere.example", 1,
    ),
    "slow drip": (ways.dripping, LATE, 1),
    "slow drip of headers": (ways.dripping_headers, LATE, 1),
    "silence": (ways.silent, LATE, 1),
    "hangs up": (ways.hanging_up, "cannot be reached", 3),
    "breaks off": (ways.breaking_off, "cannot be reached", 3),
    "10 MB": (ways.raw(TEN_MEGABYTES), "sends more than", 1),
    "wrong width": (ways.saying(lambda made: ways.data([row[:-1] for row in made])), "numbers a text, not 256", 1),
    "NaN": (ways.saying(lambda made: ways.data([[float("nan")] * DIM for _ in made])), "make no vector", 2),
    "infinity": (ways.saying(lambda made: ways.data([[1e999] * DIM for _ in made])), "make no vector", 2),
    "zeros": (ways.saying(lambda made: ways.data([[0.0] * DIM for _ in made])), "make no vector", 2),
    "empty body": (ways.raw(b""), "no JSON", 1),
    "truncated JSON": (ways.raw(b'{"data": [{"index": 0, "embedding": [0.1, 0.2'), "no JSON", 1),
    "no vectors": (ways.saying(lambda made: {"data": []}), "0 vectors for 1 texts", 1),
    "an empty vector": (ways.saying(lambda made: ways.data([[]])), "0 numbers a text", 1),
    "too many vectors": (ways.saying(lambda made: ways.data(made * 2)), "2 vectors for 1 texts", 1),
    "texts for numbers": (ways.saying(lambda made: ways.data([["0.1"] * DIM])), "something else than numbers", 1),
    "true for numbers": (ways.saying(lambda made: ways.data([[True] * DIM])), "something else than numbers", 1),
    "a vector a token": (ways.saying(lambda made: [{"embedding": [row, row]} for row in made]), "pooling", 1),
    "an error with 200": (ways.saying(lambda made: {"error": "no model is loaded"}), "no model is loaded", 1),
    "another form": (ways.saying(lambda made: {"vectors": made}), "not the OpenAI one", 1),
    "nested without end": (ways.raw(b"[" * 50_000), "no JSON", 1),
    "an index twice": (
        ways.saying(lambda made: {"data": [{"index": 7, "embedding": row} for row in made]}), "numbers its vectors", 1,
    ),
    "bad base64": (ways.saying(lambda made: ways.data(["###"])), "base64", 1),
    "bad gzip": (ways.raw(b"not gzip", Content_Encoding="gzip"), "cannot be decoded", 1),
}  # fmt: skip


@pytest.mark.parametrize("kind", WRONG)
def test_a_service_that_speaks_wrongly_stores_the_note_without_a_vector(kind: str, store: Store) -> None:
    way, reason, tries = WRONG[kind]
    with serving(ways.well, way) as service:
        made = of(service.url, seconds=QUICK if reason == LATE else PATIENT)
        made.load()
        embedding = Embedding(store, made, Readers(stays=True), patient=True)
        row_before = vectors.counter(store.read())
        asked = len(service.asked)
        told = refused(made)
        assert reason in told
        assert len(service.asked) - asked == tries
        note = learn(store, Draft(text="deploys need approval", namespace="shop-0a1b2c3d"), embedding=embedding).note
    assert notes.by_id(store.read(), note.id) == note
    assert vectors.counter(store.read()) == row_before


def test_what_passes_is_tried_again_and_the_text_has_its_vector() -> None:
    with serving(ways.well, ways.refusing(503), ways.refusing(429, Retry_After="0"), ways.well) as service:
        made = of(service.url)
        assert np.allclose(made.passages(["a note"]), Hashing().passages(["a note"]), atol=1e-6)
        assert len(service.asked) == 4


def test_a_service_that_failed_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(ways.well, ways.refusing(500), ways.refusing(500), ways.refusing(500), ways.well) as service:
        made = of(service.url)
        first, asked = refused(made), len(service.asked)
        assert refused(made) == first
        assert made.error
        assert len(service.asked) == asked
        monkeypatch.setattr(retrying.time, "monotonic", lambda now=time.monotonic: now() + retrying.REST)
        assert made.passages(["a note"]).shape == (1, DIM)
        assert made.error == ""


def test_a_turn_waits_for_no_longer_than_it_has_left() -> None:
    with serving(ways.well, ways.silent) as service:
        made = of(service.url, seconds=20)
        made.load()
        token = current.set((EVENT, time.monotonic() + 0.1, time.monotonic))
        try:
            with pytest.raises(ModelUnavailable, match="did not answer"):
                made.query("which port?")
        finally:
            current.reset(token)


def test_a_note_that_the_service_refuses_does_not_hold_up_the_others() -> None:
    def short_ones(handler: ways.Handler, question: dict[str, Any]) -> None:
        if any(len(text) > 300 or "poison" in text for text in question["input"]):
            ways.refusing(400, '{"error": "input is too long"}')(handler, question)
        else:
            ways.well(handler, question)

    with serving(short_ones) as service:
        made = of(service.url, seconds=5)
        rows = made.passages(["one note", "long " * 200, "a poison note", "another"])
    whole = [bool(np.isfinite(row).all()) for row in rows]
    assert whole == [True, True, False, True]
    assert np.allclose(rows[3], Hashing().query("another"), atol=1e-6)


@pytest.mark.parametrize("nothing", [0.0, float("nan")])
@pytest.mark.parametrize("texts", [["one note", "🎣", "another"], ["🎣"]])
def test_a_note_that_the_service_makes_no_vector_of_does_not_hold_up_the_others(
    texts: list[str], nothing: float
) -> None:
    def words_alone(handler: ways.Handler, question: dict[str, Any]) -> None:
        rows = Hashing().passages(question["input"]).tolist()
        made = [row if text.isascii() else [nothing] * DIM for text, row in zip(question["input"], rows, strict=True)]
        ways.saying(lambda _: ways.data(made))(handler, question)

    with serving(words_alone) as service:
        made = of(service.url)
        rows = made.passages(texts)
        assert made.error == ""  # it is not left alone for it
        assert np.allclose(made.query("another"), Hashing().query("another"), atol=1e-6)
    assert [bool(np.isfinite(row).all()) for row in rows] == [text.isascii() for text in texts]


def test_a_long_note_that_makes_no_vector_has_the_one_of_its_beginning() -> None:
    def short_ones(handler: ways.Handler, question: dict[str, Any]) -> None:
        nan = any(len(text) > 300 for text in question["input"])
        ways.saying(lambda made: ways.data([[float("nan")] * DIM for _ in made] if nan else made))(handler, question)

    with serving(short_ones) as service:
        (row,) = of(service.url).passages(["long " * 100])
    assert np.allclose(row, Hashing().query(("long " * 100)[:250]), atol=1e-6)


def test_a_width_that_is_named_is_held_to() -> None:
    with serving() as service:
        assert "256 numbers a text, not 384" in refused(of(service.url, dim=384))


def test_whoever_waits_is_let_go_when_the_process_ends() -> None:
    with serving(ways.well, ways.silent) as service:
        made = of(service.url, seconds=30)
        made.load()
        told: list[str] = []
        waiting = threading.Thread(target=lambda: told.append(refused(made)))
        waiting.start()
        while len(service.asked) < 2:
            time.sleep(0.01)
        made.stop()
        waiting.join(10)
        assert not waiting.is_alive()
        assert "ending" in told[0]
        assert "ending" in refused(made)


def test_without_the_extra_it_is_said_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    assert "pip install 'remora[remote]'" in refused(of("http://127.0.0.1:9/v1"))


def test_naming_a_service_imports_no_network_code_and_asks_nobody(tmp_path: Path) -> None:
    program = f"""
import sys
from pathlib import Path
from remora.embed import Wanted, choose
from remora.remote.embeddings import Service
service = Service(url="http://127.0.0.1:9/v1")
wanted = Wanted(models=Path({str(tmp_path)!r}), kind="endpoint", endpoint=service, model="m")
assert choose(wanted).embedder.identity.provider == "endpoint"
assert not {{"httpx", "numpy", "ssl"}} & set(sys.modules), set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", program], check=True, env={**os.environ})
