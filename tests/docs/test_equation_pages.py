"""The pages that the tool writes are what it would write now."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys

import pytest

from erfd.robot.library import load
from erfd.trace.equations.model import model_of
from tools.equation_pages import PAGES, ROOT, without_digits
from tools.pages.page import _states, sheet_of


@pytest.mark.parametrize("name", PAGES)
def test_page_is_up_to_date(name: str) -> None:
    there = (ROOT / name).read_text("utf-8")
    assert without_digits(PAGES[name]()) == without_digits(there), (
        f"{name} is out of date: python -m tools.equation_pages"
    )


@pytest.mark.parametrize("page", ["docs/worked/trainer.md", "docs/worked/trttr1.md"])
def test_two_runs_write_the_same_bytes(page: str) -> None:
    """In processes that hash differently."""
    command = f"from tools.equation_pages import PAGES; print(PAGES[{page!r}]())"
    texts = {
        subprocess.run(
            [sys.executable, "-c", command],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1


def test_the_proofs_states_do_not_hang_on_words() -> None:
    model = model_of(load("two_link"), ())
    sheet = sheet_of(model, "some words", [])
    assert _states(sheet, model) == _states(dataclasses.replace(sheet, title="others"), model)


def test_large_entries_are_compared_and_rounding_is_not() -> None:
    text = "- x: largest difference 2e-16, largest entry {}"
    assert without_digits(text.format("337.8")) != without_digits(text.format("310.5"))
    assert without_digits(text.format("6.9e-18")) == without_digits(text.format("3.5e-16"))
