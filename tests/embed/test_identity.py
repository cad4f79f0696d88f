"""Identities: whose vectors may be compared."""

from dataclasses import replace

import pytest

from remora.embed import Identity

MINILM = Identity(provider="minilm", model="all-MiniLM-L6-v2-int8", dim=384, pooling="mean", lo=0.1, hi=0.6, dup=0.9)


@pytest.mark.parametrize(
    "name",
    [
        "minilm/all-MiniLM-L6-v2-int8@384#mean",
        "fastembed/BAAI/bge-small-en-v1.5@384#cls",
        "folder/my@model#1-0f3a9c21@768#last",
    ],
)
def test_an_identity_is_read_back_from_its_name(name: str) -> None:
    parsed = Identity.parse(name)
    assert parsed is not None
    assert parsed.name == name


@pytest.mark.parametrize("name", ["", "minilm", "minilm/x", "minilm/x@384", "minilm/x@wide#mean", "/x@384#mean"])
def test_what_is_no_name_of_ours_is_none(name: str) -> None:
    assert Identity.parse(name) is None


def test_constants_do_not_make_another_identity() -> None:
    assert replace(MINILM, lo=0.5, hi=None) == MINILM
    assert replace(MINILM, pooling="cls") != MINILM


def test_only_vectors_with_meaning_are_real() -> None:
    assert MINILM.real
    assert not replace(MINILM, provider="hashing").real
    assert not replace(MINILM, provider="none").real
