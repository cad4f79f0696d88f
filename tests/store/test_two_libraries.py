"""A process in which another SQLite library has loaded sqlite-vec: ours stays out of it, works, and leaves cleanly.

The other library is the one of Python's own `sqlite3` where that can load extensions, else the system's, by its C
functions. Both in one process crash it as soon as both have loaded the extension and use it.
"""

import ctypes.util
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

TIMES = 4
BY_PYTHON = hasattr(sqlite3.Connection, "enable_load_extension")
PROGRAM = """
import ctypes, sqlite3, sys
from pathlib import Path
from remora.store import nearest

home, library, vec = Path(sys.argv[1]), sys.argv[2], str(nearest.library())
CREATE = "CREATE VIRTUAL TABLE v USING vec0(e float[2]); INSERT INTO v (e) VALUES ('[1, 0]');"
if library:
    other = ctypes.CDLL(library)
    db = ctypes.c_void_p()
    other.sqlite3_open.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    other.sqlite3_enable_load_extension.argtypes = [ctypes.c_void_p, ctypes.c_int]
    other.sqlite3_load_extension.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p]
    other.sqlite3_exec.argtypes = [ctypes.c_void_p, ctypes.c_char_p] + [ctypes.c_void_p] * 3
    assert other.sqlite3_open(b":memory:", ctypes.byref(db)) == 0
    assert other.sqlite3_enable_load_extension(db, 1) == 0
    assert other.sqlite3_load_extension(db, vec.encode(), None, None) == 0
    assert other.sqlite3_exec(db, CREATE.encode(), None, None, None) == 0
else:
    db = sqlite3.connect(":memory:")
    db.enable_load_extension(True)
    db.load_extension(vec)
    db.executescript(CREATE)

import apsw
from remora.settings import load
from remora.wiring import build
from remora_hookspecs import Session, Turn

built = build(load(home=home, environ={}, explicit={"embedder": "minilm"}), host="tests", stays=True)
memory = built.memory
memory.add("Deploys go through the blue-green script in ops/deploy.sh", project="shop-0a1b2c3d")
memory.vectors.embed_waiting()
question = Turn(session=Session(id="s", project="shop-0a1b2c3d"), id="1", text="how do deploys go through the script?")
assert built.bus.context(question).blocks
assert memory.explain(question.text, project="shop-0a1b2c3d").mode == "hybrid"
try:
    built.store.read().execute("SELECT vec_version()")
    raise SystemExit("sqlite-vec was loaded into our connection")
except apsw.SQLError:
    print("ours is without it")
built.close()
"""


@pytest.mark.skipif(not (BY_PYTHON or ctypes.util.find_library("sqlite3")), reason="no other SQLite that can load it")
def test_a_host_with_the_extension_in_another_library_works_and_leaves_cleanly(tmp_path: Path) -> None:
    library = "" if BY_PYTHON else ctypes.util.find_library("sqlite3")
    for number in range(TIMES):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(tmp_path / f"home-{number}"), str(library)], capture_output=True,
            text=True, timeout=120,
        )  # fmt: skip
        assert (done.returncode, done.stdout, done.stderr) == (0, "ours is without it\n", "")
