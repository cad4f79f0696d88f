"""How much memory this process may still take: what the system has free, and what its container allows. Reads only."""

import sys
from pathlib import Path
from typing import Any

ROOT = Path("/")
NO_LIMIT = 2**60  # cgroup v1 writes "no limit" as the largest number of pages there is


def free_memory(root: Path = ROOT) -> int | None:
    """Bytes, None where nobody tells. Inside a container its own limit counts, not the machine's memory."""
    found = [room for room in (_system(root), _containers(root)) if room is not None]
    return min(found) if found else None


def _system(root: Path) -> int | None:
    for line in _lines(root / "proc/meminfo"):
        name, _, said = line.partition(":")
        number = said.split()[:1]
        if name == "MemAvailable" and number and number[0].isdigit():
            return int(number[0]) * 1024
    return _elsewhere() if root == ROOT else None


def _containers(root: Path) -> int | None:
    """The least room of the groups that the process is in, up to the outermost that can be seen."""
    rooms: list[int] = []
    for line in _lines(root / "proc/self/cgroup"):
        number, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if number == "0" and not controllers:
            mount, names = root / "sys/fs/cgroup", ("memory.max", "memory.current", "inactive_file")
        elif "memory" in controllers.split(","):
            mount = root / "sys/fs/cgroup/memory"
            names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
        else:
            continue
        parts = [part for part in path.split("/") if part not in ("", ".", "..")]
        # Inside a container the path may be the machine's, of which only the mount itself can be seen.
        for depth in range(len(parts), -1, -1):
            room = _room(mount.joinpath(*parts[:depth]), *names)
            if room is not None:
                rooms.append(room)
    return min(rooms) if rooms else None


def _room(group: Path, limit: str, used: str, reclaimable: str) -> int | None:
    """What a group may still take; pages of files that it can give back at any time do not count as taken."""
    most, taken = _number(group / limit), _number(group / used)
    if most is None or taken is None or most >= NO_LIMIT:
        return None
    pages = dict(line.split()[:2] for line in _lines(group / "memory.stat") if len(line.split()) >= 2)
    given_back = pages.get(reclaimable, "0")
    return max(0, most - taken + (int(given_back) if given_back.isdigit() else 0))


def _number(path: Path) -> int | None:
    first = next(iter(_lines(path)), "").strip()
    return int(first) if first.isdigit() else None


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return []


def _elsewhere() -> int | None:
    """Systems without /proc: psutil's figure, where it is installed anyway."""
    if sys.platform == "linux":
        return None
    try:
        import psutil  # a person's own: nothing of ours needs it
    except ImportError:
        return None
    memory: Any = psutil.virtual_memory()
    return int(memory.available)
