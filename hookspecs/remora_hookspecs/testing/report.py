"""How the conformance suite says what it found: everything at once, as one failed assertion."""

from collections.abc import Sequence


class Nonconforming(AssertionError):
    """The plugin or host breaks the contract. `findings` says how, one text for each breach."""

    def __init__(self, findings: Sequence[str]) -> None:
        super().__init__("\n".join(f"- {finding}" for finding in findings))
        self.findings = tuple(findings)


def raise_for(findings: Sequence[str]) -> None:
    """Raise Nonconforming where there is anything to say; each finding is said once."""
    if findings:
        raise Nonconforming(tuple(dict.fromkeys(findings)))
