"""The files of the library: there, complete, sourced, and of bodies that can exist."""

from __future__ import annotations

import math
import random
from pathlib import Path

import numpy as np
import pytest

from erfd.robot.check import findings
from erfd.robot.library import load, names
from erfd.robot.system import System
from tests.robot.library_tools import all_sources, mass_matrix

NAMES = {
    *("one_link", "two_link", "three_link", "three_link_exact"),
    *("puma", "stanford", "stanford_r6", "kr5", "kr5_r6", "kr5_inertia6", "kr5_fused"),
    *("rl15", "trttr1", "sdt", "centrifuge", "irb6", "seven_axis", "two_arm"),
}
OURS = ("trttr1", "sdt", "centrifuge", "irb6", "seven_axis", "two_arm")
GROUPS = ("geometry", "mass", "com", "inertia", "gravity", "tool")
LITERATURE = ("Saha", "Kvrgic", "Szkodny", "Detesan", "ERFD", "MRROC++", "irp6_robot")
every_robot = pytest.mark.parametrize("name", sorted(NAMES))


def test_these_are_the_robots() -> None:
    assert set(names()) == NAMES


@every_robot
def test_a_robot_is_complete(name: str) -> None:
    robot = load(name)
    assert robot.name == name
    assert robot.description
    assert robot.remarks
    assert not robot.warnings
    assert robot.payload is None
    assert robot.tool.body == robot.bodies[-1].name or name == "two_arm"


@every_robot
def test_every_group_of_numbers_has_a_source(name: str) -> None:
    robot = load(name)
    needed = set(GROUPS)
    if any(j.limits.lower.known or j.limits.speed.known for j in robot.joints):
        needed.add("limits")
    if any(j.friction.viscous is not None for j in robot.joints):
        needed.add("friction")
    if robot.drives is not None:
        needed.add("drives")
    if robot.system != System():
        needed.add("system")
    assert set(robot.sources) == needed
    for text in all_sources(robot):
        assert text.startswith(("ours", "decided")) or any(x in text for x in LITERATURE), text


@pytest.mark.parametrize("name", OURS)
def test_invented_masses_say_so(name: str) -> None:
    sources = load(name).sources
    assert sources["mass"].startswith("ours")
    assert sources["inertia"].startswith("ours")


@every_robot
def test_no_robot_contradicts_mechanics(name: str) -> None:
    robot = load(name)
    assert not [x for x in findings(robot) if x.level == "fault"]
    for body in robot.bodies:
        a, b, c = np.linalg.eigvalsh(np.array(body.inertia, dtype=float))
        assert body.mass > 0
        assert a >= 0 or math.isclose(a, 0, abs_tol=1e-15)
        assert c <= (a + b) * (1 + 1e-12)


@every_robot
def test_the_mass_matrix_is_definite_but_for_the_printed_defect(name: str) -> None:
    robot = load(name)
    rng = random.Random(name)
    n = len(robot.independent)
    for _ in range(5):
        q = [rng.uniform(-3, 3) for _ in range(n)]
        H = mass_matrix(robot, q)
        if name in {"kr5", "kr5_r6"}:
            assert np.abs(H[5]).max() < 1e-12
            H = H[:5, :5]
        assert np.abs(H - H.T).max() < 1e-12 * np.abs(H).max()
        assert np.linalg.eigvalsh(H).min() > 0


@pytest.mark.parametrize("name", OURS)
def test_invented_bodies_are_solids(name: str) -> None:
    """Strictly inside the triangle inequality: nothing invented is a rod, a plate or a point."""
    for body in load(name).bodies:
        a, b, c = np.linalg.eigvalsh(np.array(body.inertia, dtype=float))
        assert a > 0
        assert c < 0.999 * (a + b)


def test_the_page_names_every_robot() -> None:
    page = (Path(__file__).parents[2] / "docs" / "library.md").read_text("utf-8")
    rows = {line.split("|")[1].strip(" `") for line in page.splitlines() if line.startswith("| `")}
    assert rows == NAMES
