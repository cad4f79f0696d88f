"""What the scan says of one text. Read by the scan plugin, the write door and the command line; holds no logic."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "instruction_override", "role_impersonation", "exfiltration", "c2", "unicode_obfuscation", "oversize"
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The judgement of one text: whether it may reach a model, and what spoke against it.

    `score` is the sum of the weights of the rules that fired; `remora.scan.THRESHOLD` and more blocks. `kind` is the
    class that weighs most and `rule` its heaviest rule, both empty where nothing fired. `fired` names every rule that
    did, heaviest first, and `reasons` says in words what each of them saw.
    """

    action: Literal["pass", "block"]
    kind: str = ""
    rule: str = ""
    score: float = 0.0
    reasons: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()

    @property
    def blocked(self) -> bool:
        return self.action == "block"

    @property
    def summary(self) -> str:
        """The class and the heaviest reason, for the person who wrote the text; a model would take it for another
        attack. Empty where nothing fired.
        """
        words = self.kind.replace("_", " ")
        return f"{words}: {self.reasons[0]}" if self.reasons else words


CLEAN = Finding(action="pass")
