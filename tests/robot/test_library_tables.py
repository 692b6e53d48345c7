"""The printed tables against the library, number by number, in the tables' own frames and signs."""

from __future__ import annotations

import numpy as np
import pytest

from erfd.algebra import rotate_tensor
from erfd.robot.library import load

# mass, then r from the mass centre to the next frame, then I: xx xy xz yy yz zz (Tables 9.2 - 9.5)
CHAPTER_9 = {
    "three_link": """
        0.5 0.15  0 0  0 0 0 0.00375 0 0.00375
        0.4 0.125 0 0  0 0 0 0.00208 0 0.00208
        0.3 0.11  0 0  0 0 0 0.00121 0 0.00121""",
    "puma": """
        10.521 0 0 0.054        1.612 0 0 1.612 0 0.5091
        15.761 0.292 0 0        0.4898 0 0 8.0783 0 8.2672
        8.767  0.02 0 -0.197    3.3768 0 0 3.3768 0 0.3009
        1.052  0 -0.057 0       0.181 0 0 0.1273 0 0.181
        1.052  0 0 -0.007       0.0735 0 0 0.1273 0 0.0735
        0.351  0 0 0.019        0.0071 0 0 0.0071 0 0.0141""",
    "stanford": """
        9   0 -0.1 0    0.01 0 0 0.02 0 0.01
        6   0 0 0       0.05 0 0 0.06 0 0.01
        4   0 0 0       0.4 0 0 0.4 0 0.01
        1   0 -0.1 0    0.001 0 0 0.001 0 0.0005
        0.6 0 0 -0.06   0.0005 0 0 0.0005 0 0.0002
        0.5 0 0 -0.2    0.003 0 0 0.001 0 0.002""",
    "kr5": """
        26.98  0.091 0.067 0.006    0.322 -0.018 -0.145 0.467 -0.014 0.478
        15.92  0.333 0.002 0.039    0.541 0.000435 -0.005 0.552 0.017 0.044
        25.852 0.032 -0.008 -0.034  0.775 -0.009 0.025 0.75 0.007 0.208
        4.008  0 0.109 -0.008       0.01 0.002 0 0.02 0 0.024
        1.615  0 -0.01 -0.033       0.002 0 0 0.004 0 0.004
        0.016  0 0 -0.111           0 0 0 0 0 0""",
}
# mass, mass centre, principal moments; link 3's centre from the wrist (Appendix B, English and
# Serbian; the moments of link 1 about x and z are ours)
RL15 = """
    252  -0.086 -0.1875 -0.00012   19 19 19
    86.2 -0.4454 0.0283 0.0033     1.157 21.185 21.75
    81   0.00225 0.00017 -0.7223   45 45.1 0.478
    45   0 0.212 0.00082           2.691 0.23 2.7
    4.5  0 0.027 0.007             0.014 0.008 0.011
    11   0 0 0.195                 0.273 0.272 0.004"""


def in_table_frames(name: str, frames: list[str]) -> list[tuple[float, np.ndarray, np.ndarray]]:
    """Mass, mass centre and inertia of every body, carried from the joint frame to the table's."""
    robot = load(name)
    placements = {frame.name: frame.placement for frame in robot.frames}
    found = []
    for body, frame in zip(robot.bodies, frames, strict=True):
        back = placements[frame].inverse()
        inertia = rotate_tensor(back.R, body.inertia)
        found.append((body.mass, np.array(back.point(body.com)), np.array(inertia, dtype=float)))
    return found


def numbers(text: str) -> list[list[float]]:
    return [[float(x) for x in line.split()] for line in text.strip().splitlines()]


@pytest.mark.parametrize("name", sorted(CHAPTER_9))
def test_tables_of_chapter_9(name: str) -> None:
    rows = numbers(CHAPTER_9[name])
    found = in_table_frames(name, [f"dh_{i + 1}" for i in range(len(rows))])
    for (mass, com, inertia), row in zip(found, rows, strict=True):
        xx, xy, xz, yy, yz, zz = row[4:]
        assert mass == row[0]
        assert -com == pytest.approx(row[1:4], abs=1e-15)
        printed = np.array([(xx, xy, xz), (xy, yy, yz), (xz, yz, zz)])
        assert inertia == pytest.approx(printed, abs=1e-14)


def test_tables_of_rl15() -> None:
    rows = numbers(RL15)
    frames = ["dh_1", "dh_2", "wrist_centre", "dh_4", "dh_5", "dh_6"]
    for (mass, com, inertia), row in zip(in_table_frames("rl15", frames), rows, strict=True):
        assert mass == row[0]
        assert com == pytest.approx(row[1:4], abs=1e-15)
        assert inertia == pytest.approx(np.diag(row[4:]), abs=1e-14)
