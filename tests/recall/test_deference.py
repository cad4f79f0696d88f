"""At equal relevance what a dream merged ranks under what a person wrote, whatever its age and rating."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from recall.making import NOW, candidate, known, note

from remora.recall import score
from remora.recall.presets import WORDS

QUERY = "release branch"


def by(trigger, made):
    return replace(made, provenance=replace(made.provenance, trigger=trigger))


def ranked(*notes):
    pool = [candidate(one, QUERY) for one in notes]
    words = dict.fromkeys(pool[0].counts, 1.0)
    return score.rank(pool, tuple(words), words, known(100, **dict.fromkeys(words, 3)), NOW, WORDS)


def test_a_fresh_and_well_rated_merge_stands_behind_an_old_note_of_a_persons():
    mine = by("manual", note("the release branch is cut on Monday", note_id="mine", days_old=60, importance=0.1))
    merged = by("dream", note("the release branch is cut on Monday", note_id="merged", importance=1.0))
    first, second = ranked(merged, mine)
    assert (first.candidate.note.id, second.candidate.note.id) == ("mine", "merged")
    assert second.stages["deference"] < 0
    assert second.score < first.score


def test_it_keeps_its_place_before_what_answers_less_and_among_captured_notes():
    less = by("manual", note("a branch of the bank in the town beside the sea", note_id="less", days_old=60))
    captured = by("capture:shutdown", note("the release branch is cut on Monday", note_id="captured", days_old=9))
    merged = by("dream", note("the release branch is cut on Monday", note_id="merged"))
    order = [one.candidate.note.id for one in ranked(less, captured, merged)]
    assert order == ["merged", "captured", "less"]


texts = st.lists(st.sampled_from(["release", "branch", "cut", "Monday", "fern", "moss"]), min_size=1, max_size=6)
written = st.tuples(
    texts,
    st.sampled_from(["manual", "import", "dream", "capture:shutdown"]),
    st.floats(0, 90),
    st.none() | st.floats(0, 1),
)


@settings(deadline=None)
@given(st.lists(written, min_size=1, max_size=12))
def test_no_merge_is_before_a_note_of_a_persons_that_answers_as_well(made):
    notes = [
        by(trigger, note(" ".join(words), note_id=f"n{at}", row=at, days_old=days, importance=rating))
        for at, (words, trigger, days, rating) in enumerate(made)
    ]
    found = ranked(*notes)
    assert len(found) == len(notes)
    for place, one in enumerate(found):
        if one.candidate.note.provenance.trigger != "dream":
            continue
        for later in found[place + 1 :]:
            if later.candidate.note.provenance.trigger in ("manual", "import"):
                assert score._relevance(later.stages, WORDS) < score._relevance(one.stages, WORDS)
