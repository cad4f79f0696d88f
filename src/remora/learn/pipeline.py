"""Learning as a recipe: each line is a step. Called by the memory facade and by import."""

from dataclasses import replace

from remora import signals
from remora.errors import Refused
from remora.learn import dedupe
from remora.learn.draft import Draft, Judge, Learned, Ready, ScanOnWrite
from remora.learn.embedding import Embedding
from remora.learn.redact import redact
from remora.learn.validate import valid_importance, valid_text
from remora.notes import Provenance
from remora.scan import scan
from remora.store import Connection, Store, new_id, notes, tombstones
from remora.text import date_terms, terms


def learn(
    store: Store,
    draft: Draft,
    *,
    scan_on_write: ScanOnWrite = "off",
    judge: Judge = scan,
    embedding: Embedding | None = None,
) -> Learned:
    """Store a text as a note, or find the live note of its namespace that says it already.

    Secrets are masked first. Where the model is at hand the vector goes with the note; else it is made later. Raises
    Refused for what may not be stored, with the reason; EnvironmentTrouble where the store cannot be written: nothing
    is stored then.
    """
    ready = prepare(draft, scan_on_write=scan_on_write, judge=judge)
    vector = embedding.of(ready.text) if embedding else None
    similar = embedding.twin(draft.namespace, vector, ready.text) if embedding and vector is not None else None
    with store.write() as db:
        learned = put(db, ready, store.clock())
        if embedding and vector is not None and not learned.known:
            embedding.put(db, learned.note, vector)
    announce(learned)
    return learned if learned.known or similar is None else replace(learned, similar=similar)


def prepare(draft: Draft, *, scan_on_write: ScanOnWrite, judge: Judge = scan) -> Ready:
    """All that needs no store, so that the transaction is short."""
    clean = redact(valid_text(draft.text))
    text = valid_text(clean.text) if clean.count else clean.text  # placeholders may be longer than what they hide
    importance = valid_importance(draft.importance)
    suspicious = _suspicious(text, draft.by_a_person, scan_on_write, judge)
    words = " ".join(terms(text))
    if not words:
        raise Refused("Nothing was stored: the text has no word to find it by.", "Say it in words; marks do not count.")
    return Ready(draft, text, words, importance, clean.count, suspicious)


def put(db: Connection, ready: Ready, now: int) -> Learned:
    """The part inside the transaction."""
    draft = ready.draft
    digest = notes.digest_of(ready.text)
    known = dedupe.known(db, draft, digest)
    if known is not None:
        return Learned(known, known=True, masked=ready.masked, suspicious=ready.suspicious)
    if draft.by_a_person:
        if not draft.archived:
            tombstones.lift(db, draft.namespace, ready.text)
    elif tombstones.has_text(db, draft.namespace, ready.text):
        raise Refused(
            "Nothing was stored: a person had this text forgotten.", "Only a person can store it again (`remora add`)."
        )
    note = notes.insert(db, _new(db, ready, digest, now))
    if draft.archived:
        note = notes.archive(db, note, now)
    return Learned(note, masked=ready.masked, suspicious=ready.suspicious)


def announce(learned: Learned) -> None:
    """Tell the watchers, once the note is committed."""
    if not learned.known:
        signals.send(signals.note_stored, note=learned.note)


def _suspicious(text: str, by_a_person: bool, scan_on_write: ScanOnWrite, judge: Judge) -> str:
    """The class of attack that the scan sees, where it is asked. Raises Refused where it may not be stored."""
    if by_a_person and scan_on_write == "off":
        return ""
    finding = judge(text)
    if finding.action == "pass":
        return ""
    if by_a_person and scan_on_write == "warn":
        return finding.kind
    raise Refused(
        f"Nothing was stored: the text reads like an attack on a model ({finding.kind}, rule {finding.rule}).",
        "Say the fact without orders to the reader" + (", or set `scan_on_write`." if by_a_person else "."),
    )


def _new(db: Connection, ready: Ready, digest: bytes, now: int) -> notes.NewNote:
    draft = ready.draft
    wanted = draft.note_id
    created_at = now if draft.created_at is None else draft.created_at
    return notes.NewNote(
        id=wanted if wanted and notes.by_id(db, wanted) is None else new_id(),
        text=ready.text,
        words=" ".join([ready.words, *date_terms(created_at)]).lstrip(),
        namespace=draft.namespace,
        importance=ready.importance,
        created_at=created_at,
        provenance=Provenance(
            trigger=draft.trigger,
            session_id=draft.session_id,
            host=draft.host,
            model=draft.model,
            recorded_at=now if draft.recorded_at is None else draft.recorded_at,
        ),
        digest=digest,
    )
