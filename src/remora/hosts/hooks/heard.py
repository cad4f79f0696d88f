"""One event as a hook client handed it over: raw, in the host's own words. No I/O, nothing interpreted."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """`host` names the dialect, `event` is the host's own name for what happened, `body` the JSON it wrote.

    `id` is drawn by the client: however often the event arrives, by socket and by spool, it counts once. `at_ms` is
    when the client got it (milliseconds since 1970), `deadline_ms` how long the host is kept waiting for an answer; 0
    where nobody waits any more (it lay in the spool): then it is kept, and nothing is recalled or counts as shown.
    """

    host: str
    event: str
    body: bytes
    id: str
    at_ms: int
    cwd: str = ""
    profile: str = ""
    deadline_ms: int = 0
