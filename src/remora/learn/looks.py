"""What a value looks like: a secret, or a word, a variable, a picture of a secret. Pure; called by the rules of redact.

Never looks at what stands before a value: how much is asked of it is the rule's own choice.
"""

import re

DISTINCT = 4  # different characters of the shortest value that is taken for a password
KEY_RUN = 6  # characters without a dash or dot: tells `s3cr3tab` from `db-credentials-v2`
BASE64_CHARS = 12  # of a user and a password with five characters each, less what is padded

PLACEHOLDER = re.compile(
    r"(?i)example|your[-_ ]?|placeholder|dummy|changeme|change[-_]me|redacted|xxxx|\*\*\*|\.\.\.|…|insert|sample|fake"
    r"|1234567890|0123456789|abcdefghij|foobar|lorem|secret:"
)
_VARIABLE = re.compile(r"[$%{<&*\[]|#\{|\\?[\"']?\$|(?:[\d.]{1,15}:)?\d{1,5}:\d{1,5}(?:/\w+)?$")
_CALLED_SO = re.compile(
    r"(?i)(?:my|the|db|new|old|nueva|nouveau|neues)?[-_]?(?:pass(?:word|wd|phrase|wort)?|contrase(?:ñ|n)a|clave|senha|mot[-_]de[-_]passe|pwd|pw|secret|root|admin|postgres|mysql|mongo|redis"
    r"|user(?:name)?|test|guest|dev|token|key)?$"
)
_FILE = re.compile(r"@?[\w./~-]+\.(?:pem|key|crt|cer|p12|pfx|jks|json|txt|ya?ml|env|conf|ini)$")
_CAPITALS = re.compile(r"[A-Z][A-Z_]*$")  # PASSWORD, API_KEY: how a manual writes "put yours here"
_WORD = re.compile(r"[^\W\d_]+(?:['’_/-][^\W\d_]+)*$")
_COUNTED = re.compile(r"(?i)\d{1,4}-?[a-z][a-z-]*$|\d{4}-\d\d-\d\d|v?\d+(?:\.\d+)+$")  # 30days, 2fa-protected, a date
_ADDRESS = re.compile(
    r"[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}$|\.{0,2}/|(?i:[a-z]:\\|https?:|arn:|file:|env:)"
    r"|(?:id|src|source|type|name|env|target)=|@[\w./{~-]+$"  # docker build --secret id=…
)
_CALL = re.compile(
    r"\w+(?:\.\w+)*(?:\(|\[[\w:\"'-]{0,40}\]?$)|(?:os|process|env|secrets|config|settings|self|vault|var|local|data)[.:\[]"
)
_TERM = re.compile(
    r"(?i)(?:argon|scram|bcrypt|scrypt|pbkdf|sha-?\d|md5|base\d|utf-?\d|oauth|http/?\d|ed25519|rsa|aes|x509|pkcs|[hre]s\d)"
)
_SYMBOL = re.compile(r"[!@#$%^&*+?~|§€]")


def given(value: str) -> bool:
    """Is a value given at all, rather than a variable, a placeholder or a name for it?"""
    return not (
        PLACEHOLDER.search(value)
        or _VARIABLE.match(value)
        or _CALLED_SO.match(value.strip("^"))
        or _FILE.match(value)
        or _CAPITALS.match(value)
        or len(set(value)) < DISTINCT
    )


def unlike_words(value: str) -> bool:
    """Is it given, and neither a word of a sentence nor an address, a call or a term?"""
    told = not (_WORD.match(value) or _COUNTED.match(value) or _TERM.match(value))
    return given(value) and told and not (_ADDRESS.match(value) or _CALL.match(value))


def like_password(value: str) -> bool:
    """Would a person have made it up as a password? It has a digit or a symbol."""
    return unlike_words(value) and (any(map(str.isdigit, value)) or bool(_SYMBOL.search(value)))


def like_key(value: str) -> bool:
    """Has a machine made it? Digits stand among its letters, in a run that no version number has."""
    if not (unlike_words(value) and any(map(str.isalpha, value))):
        return False
    runs = re.split(r"[-_.]", value)
    return bool(_SYMBOL.search(value)) or any(len(run) >= KEY_RUN and any(map(str.isdigit, run)) for run in runs)


def like_credential(value: str) -> bool:
    """A key, or the base 64 of one: capitals within words, more of them than a name in code has."""
    if like_key(value):
        return True
    return len(value) >= BASE64_CHARS and len(re.findall(r"[a-z][A-Z]", value)) >= 2 and unlike_words(value + "=")
