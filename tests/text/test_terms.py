"""Text becomes terms: words stemmed, identifiers whole and by part, pairs of characters where there are no spaces."""

import pytest

from remora.text import terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The servers are running", ["server", "run"]),
        ("schema.go.", ["schema.go", "schema", "go"]),
        ("see `schema.go`, please", ["see", "schema.go", "schema", "go", "pleas"]),
        ("src/remora/text.py", ["src/remora/text.py", "src", "remora", "text.py", "text", "py"]),
        ("~/.ssh/config", ["ssh/config", "ssh", "config"]),
        ("getUserName", ["getusernam", "get", "user", "name"]),
        ("HTTPServer", ["httpserver", "http", "server"]),
        ("max_open_files", ["max_open_files", "max", "open", "file"]),
        ("--no-verify", ["no-verify", "no", "verifi"]),
        ("postgres-16 v2.10.3", ["postgres-16", "postgr", "16", "v2.10.3", "v2", "10"]),
        ("https://example.org:8080/x", ["https://example.org:8080/x", "http", "example.org", "exampl", "org", "8080"]),
        ("C++ and C#", ["c++", "c#"]),
        ("John's don't O'Hara", ["john", "ohara", "hara"]),
        ("l'été, Schäfer, façade, STRASSE, Straße", ["et", "schafer", "facad", "strass", "strass"]),
        ("Ёлка Привет", ["елка", "привет"]),
        ("أَحْمَد", ["احمد"]),
        ("हिन्दी", ["हिन्दी"]),
        ("数据库", ["数据", "据库"]),
        ("库 schema.go文件", ["库", "schema.go", "schema", "go", "文件"]),
        ("デプロイ", ["デプ", "プロ", "ロイ"]),
        ("ﾃﾞﾌﾟﾛｲ", ["デプ", "プロ", "ロイ"]),
        ("배포 서버는", ["배포", "서버", "버는"]),
        ("🚀deploy❤️", ["🚀", "deploi", "❤"]),
        ("a\x00b\ud800c deploy\x00ments", ["b", "c", "deploi", "ment"]),
        ('"quoted" OR * NEAR(x) NOT', ["quot", "near", "x", "not"]),
        ("soft\u00adhyphen zero\u200dwidth", ["softhyphen", "zerowidth"]),
        ("", []),
        ("*** -- ... \n\t", []),
    ],
)
def test_text_is_cut_into_terms(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_a_text_of_stop_words_alone_keeps_them() -> None:
    assert terms("who is it") == ["who", "i", "it"]


def test_repeats_are_kept_for_the_term_frequency() -> None:
    assert terms("port 80, port 81") == ["port", "80", "port", "81"]


def test_a_very_long_word_is_cut_alike_in_note_and_query() -> None:
    blob = "QUJD" * 4000
    (term,) = [t for t in terms(blob.lower()) if t]
    assert len(term) == 100
    assert terms(blob.lower()) == terms(blob.lower())


def test_the_inflected_query_finds_the_inflected_note() -> None:
    assert set(terms("migrations were failing")) & set(terms("the migration failed")) == {"migrat", "fail"}


def test_a_file_name_finds_the_path_that_ends_in_it() -> None:
    assert "text.py" in terms("look at src/remora/text.py.")
    assert terms("text.py?")[0] == "text.py"
