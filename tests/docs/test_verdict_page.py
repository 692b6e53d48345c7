"""The page on the published program has the figures that it would be written with now."""

from __future__ import annotations

import pytest

from tools.verdict_page import PAGE, figures, page


def test_page_is_up_to_date() -> None:
    there, made = PAGE.read_text("utf-8"), page()
    assert figures(made) == pytest.approx(figures(there), rel=0.02, abs=1e-11), (
        "docs/lola15-verdict.md is out of date: python -m tools.verdict_page"
    )


def test_the_pictures_are_there() -> None:
    folder = PAGE.parent / "pictures"
    for name in ("torques", "motor-torques", "accelerations", "speeds", "positions"):
        picture = folder / f"lola15-{name}.png"
        assert picture.read_bytes().startswith(b"\x89PNG")
        assert f"pictures/{picture.name}" in PAGE.read_text("utf-8")
