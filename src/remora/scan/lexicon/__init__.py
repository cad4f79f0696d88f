"""The word classes that rules of kind `Words` are made of, by language. Data only; compiled by `Catalogue`.

A class is a string of words parted by blanks; the words of a phrase are joined by `_`. Words are in lower case without
Latin accents, as the folded text has them. One class holds all languages: a rule counts once, whatever it is written in.
"""

from remora.scan.lexicon.english import ENGLISH
from remora.scan.lexicon.others import OTHERS

LEXICON: dict[str, str] = {
    name: " ".join(filter(None, (ENGLISH.get(name, ""), OTHERS.get(name, "")))) for name in {**ENGLISH, **OTHERS}
}
