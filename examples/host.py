"""A host in thirty lines: each line on stdin is a user turn; what the model would read is printed.

`!TEXT` stands for a model that calls the memory tool, `/compact SUMMARY` for a context that is cut down to a summary.
"""

import sys
import uuid
from pathlib import Path

import remora
from remora_hookspecs import Compaction, Session, ToolRequest, Turn, reply_text

bus = remora.attach(host="thirty-lines")
session = Session(id=uuid.uuid4().hex, host="thirty-lines", cwd=str(Path.cwd()))
print(bus.session_start(session).text)
for number, line in enumerate(map(str.strip, sys.stdin), 1):
    if line.startswith("!"):
        arguments = {"op": "add", "text": line[1:].strip()}
        print(reply_text(bus.run_tool(ToolRequest(session=session, tool="memory", arguments=arguments))))
    elif line.startswith("/compact"):
        bus.session_compact(Compaction(session=session, phase="before"))
        summary = line.removeprefix("/compact").strip()  # here a model writes it
        bus.session_compact(Compaction(session=session, phase="after", summary=summary))
    else:
        turn = Turn(session=session, id=str(number), text=line)
        print(f"{line}\n{bus.context(turn).text}")  # here the model is asked
        bus.turn_end(turn, "the model's reply")
bus.session_shutdown(session)
