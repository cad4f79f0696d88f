"""Clues: what a failed call's output says of the way out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remora.learn.lessons.clues import COMMAND_CHARS, MOST, clues


@pytest.mark.parametrize(
    ("output", "program"),
    [
        ("bash: netstat: command not found", "netstat"),
        ("(eval):1: command not found: tree", "tree"),
        ("/bin/sh: 1: file: not found", "file"),
        ("'gcc' is not recognized as an internal or external command", "gcc"),
        ("env: ‘python’: No such file or directory", "python"),
        ("error: config file not found", ""),
    ],
)
def test_a_missing_program_is_named(output, program):
    assert clues(output).program == program


@pytest.mark.parametrize(
    ("output", "module"),
    [
        ("ModuleNotFoundError: No module named 'yaml'", "yaml"),
        ("Error: Cannot find module 'left-pad'", "left-pad"),
        ("cannot load such file -- rspec", "rspec"),
        ("AlbertTokenizer requires the SentencePiece library but it was not found", "SentencePiece"),
        ("there is no package called ‘dplyr’", "dplyr"),
        ("no such option", ""),
    ],
)
def test_a_missing_module_is_named(output, module):
    assert clues(output).module == module


def test_commands_that_the_output_proposes_are_kept():
    push = "fatal: no upstream\nTo push and set it, use\n\n    git push --set-upstream origin main\n"
    assert clues(push).commands == ("git push --set-upstream origin main",)
    assert "mix format" in clues("not formatted. Run `mix format` to fix").commands
    assert clues("it is not 'the right one' at all").commands == ()


def test_words_that_were_meant_are_kept():
    assert clues("'pussh' is not a git command.\nThe most similar command is\n\tpush").words == ("push",)
    assert clues('Unknown command "instatl" - maybe you meant "install"').words == ("install",)


@given(st.text(max_size=2_000))
def test_clues_of_any_text_are_few_and_short(output):
    found = clues(output)
    assert len(found.commands) <= MOST
    assert all(len(line) <= COMMAND_CHARS for line in found.commands)
