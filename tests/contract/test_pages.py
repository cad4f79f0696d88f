"""One page for each hook: its signature is the code's and its example runs."""

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

from remora_hookspecs import specs

PAGES = Path(__file__).parents[2] / "hookspecs" / "pages"
HOOKS = {name: function for name, function in vars(specs).items() if hasattr(function, "remora_spec")}
PARTS = ("**When.**", "**With.**", "**Return.**", "**Order.**", "**If it fails.**", "## Example")


def fenced(hook: str, kind: str) -> str:
    found = re.search(rf"```python {kind}\n(.*?)\n```", (PAGES / f"{hook}.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found, f"{hook}.md has no {kind}"
    return found[1]


def written(annotation: object) -> str:
    """An annotation as a page writes it: names without their modules."""
    text = annotation.__name__ if isinstance(annotation, type) else str(annotation)
    return re.sub(r"\b(?:\w+\.)+(?=\w)", "", text)


def test_there_are_seven_events_and_five_services_with_a_page_each():
    assert len(HOOKS) == 12
    assert {page.stem for page in PAGES.glob("*.md")} == set(HOOKS)


@pytest.mark.parametrize("hook", HOOKS)
def test_a_page_shows_the_signature_of_the_code(hook):
    signature = inspect.signature(HOOKS[hook])
    arguments = ", ".join(f"{p.name}: {written(p.annotation)}" for p in signature.parameters.values())
    expected = f"def {hook}({arguments}) -> {written(signature.return_annotation)}"
    assert fenced(hook, "signature").replace("Advice", "Block") == expected  # an advice is a block


@pytest.mark.parametrize("hook", HOOKS)
def test_a_page_answers_the_five_questions_in_order(hook):
    text = (PAGES / f"{hook}.md").read_text(encoding="utf-8")
    places = [text.find(part) for part in PARTS]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize("hook", HOOKS)
def test_a_docstring_answers_the_five_questions_and_holds_an_example(hook):
    text = inspect.getdoc(HOOKS[hook])
    for part in ("When: ", "With: ", "Return: ", "Order: ", "@hookimpl"):
        assert part in re.sub(r"\s+", " ", text) or (part == "With: " and hook == "tools"), part
    assert "If it fails: " in re.sub(r"\s+", " ", text) or "If it fails or is late: " in re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("hook", HOOKS)
def test_the_example_of_a_page_runs_as_a_program_and_says_nothing(hook):
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", fenced(hook, "example")], capture_output=True, text=True, timeout=60
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
