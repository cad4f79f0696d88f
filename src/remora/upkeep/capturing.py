"""What the capture facade asks of the store: who waits, and what a session was told. Learning itself is `learn`'s."""

from collections.abc import Sequence

from remora.store import Outbox, Store, captures, echoes

MOST = 100  # sessions that are captured in one go: each is a query, and the day's cap ends it sooner


def waiting(store: Store, *, quiet_ms: int, but: str, limit: int) -> Sequence[str]:
    """Sessions but for one that hold words nobody captured, with a boundary behind them or quiet for so long."""
    now = store.clock()
    return captures.waiting(store.read(), now, now - quiet_ms, but, limit)


def told(store: Store, outbox: Outbox, session: str, ids: Sequence[str], texts: Sequence[str]) -> None:
    """Let the ledger know what a session was told; written with the next flush."""
    key = echoes.key(store.read()) if texts else b""
    outbox.put("told", session=session, notes=list(ids), texts=[echoes.packed(key, text) for text in texts])
