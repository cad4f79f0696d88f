"""The commands that judge: scan (texts, labelled lines, the whole store) and rules (what it judges by)."""

from pathlib import Path
from typing import Annotated, Any

import typer

from remora.bench import scanning
from remora.bench.scanning import Measured, Rate, Scanned
from remora.errors import UsageError
from remora.notes import counted
from remora.scan import THRESHOLD, Finding
from remora.surfaces.cli import texts, views
from remora.surfaces.cli.call import Opened, call_of
from remora.surfaces.cli.output import Screen, table

FilesArgument = Annotated[
    list[Path] | None, typer.Argument(metavar="FILE...", help="Each is one text; - or nothing for standard input.")
]


def scan(
    context: typer.Context,
    files: FilesArgument = None,
    lines: Annotated[
        bool, typer.Option("--jsonl", help="Each line is an object with a text, and perhaps label, class and source.")
    ] = False,
    store: Annotated[bool, typer.Option("--store", help="Judge all notes, and store the verdicts.")] = False,
) -> None:
    """Judge texts: may a model read them?

    Each text gets a verdict and the rules that fired. Finding an attack is not an error: the exit code is 0.

    Lines with labels (attack, benign, contested) are counted: hits by label, by source, and by class over attacks.
    """
    call = call_of(context)
    if store and (files or lines):
        raise UsageError("Nothing was judged: --store judges the notes, and other texts were named.", "Name one.")
    with call.open() as here:
        if store:
            _tell_store(here)
            return
        judge = here.memory.judging.scan
        named = [file.expanduser() for file in files or [Path("-")]]
        if not lines:
            _tell_texts(here, scanning.judge(texts.whole(named), judge))
            return
        rows = list(texts.records(named))
        if any(row.label for row in rows):
            _tell_measured(here, scanning.measure(rows, judge))
        else:
            _tell_texts(here, scanning.judge(((row.id, row.text) for row in rows), judge))


def rules(context: typer.Context) -> None:
    """List the rules of the scan.

    Each has a class, a severity, and what it looks for.

    With --json also an attack and its benign twin; programs get a placeholder for the attack, unless --raw is given.
    """
    call = call_of(context)
    with call.open() as here:
        catalogue = here.memory.judging.catalogue
        document = {
            "version": catalogue.version,
            "threshold": THRESHOLD,
            "rules": [
                {
                    "id": rule.id, "class": rule.kind, "severity": rule.severity, "weight": rule.weight,
                    "reason": rule.reason, "benign": rule.benign,
                    "attack": rule.attack if call.screen.shows_blocked else f"[BLOCKED: {rule.kind}]",
                }
                for rule in catalogue.rules
            ],
        }  # fmt: skip

        def people(screen: Screen) -> None:
            made = table("rule", "class", "severity", "sees", wide="sees")
            for rule in catalogue.rules:
                made.add_row(rule.id, rule.kind, rule.severity, rule.reason)
            screen.print(made)
            screen.print(f"{counted(len(catalogue.rules), 'rule')}, version {catalogue.version}")

        call.screen.show(document, people)


def verdict(finding: Finding) -> dict[str, Any]:
    """A finding as every command prints it."""
    return {
        "blocked": finding.blocked, "class": finding.kind or None, "rule": finding.rule or None,
        "score": finding.score, "reasons": list(finding.reasons), "fired": list(finding.fired),
    }  # fmt: skip


def _tell_texts(here: Opened, found: Scanned) -> None:
    hits = [one for one in found.judged if one.finding.blocked]
    document = {
        "texts": len(found.judged), "hits": len(hits), "us_per_text": found.us_per_text,
        "results": [{"name": one.name, **verdict(one.finding)} for one in found.judged],
    }  # fmt: skip

    def people(screen: Screen) -> None:
        made = table("", "text", "class", "score", "reasons", wide="reasons")
        for one in found.judged:
            made.add_row(
                "blocked" if one.finding.blocked else "passes",
                one.name,
                one.finding.kind or "-",
                views.number(one.finding.score),
                "; ".join(one.finding.reasons) or "-",
            )
        screen.print(made)
        screen.print(f"{len(hits)} of {counted(len(found.judged), 'text')} blocked, {found.us_per_text:.0f} µs a text")

    here.screen.show(document, people)


def _tell_measured(here: Opened, found: Measured) -> None:
    document = {
        "texts": found.texts,
        "by_label": {name: _rate(rate) for name, rate in found.by_label.items()},
        "by_class": {name: _rate(rate) for name, rate in found.by_class.items()},
        "by_source": {name: _rate(rate) for name, rate in found.by_source.items()},
        "us_per_text": found.us_per_text,
    }

    def people(screen: Screen) -> None:
        made = table("", "", "hits", "of", "rate", wide="")
        for what, rates in (("label", found.by_label), ("class", found.by_class), ("source", found.by_source)):
            for name, rate in rates.items():
                made.add_row(what, name, str(rate.hits), str(rate.n), f"{rate.rate:.3f}")
        screen.print(made)
        screen.print(f"{counted(found.texts, 'text')}, {found.us_per_text:.0f} µs a text")

    here.screen.show(document, people)


def _rate(rate: Rate) -> dict[str, Any]:
    return {"n": rate.n, "hits": rate.hits, "rate": rate.rate}


def _tell_store(here: Opened) -> None:
    found = here.memory.withheld.audit()
    seen = here.seen([one.note for one in found])
    held = sum(not one.released for one in found)
    counts = here.memory.stats()
    total = counts.notes + counts.archived
    document = {
        "notes": total,
        "blocked": held,
        "released": len(found) - held,
        "version": here.memory.judging.catalogue.version,
        "found": [
            {"note": views.document(shown), "released": one.released, **verdict(one.finding)}
            for one, shown in zip(found, seen, strict=True)
        ],
    }

    def people(screen: Screen) -> None:
        made = table("id", "", "rule", "note", wide="note")
        for one, shown in zip(found, seen, strict=True):
            made.add_row(
                views.short(one.note.id), "released" if one.released else "blocked", one.finding.rule,
                views.text(shown, cut=screen.terminal),
            )  # fmt: skip
        if found:
            screen.print(made)
        screen.print(f"{held} of {counted(total, 'note')} are shown to no model")

    here.screen.show(document, people)
