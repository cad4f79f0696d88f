"""A host in thirty lines: each line on stdin is a user turn; what the model would read is printed.

`!TEXT` stands for a model that calls the memory tool. Run it in a project's folder: `python host.py < turns.txt`.
"""

import sys
import uuid
from pathlib import Path

import remora
from remora_hookspecs import Session, ToolRequest, Turn, reply_text


def main() -> None:
    bus = remora.attach(host="thirty-lines")
    session = Session(id=uuid.uuid4().hex, host="thirty-lines", cwd=str(Path.cwd()))
    print(bus.session_start(session).text)
    for number, line in enumerate(sys.stdin, 1):
        if line.startswith("!"):
            arguments = {"op": "add", "text": line[1:].strip()}
            print(reply_text(bus.run_tool(ToolRequest(session=session, tool="memory", arguments=arguments))))
            continue
        turn = Turn(session=session, id=str(number), text=line.strip())
        print(f"{turn.text}\n{bus.context(turn).text}")  # here the model is asked
        bus.turn_end(turn, "the model's reply")
    bus.session_shutdown(session)


if __name__ == "__main__":
    main()
