"""Plots: round ticks, no curve flattened by another, nothing lost that a pixel could show."""

from __future__ import annotations

import math
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from erfd.plots import COLOURS, DASHES, Panel, by_size, draw, styles
from erfd.svg_plot import WIDE, seen, span, ticks

T = np.linspace(0.0, 2.0, 5)
SPACE = "{http" + "://www.w3.org/2000/svg}"


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6), st.sampled_from([4, 6, 10]))
def test_ticks_are_round_and_inside(low: float, width: float, most: int) -> None:
    high = low + width
    marks = ticks(low, high, most)
    assert 1 <= len(marks) <= most + 1
    assert all(low - 1e-8 * width <= x <= high + 1e-8 * width for x in marks)
    steps = np.diff(marks)
    if len(steps):
        first = float(f"{steps[0]:.3g}")
        assert f"{first:e}"[0] in "125"
        assert np.allclose(steps, first)


def test_ticks_carry_no_rounding() -> None:
    assert ticks(-0.31, 0.31, 7) == [-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3]
    assert ticks(0.0, 10.0, 10) == [float(k) for k in range(11)]


@pytest.mark.parametrize("constant", [0.0, 9.81, -1e6, 1e-30])
def test_a_constant_stands_in_the_middle(constant: float) -> None:
    low, high = span(np.full((5, 1), constant))
    assert low < constant < high
    assert math.isclose(constant - low, high - constant)
    assert ticks(low, high)


def test_small_torques_get_a_diagram_of_their_own() -> None:
    sizes = {"hip": 900.0, "knee": 300.0, "wrist": 5.0, "finger": 0.2, "idle": 1e-12}
    values = np.outer(np.ones(5), list(sizes.values()))
    assert [p.names for p in by_size("", list(sizes), values)] == [
        ["hip", "knee"],
        ["wrist"],
        ["finger", "idle"],
    ]
    assert [p.names for p in by_size("", ["a", "b"], np.zeros((5, 2)))] == [["a", "b"]]
    assert by_size("", [], np.zeros((5, 0))) == []
    many = by_size("", list("abcdefgh"), np.outer(np.ones(5), 100.0 ** np.arange(8)))
    assert sorted(name for panel in many for name in panel.names) == list("abcdefgh")
    assert len(many) == 4


def test_every_curve_keeps_its_look() -> None:
    names = [f"joint_{k}" for k in range(len(COLOURS) * len(DASHES))]
    panels = [Panel("one", names[:3], np.zeros((5, 3))), Panel("all", names, np.zeros((5, 28)))]
    looks = styles(panels)
    assert list(looks) == names
    assert len(set(looks.values())) == len(names)


def test_peaks_survive_thinning() -> None:
    t = np.linspace(0.0, 1.0, 100_000)
    values = np.zeros_like(t)
    values[54_321], values[77_777] = 1.0, -1.0
    kept = seen(t, values)
    assert {0, 54_321, 77_777, 99_999} <= set(kept.tolist())
    assert len(kept) < 5 * WIDE
    assert len(seen(T, T)) == len(T)


def test_the_drawing_is_well_formed_and_shows_everything() -> None:
    names = ["a<b", "x" * 60, *(f"joint_{k}" for k in range(30))]
    panels = [Panel("torque in N m & more", names, np.outer(T, np.arange(32.0)))]
    root = ET.fromstring(draw(Path("a.svg"), "a & b", T, panels))  # noqa: S314 - our own
    assert len(root.findall(f"{SPACE}polyline")) == 32
    texts = [x.text or "" for x in root.iter(f"{SPACE}text")]
    assert {"a & b", "torque in N m & more", "a<b", "t in s"} <= set(texts)
    lowest = max(float(x.attrib["y"]) for x in root.iter(f"{SPACE}text"))
    assert lowest < float(root.attrib["height"])


def test_the_page_needs_no_network() -> None:
    panels = [Panel("one", ["a", "b"], np.outer(T, [1.0, 2.0])), Panel("two", ["a"], T[:, None])]
    page = draw(Path("a.html"), "title", T, panels)
    assert "<script src=" not in page
    assert page.count('"showlegend":true') == 2
