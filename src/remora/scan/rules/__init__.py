"""The shipped rules, by class of attack. Data only: a new rule is one entry in one of these files."""

from remora.scan.rule import Rule
from remora.scan.rules.c2 import C2
from remora.scan.rules.exfiltration import EXFILTRATION
from remora.scan.rules.languages import LANGUAGES
from remora.scan.rules.leaks import LEAKS
from remora.scan.rules.override import OVERRIDE
from remora.scan.rules.personas import PERSONAS
from remora.scan.rules.pressure import PRESSURE
from remora.scan.rules.role import ROLE
from remora.scan.rules.steering import STEERING
from remora.scan.rules.unicode import UNICODE

RULES: tuple[Rule, ...] = (
    *OVERRIDE, *STEERING, *PRESSURE, *ROLE, *PERSONAS, *EXFILTRATION, *C2, *LEAKS, *UNICODE, *LANGUAGES,
)  # fmt: skip
