"""A table of any size: at most 100 columns, and no character of it is lost."""

import re
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from erfd.robot import library
from erfd.tables import report
from erfd.text_table import WIDTH, render, short, table

WORDS = st.lists(st.text("0123456789.-e", min_size=1, max_size=14), max_size=5).map(" ".join)


def letters(*texts: str) -> Counter[str]:
    return Counter("".join("".join(texts).split()))


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[str], list[list[str]]]:
    count = draw(st.integers(1, 9))
    line = st.lists(WORDS, min_size=count, max_size=count)
    return draw(line), draw(st.lists(line, max_size=6))


@given(tables())
def test_nothing_is_cut_off(content: tuple[list[str], list[list[str]]]) -> None:
    columns, rows = content
    text = render(table("", columns, rows))
    assert all(len(line) <= WIDTH for line in text.splitlines())
    assert letters(text.replace("─", "")) == letters(*columns, *(x for row in rows for x in row))


@given(tables())
def test_numbers_stay_whole_where_they_fit(content: tuple[list[str], list[list[str]]]) -> None:
    _, rows = content
    rows = [row[:4] for row in rows]
    text = render(table("", ["a", "b", "c", "d"][: len(rows[0]) if rows else 1], rows))
    assert {word for row in rows for x in row for word in x.split()} <= set(text.split())


def test_every_axis_of_the_library_is_shown_to_its_last_digit() -> None:
    for name in library.names():
        robot = library.load(name)
        shown = report(robot)
        joints = shown[shown.index("\nJoints") : shown.index("\nLimits")]
        words = set(re.split(r"\s+", joints))
        for joint in robot.moving:
            assert {short(1000.0 * float(x)) for x in joint.placement.p} <= words, joint.name
