"""Free memory is read as the container allows, not as the machine has; whatever the files hold, it is no error."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from remora.embed.free_memory import free_memory

GB = 1024**3
MEMINFO = "MemTotal:       32000000 kB\nMemFree:  100 kB\nMemAvailable:   {} kB\n"


def lay(root: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, encoding="utf-8")
    return root


def group(path: str, limit: str, used: int, reclaimable: int = 0) -> dict[str, str]:
    """A group of cgroup v2."""
    return {
        f"sys/fs/cgroup{path}/memory.max": f"{limit}\n",
        f"sys/fs/cgroup{path}/memory.current": f"{used}\n",
        f"sys/fs/cgroup{path}/memory.stat": f"anon 12\ninactive_file {reclaimable}\nactive_file 5\n",
    }


SYSTEM = {"proc/meminfo": MEMINFO.format(16 * 1024**2)}
V2, V1 = {"proc/self/cgroup": "0::/\n"}, {"proc/self/cgroup": "5:cpu,cpuacct:/\n4:memory:/docker/abc\n"}
MOUNT_V1 = "sys/fs/cgroup/memory"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (SYSTEM, 16 * GB),
        ({**SYSTEM, **V2, **group("", "max", GB)}, 16 * GB),
        ({**SYSTEM, **V2, **group("", str(2 * GB), GB)}, GB),
        ({**SYSTEM, **V2, **group("", str(2 * GB), GB, GB // 2)}, GB + GB // 2),
        ({**SYSTEM, **V2, **group("", str(GB), 2 * GB)}, 0),
        ({**SYSTEM, **V2, **group("", str(64 * GB), GB)}, 16 * GB),
        (
            {**SYSTEM, "proc/self/cgroup": "0::/a/b\n", **group("/a", str(3 * GB), GB), **group("/a/b", "max", 1)},
            2 * GB,
        ),
        ({**SYSTEM, "proc/self/cgroup": "0::/host/path\n", **group("", str(2 * GB), GB)}, GB),
        (
            {**SYSTEM, **V1, f"{MOUNT_V1}/memory.limit_in_bytes": str(2 * GB),
             f"{MOUNT_V1}/memory.usage_in_bytes": str(GB), f"{MOUNT_V1}/memory.stat": f"total_inactive_file {GB // 4}"},
            GB + GB // 4,
        ),
        (
            {**SYSTEM, **V1, f"{MOUNT_V1}/memory.limit_in_bytes": "9223372036854771712",
             f"{MOUNT_V1}/memory.usage_in_bytes": str(GB)},
            16 * GB,
        ),
        ({}, None),
        ({**V2, **group("", str(2 * GB), GB)}, GB),
    ],
)  # fmt: skip
def test_the_least_room_counts(files: dict[str, str], expected: int | None, tmp_path: Path) -> None:
    assert free_memory(lay(tmp_path, files)) == expected


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.text(max_size=40), min_size=5, max_size=5))
def test_files_of_any_content_are_no_error(texts: list[str], tmp_path: Path) -> None:
    of_group = (f"sys/fs/cgroup/memory.{name}" for name in ("max", "current", "stat"))
    names = ("proc/meminfo", "proc/self/cgroup", *of_group)
    found = free_memory(lay(tmp_path, dict(zip(names, texts, strict=True))))
    assert found is None or found >= 0


def test_this_machine_tells_it() -> None:
    found = free_memory()
    assert found is None or found > 0
