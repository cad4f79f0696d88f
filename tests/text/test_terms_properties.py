"""What holds for the terms of any text, and that FTS5 cuts the stored words exactly where we did."""

from collections.abc import Iterator

import apsw
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from remora.text import TOKENCHARS, as_written, content, content_words, plain, stands_in, terms

ANY_TEXT = st.text(alphabet=st.characters(), max_size=300)  # all of Unicode, lone surrogates included
CODE = st.text(alphabet="aZ9é数한🚀 ._-/:+#@$'\"*()\x00\ud800", max_size=80)


@pytest.fixture(scope="module")
def index() -> Iterator[apsw.Connection]:
    db = apsw.Connection(":memory:")
    db.execute(f"""CREATE VIRTUAL TABLE t USING fts5(words, content='', detail=none,
                   tokenize="ascii tokenchars '{TOKENCHARS}'")""")
    db.execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, 'row')")
    yield db
    db.close()


@given(ANY_TEXT | CODE)
@example("ﷺ" * 50)
@example("İı\u0345ŉ")
@example("\u2028\u3000\u0085\u00a0x")
@example("".join(map(chr, range(256))))
def test_terms_hold_only_the_promised_characters(text: str) -> None:
    for term in terms(text):
        assert term
        assert len(term) <= 100
        assert term.isprintable()
        for char in term:
            if char < "\x80":
                assert char.isalnum() or char in TOKENCHARS
                assert not char.isupper()
            else:
                assert not char.isspace()
        term.encode()


@settings(max_examples=150)
@given(st.lists(ANY_TEXT | CODE, min_size=1, max_size=4))
@example(['schema.go. getUserName c++ --no-verify 数据库 Ёлка 🚀 \x00 \ud800 " * NEAR'])
@example(["İstanbul Σίσυφος ǅ ﬁ ½ ①"])
def test_fts5_sees_each_term_as_one_token(index: apsw.Connection, texts: list[str]) -> None:
    stored = {row: [f"12:{term}" for term in terms(text)] for row, text in enumerate(texts, 1)}
    with index:
        for row, words in stored.items():
            index.execute("INSERT INTO t(rowid, words) VALUES (?, ?)", (row, " ".join(words)))
        seen = {token for (token,) in index.execute("SELECT term FROM v")}
        assert seen == {term for words in stored.values() for term in words}
        for term in seen:
            found = {row for (row,) in index.execute("SELECT rowid FROM t WHERE t MATCH ?", (f'"{term}"',))}
            assert found == {row for row, words in stored.items() if term in words}
        index.execute("INSERT INTO t(t) VALUES ('delete-all')")


@given(ANY_TEXT)
def test_terms_survive_their_own_joining(text: str) -> None:
    joined = " ".join(terms(text))
    assert joined.split(" ") == (terms(text) or [""])


@given(ANY_TEXT | CODE)
def test_content_words_are_terms_of_the_query_and_never_more_than_it_has(text: str) -> None:
    about = content(text)
    assert len(set(about.words)) == len(about.words)
    assert (about.size == 0) == (not about.words) or all(w for w in about.words)
    assert about.size <= len(text)


@given(ANY_TEXT | CODE)
def test_every_content_word_was_written_somehow_and_means_itself(text: str) -> None:
    written = as_written(text)
    assert tuple(written) == content_words(text)
    assert all(term in terms(word) for term, word in written.items())


@given(ANY_TEXT)
def test_plain_holds_single_spaces_and_stands_in_itself(text: str) -> None:
    bare = plain(text)
    assert bare == " ".join(bare.split())
    assert stands_in(bare, bare) == bool(bare)
    assert stands_in(bare, f"( {bare} )") == bool(bare)


def test_sixteen_kilobytes_of_anything_are_cut() -> None:
    for unit in ("a", "数", "🚀", "a.b/", "getUserName", "\ud800", "\x00", "é-", "' "):
        text = unit * (16_000 // len(unit.encode(errors="surrogatepass")))
        assert all(terms(text))
