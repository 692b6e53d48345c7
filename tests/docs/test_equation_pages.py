"""The pages that the tool writes are what it would write now."""

from __future__ import annotations

import pytest

from tools.equation_pages import PAGES, ROOT, without_digits


@pytest.mark.parametrize("name", PAGES)
def test_page_is_up_to_date(name: str) -> None:
    there = (ROOT / name).read_text("utf-8")
    assert without_digits(PAGES[name]()) == without_digits(there), (
        f"{name} is out of date: python -m tools.equation_pages"
    )
