"""How text becomes index terms and content words: pure functions, shared by the store, recall and learn.

Nothing here raises on any text, reads a file or knows what a note is.
"""

from remora.text.content import Content, as_written, content, content_words
from remora.text.fold import plain, stands_in
from remora.text.sentences import sentences
from remora.text.stopwords import NEGATIONS
from remora.text.terms import TERMS_VERSION, TOKENCHARS, chunks, date_terms, stem, terms

__all__ = [
    "NEGATIONS",
    "TERMS_VERSION",
    "TOKENCHARS",
    "Content",
    "as_written",
    "chunks",
    "content",
    "content_words",
    "date_terms",
    "plain",
    "sentences",
    "stands_in",
    "stem",
    "terms",
]
