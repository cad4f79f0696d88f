"""Rendering is byte-stable, cannot be broken out of, and can be taken out again."""

from hypothesis import given
from hypothesis import strategies as st

from remora_hookspecs import Block, Entry, ToolReply, render, reply_text, strip
from remora_hookspecs.render import CLOSE, FENCE_CHARS, OPEN, cost

FENCES = st.sampled_from([OPEN, CLOSE, "< / REMORA-memory >", "<remora-memory", "\n", "- ", "\r\n", "\u2028"])
TEXT = st.lists(st.one_of(st.text(max_size=20), FENCES), min_size=1, max_size=6).map("".join)
ENTRIES = st.builds(
    Entry, text=TEXT, note_id=st.sampled_from([None, "k3f9a2c7d4e5"]), detail=st.one_of(st.just(""), TEXT)
)
BLOCKS = st.lists(st.lists(ENTRIES, max_size=4).map(lambda entries: Block(entries=tuple(entries))), max_size=3)
ASIDE = st.text(max_size=40).filter(lambda text: "remora" not in text)


def test_an_entry_is_a_line_with_its_id_and_detail():
    blocks = [
        Block(entries=(Entry(text="Deploy by make.", note_id="k3f9a2c7d4e5f6a1", detail="0.82"), Entry(text="Plain."))),
        Block(entries=(Entry(text="two\nlines"),)),
    ]
    assert render(blocks) == (
        "<remora-memory>\n- Deploy by make. [k3f9a2c7] (0.82)\n- Plain.\n- two\n  lines\n</remora-memory>"
    )


def test_no_entries_render_as_nothing():
    assert render([]) == ""
    assert render([Block(entries=())]) == ""


@given(BLOCKS)
def test_the_same_blocks_give_the_same_bytes(blocks):
    assert render(blocks) == render(list(blocks))


@given(BLOCKS)
def test_no_entry_opens_or_closes_a_fence(blocks):
    text = render(blocks)
    if text:
        assert text.startswith(OPEN + "\n")
        assert text.endswith("\n" + CLOSE)
        inside = text[len(OPEN) : -len(CLOSE)].casefold()
        assert OPEN.casefold() not in inside
        assert CLOSE.casefold() not in inside


@given(BLOCKS)
def test_every_line_inside_a_fence_begins_an_entry_or_goes_on_with_one(blocks):
    for line in render(blocks).split("\n")[1:-1]:
        assert line.startswith(("- ", "  "))


@given(BLOCKS)
def test_the_price_of_entries_is_what_they_take(blocks):
    text = render(blocks)
    entries = [entry for block in blocks for entry in block.entries]
    assert len(text) == (FENCE_CHARS + cost(entries) if entries else 0)


@given(BLOCKS, ASIDE, ASIDE)
def test_stripping_takes_out_what_was_rendered_and_nothing_else(blocks, before, after):
    assert strip(before + render(blocks) + after) == before + after


@given(BLOCKS, BLOCKS, ASIDE)
def test_stripping_takes_out_several_blocks(first, second, between):
    assert strip(render(first) + between + render(second)) == between


def test_a_block_whose_end_was_cut_off_is_stripped_to_the_end():
    assert strip("hello\n<remora-memory>\n- a note that the host cut") == "hello\n"


def test_a_person_who_writes_our_tag_keeps_their_words():
    assert strip("what is <remora-memory> for?") == "what is <remora-memory> for?"


def test_control_characters_are_left_out():
    assert render([Block(entries=(Entry(text="a\x00b\x1b[31mc\td"),))]) == f"{OPEN}\n- ab[31mc\td\n{CLOSE}"


def test_a_reply_is_its_entries_line_by_line_without_a_fence():
    reply = ToolReply(entries=(Entry(text="Stored.", note_id="k3f9a2c7d4e5"), Entry(text="<remora-memory>")))
    assert reply_text(reply) == "Stored. [k3f9a2c7]\n&lt;remora-memory>"
