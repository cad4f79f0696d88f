"""Passwords that a sentence tells: "the password is …", "mot de passe : …", "Das Passwort ist …". Pure.

Called by redact. Sentences about passwords are common and sentences that hold one are rare, so the value must look like
a password, which no plain word does.
"""

import re
from collections.abc import Iterator

from remora.learn import looks

PASSWORD_CHARS = 6  # the shortest that services accept

NAMES = (
    "password", "passwd", "passphrase", "passcode", "pass", "pwd", "pw", "passwort", "kennwort", "mot de passe", "mdp",
    "contraseña", "contrasena", "clave", "senha", "palavra-passe", "parola d'ordine", "wachtwoord", "hasło", "haslo",
    "lösenord", "passord", "adgangskode", "kodeord", "salasana", "heslo", "jelszó", "parola", "parolă", "şifre",
    "sifre",
    "пароль", "пароля", "паролем", "κωδικός", "סיסמה", "كلمة المرور", "كلمة السر", "पासवर्ड", "mật khẩu", "kata sandi",
)  # fmt: skip
CLOSE_NAMES = ("密码", "密碼", "口令", "パスワード", "비밀번호", "암호", "รหัสผ่าน")
"""Names in scripts that put no space between words."""

LOGINS = (
    "credentials", "credential", "creds", "login", "logins", "zugangsdaten", "anmeldedaten", "identifiants",
    "credenciales", "credenciais", "credenziali", "inloggegevens", "логин",
)  # fmt: skip
"""Names of a user and a password together: "creds: bob / …"."""

VERBS = (
    "is", "was", "ist", "lautet", "war", "est", "es", "è", "é", "jest", "to", "är", "er", "on", "je", "este", "este:",
    "это", "είναι", "là", "adalah", "है", "now", "is now", "ist jetzt", "set to", "is set to", "changed to",
)  # fmt: skip
ENGLISH_TOO, WITH_ENGLISH_VERBS = ("on", "to"), ("salasana", "hasło", "haslo")
"""Verbs that are English prepositions, and the names whose languages have them: "pass on …" tells nothing."""

BEFORE = ("with", "using", "and", "mit", "und", "avec", "et", "con", "y", "com", "e", "met", "med", "z", "с", "и")
"""Words before a name that let the value follow it at once: "with password …"."""

OUTCOMES = re.compile(r"(?:PASS|Pass|(?<=first )pass|(?<=second )pass|(?<=one )pass|(?<=tests )pass)$")
"""A test's outcome or a step of a compiler, not a password."""

_NAMES = "|".join(sorted(map(re.escape, NAMES), key=len, reverse=True))
_VERBS = "|".join(sorted(map(re.escape, VERBS), key=len, reverse=True))
_TOLD = rf"(?:[^\S\n]{{0,3}}(?:[:：=—–]|->|→)|[^\S\n](?:[—–][^\S\n])?(?:{_VERBS})(?=[\s:])):?[^\S\n]{{0,3}}"
_OWNER = (
    r"(?:[^\S\n](?:for|of|to|on|in|für|von|vom|zu|pour|de|du|para|del|da|do|per|voor|для|от)"
    r"(?:[^\S\n][^\s:=]{1,30}){1,4}?)"
)
_PATTERN = re.compile(
    rf"(?:(?<!\w)(?:(?P<before>{'|'.join(BEFORE)})[^\S\n](?:the[^\S\n]|dem[^\S\n]|le[^\S\n]|la[^\S\n])?)?"
    rf"(?P<name>{_NAMES})(?!\w)(?:{_OWNER}?(?P<told>{_TOLD})|[^\S\n])"
    rf"|(?:{'|'.join(CLOSE_NAMES)})[^\S\n]?(?:{_TOLD}|[은는이가]?[^\S\n]{{1,3}}|[是为為はคือ]{{1,3}}[^\S\n]?))"
    r"(?P<quote>[\"'`“„«「]?)(?P<value>[^\s\"'`”“«»」,;]{6,128})",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    rf"(?<!\w)(?:{'|'.join(LOGINS)})(?:[^\S\n]{{0,2}}[:=]|[^\S\n](?:are|is|with|sind|sont|son|são|sono|zijn))[^\S\n]{{1,3}}"
    r"[\"'`]?[\w.@+-]{1,64}(?::|[^\S\n]/[^\S\n])(?P<value>[^\s\"'`,;]{6,128})",
    re.IGNORECASE,
)


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Where in the text."""
    for login in _LOGIN.finditer(text):
        yield from _password(login)
    place = 0
    while match := _PATTERN.search(text, place):
        place = max(match.end("name"), match.start() + 1)  # the value may begin another: "password: pw …"
        for start, end in _password(match) if _given(match) else ():
            yield start, end
            place = end


def _password(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    value = match["value"].rstrip(".:)]}>。、")
    plain = value.rstrip("!?")  # may end the sentence, and goes with the password all the same
    if len(plain) >= PASSWORD_CHARS and looks.like_password(plain):
        yield match.start("value"), match.start("value") + len(value)


def _given(match: re.Match[str]) -> bool:
    """Does the sentence give the value to the name?"""
    name = match["name"]
    if name is None:
        return True
    if name.lower() == "pass" and match["value"].isdigit():
        return False  # how many tests did
    if name.lower() == "pass" and OUTCOMES.search(match.string, max(0, match.start("name") - 8), match.end("name")):
        return False
    if (match["told"] or "").strip().lower() in ENGLISH_TOO and name.lower() not in WITH_ENGLISH_VERBS:
        return False
    return bool(match["told"] or match["before"])
