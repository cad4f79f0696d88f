"""Makes fixtures of what a real host told a recording hook: the events, and the rows of its record that we read.

`python tests/hosts/scrub.py RECORDED FOLDER HOME PROJECT TRANSCRIPT`: RECORDED holds lines {"event", "body"}; the
machine's paths become a person's. Run by whoever records anew; the tests read what it wrote.
"""

import json
import sys
from pathlib import Path
from typing import Any

PERSON, SHOP, TRANSCRIPT = "/home/person", "/home/person/shop", "/home/person/transcript.jsonl"
READ = ("user", "assistant", "compacted", "event_msg")  # what a dialect looks for, and what may be taken for it
LEFT_OUT = ("replacement_history", "base_instructions")  # long, and nobody reads them


def scrubbed(value: Any, paths: dict[str, str]) -> Any:
    if isinstance(value, str):
        for path, instead in paths.items():
            value = value.replace(path, instead)
        return value
    if isinstance(value, list):
        return [scrubbed(one, paths) for one in value]
    if isinstance(value, dict):
        return {key: scrubbed(one, paths) for key, one in value.items() if key not in LEFT_OUT}
    return value


def main() -> None:
    recorded, folder, home, project, transcript = sys.argv[1:]
    paths = {transcript: TRANSCRIPT, project: SHOP, home: PERSON}
    for source, name in ((recorded, "events.jsonl"), (transcript, "transcript.jsonl")):
        rows = [json.loads(line) for line in Path(source).read_text(encoding="utf-8").splitlines()]
        kept = [row for row in rows if "event" in row or row.get("type") in READ]
        lines = (json.dumps(scrubbed(row, paths), separators=(",", ":"), ensure_ascii=False) for row in kept)
        Path(folder, name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
