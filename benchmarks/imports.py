"""What importing costs: the contract against pluggy alone, and what `import remora` must not load."""

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.ratio import Line, compare

BAR = 1.6  # of the whole process: fifteen frozen dataclasses cost half of what pluggy's own import does
HEAVY = ("numpy", "onnxruntime", "fastembed", "sqlite_vec", "httpx", "requests", "huggingface_hub", "urllib3")


def run() -> Iterator[Line | str]:
    """Time whole processes; then look at what two imports leave in `sys.modules`."""
    yield compare(
        "import remora_hookspecs / import pluggy",
        lambda: _process("import remora_hookspecs"),
        lambda: _process("import pluggy"),
        bar=BAR,
        repeat=9,
    )
    loaded = _process(f"import remora, sys; print(*sorted(set({HEAVY!r}) & set(sys.modules)))").strip()
    if loaded:
        raise SystemExit(f"import remora loads {loaded}: TOO MUCH")
    yield "import remora: no model, no NumPy, no network code: ok"


def _process(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
