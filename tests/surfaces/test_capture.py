"""`remora capture`: what waits is captured with the profile's model, shown before it is stored where asked."""

import json
import logging
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from learn.capture.making import Host, opened, repeating, rows_of

from remora.surfaces.cli.main import main

NOBODY = 'endpoint = "http://127.0.0.1:9/v1"\nmodel = "x"'  # nobody listens there
PORT = "The staging database listens on port 5433."


@pytest.fixture
def address() -> Iterator[str]:
    """A model on loopback that takes every line for a fact."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            written = repeating(rows_of(asked["messages"][0]["content"]))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"choices": [{"message": {"content": written}}]}).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()
    server.server_close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with one session that ended silently."""
    riding = opened(tmp_path / "home")
    Host(riding, "one").turn(PORT)
    riding.close()
    return tmp_path / "home"


def configure(home: Path, text: str) -> None:
    (home / "config.toml").write_text(text, encoding="utf-8")


def run(capsys: pytest.CaptureFixture[str], home: Path, *more: str) -> tuple[dict, str]:  # type: ignore[type-arg]
    assert main(["capture", *more, "--home", str(home), "--json"]) == 0
    out, err = capsys.readouterr()
    return json.loads(out), err


def test_it_shows_first_and_then_stores_once(home: Path, address: str, capsys) -> None:  # type: ignore[no-untyped-def]
    configure(home, f'capture = true\nembedder = "none"\n[plugin.cheap]\nendpoint = "{address}"\nmodel = "small"\n')
    dry, _ = run(capsys, home, "--dry-run")
    assert [(fact["what"], fact["text"], fact["id"]) for fact in dry["sessions"][0]["facts"]] == [
        ("stored", PORT, None)
    ]
    done, _ = run(capsys, home)
    ((fact,),) = [one["facts"] for one in done["sessions"]]
    assert fact["text"] == PORT
    assert fact["id"]
    assert done["today"]["calls"] == 2
    again, said = run(capsys, home)
    assert again["sessions"] == []
    assert "No session waits" in said


def test_people_read_it_as_a_table(home: Path, address: str, capsys) -> None:  # type: ignore[no-untyped-def]
    configure(home, f'capture = true\nembedder = "none"\n[plugin.cheap]\nendpoint = "{address}"\nmodel = "small"\n')
    assert main(["capture", "--home", str(home)]) == 0
    out = capsys.readouterr().out
    assert "one: stored" in out
    assert PORT in out


def test_without_a_model_it_says_where_to_name_one(home: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    configure(home, 'capture = true\nembedder = "none"\n')
    done, said = run(capsys, home)
    assert [one["end"] for one in done["sessions"]] == ["no answer"]
    assert "[plugin.cheap]" in said


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (f'{NOBODY}\nkey_env = "NOWHERE_KEY"', "the variable NOWHERE_KEY holds no key"),
        (NOBODY, "127.0.0.1 cannot be asked (ConnectError)"),
        ('llm = "some-model"', "the package llm is not installed"),
    ],
)  # fmt: skip
def test_a_model_that_did_not_answer_is_told_with_its_reason(
    table: str, reason: str, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "llm", None)
    monkeypatch.delenv("NOWHERE_KEY", raising=False)
    configure(home, f'capture = true\nembedder = "none"\n[plugin.cheap]\n{table}\n')
    _, said = run(capsys, home)
    assert f"{reason}." in said
    assert said.count(reason) == 1
    assert "what was said waits" in said
    assert "name one" not in said
    assert logging.getLogger("remora.writers").handlers == []


def test_a_day_that_has_had_enough_is_told(home: Path, address: str, capsys) -> None:  # type: ignore[no-untyped-def]
    table = f'[plugin.cheap]\nendpoint = "{address}"\nmodel = "small"\n'
    configure(home, f'capture = true\nembedder = "none"\nmodel_calls_a_day = 0\n{table}')
    _, said = run(capsys, home)
    assert "the day's calls or tokens are used up (model_calls_a_day, model_tokens_a_day)" in said


def test_where_capture_is_off_it_says_so(tmp_path: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    _, said = run(capsys, tmp_path / "home")
    assert "`capture` is off" in said


def test_the_benchmark_stores_what_ran_once_however_often_the_boundary_comes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = tmp_path / "calls.jsonl"
    rows = [
        {"session": name, "project": "shop", "seq": seq, "command": f"make part-{name}-{seq}", "exit_code": code}
        for name in ("one", "two") for seq, code in enumerate((0, 2, 0))
    ]  # fmt: skip
    calls.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert main(["bench", "capture", "--commands", str(calls), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {
        "sessions": 2,
        "first": {"boundaries": 2, "questions": 2, "facts": 4},
        "again": {"boundaries": 40, "questions": 0, "facts": 0},
        "empty": {"boundaries": 40, "questions": 0, "facts": 0},
    }
