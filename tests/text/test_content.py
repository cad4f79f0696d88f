"""What a query is about. A trivial prompt is about nothing, whatever its language; a short question keeps its word."""

import pytest

from remora.text import as_written, content, content_words

TRIVIAL = """
what changed?|running it again|try using it|
ok|OK!|okay, great|yes|Yes please do that|yes, do it|yep|sure|sure, go ahead|no|nope|thanks!|thank you so much|thx|
continue|Continue.|go on|keep going|proceed|next|next step please|do it|do it again|run it|run it again|try again|
try once more|again|one more time|looks good|looks good to me|LGTM|perfect, thanks|nice work|great job, continue|
that works|it works now|still not working|fix it|fix that please|please fix this|show me|show me more|tell me more|
explain|what do you think?|what else?|what now?|and then?|why?|how?|really?|hello|hi there|good|cool|stop|wait|
undo that|go back|same thing again|let's do it|let's go|sounds good|I don't know|never mind that|k|👍|👍🏽|🙏🙂|...|???|
好的|继续|谢谢|好的，谢谢|请继续|再来一次|可以|是的|没问题|對，繼續|下一步|はい|はい、お願いします|ありがとう|続けて|続けてください|
もう一度お願いします|了解です|네|네, 계속해주세요|감사합니다|다시 해줘|좋아요|да|да, продолжай|спасибо!|
хорошо, давай ещё раз|
sí|sí, por favor|gracias|vale, continúa|otra vez|hazlo de nuevo|oui|oui, merci|d'accord, continue|s'il te plaît|
encore une fois|
ja|ja bitte|danke|weiter|nochmal bitte|mach weiter|sim, obrigado|continue por favor|sì, grazie|va bene, continua|
نعم|شكرا|نعم، تابع|مرة أخرى من فضلك|evet|tamam, devam|teşekkürler
"""


@pytest.mark.parametrize("prompt", [p for p in TRIVIAL.replace("\n", "").split("|") if p])
def test_a_trivial_prompt_is_about_nothing(prompt: str) -> None:
    assert content(prompt).words == ()
    assert content(prompt).size == 0


@pytest.mark.parametrize(
    ("query", "words", "size"),
    [
        ("which port?", ("port",), 1),
        ("how do I run the tests?", ("run", "test"), 2),
        ("run the migrations again", ("run", "migrat", "again"), 3),
        ("Where is schema.go?", ("schema.go", "schema", "go"), 2),
        ("部署端口是什么？", ("部署", "署端", "端口"), 2),
        ("请求日志", ("请求", "求日", "日志"), 2),
        ("端口", ("端口",), 1),
        ("какой порт у базы?", ("порт", "базы"), 2),
        ("¿cuál es el puerto?", ("puerto",), 1),
        ("deploy 🚀", ("deploi",), 1),
    ],
)
def test_what_a_question_is_about(query: str, words: tuple[str, ...], size: float) -> None:
    about = content(query)
    assert about.words == words
    assert about.size == pytest.approx(size)
    assert content_words(query) == words


@pytest.mark.parametrize(
    "prompt", ["why did that fail?", "commit this", "lgtm, ship it", "what does this error mean?", "good morning"]
)
def test_a_turn_that_points_at_the_work_at_hand_is_about_nothing(prompt: str) -> None:
    assert content(prompt).words == ()


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("how do I run the tests?", ("run", "test")),
        ("which commit broke the build?", ("commit", "broke", "build")),
        ("does this test need docker?", ("test", "need", "docker")),
        ("how do we deploy this?", ("deploi",)),
        ("push this new branch", ("push", "new", "branch")),
    ],
)
def test_the_words_of_the_work_are_content_where_nothing_points_or_another_word_is_there(
    query: str, words: tuple[str, ...]
) -> None:
    assert content(query).words == words


def test_a_repeated_word_counts_once() -> None:
    assert content("deploy, deploy, deploying!") == content("deploy")


def test_small_talk_without_end_is_read_in_one_go() -> None:
    assert content("다시해줘" * 1000 + "배포").words == ("배포",)  # as many ways to part it as there are numbers
    assert content("다시해줘" * 1000).words == ()


@pytest.mark.parametrize(
    ("query", "written"),
    [
        ("Is the deploy of TypeScript ready?", {
            "deploi": "deploy", "typescript": "TypeScript", "type": "Type", "script": "Script", "readi": "ready",
        }),
        ("the deploys, deployed by whom?", {"deploi": "deploys"}),
        ("Größe der Tabellen, après l'été", {
            "gross": "Größe", "tabellen": "Tabellen", "apr": "après", "et": "été",
        }),
        ("naïve-approach.py", {
            "naive-approach.py": "naïve-approach.py", "naiv": "naïve", "approach": "approach", "py": "py",
        }),
        ("John's TODO_list in C++", {
            "john": "John", "todo_list": "TODO_list", "todo": "TODO", "list": "list", "c++": "C++",
        }),
        ("部署端口是什么？ ＡＰＩ", {"部署": "部署", "署端": "署端", "端口": "端口", "api": "ＡＰＩ"}),
        ("ok, thanks!", {}),
    ],
)  # fmt: skip
def test_each_content_word_is_known_as_it_was_written(query: str, written: dict[str, str]) -> None:
    assert as_written(query) == written
    assert tuple(written) == content_words(query)
