"""Detesan et al., The dynamic model of TRTTR1 modular serial robot.

Every printed component is typed in `tools/pages/trttr1_printed.txt` and subtracted from the
derivation, letter by letter.
"""

from __future__ import annotations

import functools

from tools.errata.row import Row, Show, holds
from tools.pages.trttr1 import MISPRINTS, Misprint, Paper, corrected, lines

TESTS = "tests/trace/equations/test_trttr1.py"


@functools.cache
def paper() -> Paper:
    return Paper()


def terms(m: Misprint) -> Show:
    """Terms between print and derivation: as printed, with this one right, with all right."""

    def show() -> str:
        (line,) = [x for x in lines() if x.quantity == m.quantity]
        derived = paper().derived[m.quantity]
        gap = paper().parse(line.text) - derived
        less = gap - paper().parse(m.printed) + paper().parse(m.right)
        none = corrected(paper(), line) - derived
        counts = [len(x.terms) for x in (gap, less, none)]
        said = "terms that differ: {} as printed, {} with this one right, {} with all".format(
            *counts
        )
        return holds(counts[0] > counts[1] >= counts[2] == 0, said)

    return show


def _row(m: Misprint) -> Row:
    (line,) = [x for x in lines() if x.quantity == m.quantity]
    by = (f"{TESTS}::test_every_listed_misprint_is_in_the_print",)
    where = f"{line.equation}, {m.quantity}"
    return Row(
        where, f"`{m.printed}`" if m.printed else "a term missing", f"`{m.right}`", terms(m), by
    )


PRINTED = (f"{TESTS}::test_every_printed_term",)
ROWS = (
    *map(_row, MISPRINTS),
    Row(
        "moment of inertia forces",
        "- K_c",
        "- dK_c/dt",
        why="with units of a moment, as (20)-(24) have it",
        by=PRINTED,
    ),
    Row(
        "(1)",
        "F_{l,i+1} with the opposite sign",
        "as in (26)-(30)",
        why="(31)-(51) follow from (26)-(30)",
        by=PRINTED,
    ),
    Row(
        "(14)-(19)",
        '"external forces"',
        "M a_C with gravity in a: what accelerates the link",
        why="they are minus the inertia force plus minus the weight",
        by=PRINTED,
    ),
    Row("(25)", "F_6^6", "F_l6", why="(31) reads it so", by=PRINTED),
    Row("(31)-(35)", "no superscripts of frames", "frame i", why="(26)-(30) have them", by=PRINTED),
    Row(
        "(48)",
        "r_2^1 x R F_2^2",
        "F_l2^2",
        why="the reaction, as in (44); with F_2^2 (49)-(51) do not follow",
        by=PRINTED,
    ),
    Row(
        "(52), (60)",
        "J-bar",
        "the unit vector j",
        why="joints 1 and 5 move along and about y",
        by=PRINTED,
    ),
    Row(
        "(2), (3), (5)",
        "k_i",
        "the axis of joint i: y, z, z, x, y",
        why="(53)-(61) take these components",
        by=PRINTED,
    ),
)
