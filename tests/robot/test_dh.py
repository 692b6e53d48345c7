"""DH tables against textbook matrices: poses, masses, both conventions, prismatic rows, offsets."""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from erfd.dynamics.kinematics import pose
from erfd.dynamics.lump import tree_of
from erfd.dynamics.newton_euler import inverse_dynamics
from erfd.errors import RobotError
from erfd.robot.dh import DhRow, from_dh
from erfd.robot.dh_row import link_of
from erfd.robot.placement import Placement
from erfd.robot.robot import Robot
from tests.samples import random_body, random_placement

Rows = list[DhRow]


def shift(x: float, y: float, z: float) -> np.ndarray:
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return T


def about_z(angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1.0]])


def about_x(angle: float) -> np.ndarray:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[1, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1.0]])


def standard(theta: float, d: float, a: float, alpha: float) -> np.ndarray:
    return about_z(theta) @ shift(0, 0, d) @ shift(a, 0, 0) @ about_x(alpha)


def modified(theta: float, d: float, a: float, alpha: float) -> np.ndarray:
    return about_x(alpha) @ shift(a, 0, 0) @ about_z(theta) @ shift(0, 0, d)


BOOK: dict[str, Callable[..., np.ndarray]] = {"standard": standard, "modified": modified}
each_convention = pytest.mark.parametrize("convention", BOOK)


def random_rows(rng: random.Random, n: int, *, fixed: float = 0.0) -> Rows:
    """Rows with all four numbers away from zero, a third of the angles multiples of 90 degrees."""

    def angle() -> float:
        if rng.random() < 0.3:
            return rng.randrange(-2, 3) * math.pi / 2
        return rng.uniform(-3, 3)

    rows = []
    for _ in range(n):
        kind = "fixed" if rng.random() < fixed else rng.choice(("revolute", "prismatic"))
        body = random_body(rng, "body")
        rows.append(
            DhRow(
                kind=kind,
                theta=None if kind == "revolute" else angle(),
                d=None if kind == "prismatic" else rng.uniform(-1, 1),
                a=rng.uniform(-1, 1),
                alpha=angle(),
                offset=angle() if kind != "fixed" else 0.0,
                mass=body.mass,
                com=body.com,
                inertia=body.inertia,
            )
        )
    return rows


def book_frames(rows: Rows, q: Sequence[float], convention: str) -> list[np.ndarray]:
    """The base frame and DH frames 1..n, by products of homogeneous matrices."""
    frames, coordinates = [np.eye(4)], iter(q)
    for row in rows:
        theta, d = row.theta, row.d
        if row.kind == "revolute":
            theta = next(coordinates) + row.offset
        elif row.kind == "prismatic":
            d = next(coordinates) + row.offset
        frames.append(frames[-1] @ BOOK[convention](theta, d, row.a, row.alpha))
    return frames


def matrix(place: Placement) -> np.ndarray:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = place.R, place.p
    return T


def frame_pose(robot: Robot, name: str, q: Sequence[float]) -> np.ndarray:
    tree = tree_of(robot)
    return matrix(pose(tree, q, tree.tool if name == "tool" else tree.places[name]))


@each_convention
@pytest.mark.parametrize("seed", range(10))
def test_frames_are_those_of_the_table(convention: str, seed: int) -> None:
    rng = random.Random(seed)
    rows = random_rows(rng, 7, fixed=0.2)
    tool = random_placement(rng)
    robot = from_dh("arm", rows, convention=convention, tool=tool)
    q = [rng.uniform(-3, 3) for _ in robot.moving]
    frames = book_frames(rows, q, convention)
    for i, T in enumerate(frames[1:], 1):
        assert np.allclose(frame_pose(robot, f"dh_{i}", q), T, rtol=0, atol=1e-13)
    expected = frames[-1] @ matrix(tool)
    assert np.allclose(frame_pose(robot, "tool", q), expected, rtol=0, atol=1e-13)


def book_mass_matrix(rows: Rows, q: Sequence[float], convention: str) -> np.ndarray:
    """Sum of m Jv^T Jv + Jw^T I Jw, the Jacobians from the axes of the textbook's frames.

    Joint i turns about z of frame i-1 in a standard table, about z of frame i in a modified one.
    """
    n, H = len(rows), np.zeros((len(rows), len(rows)))
    frames = book_frames(rows, q, convention)
    axes = frames[:-1] if convention == "standard" else frames[1:]
    for i, row in enumerate(rows):
        T = frames[i + 1]
        c = T[:3, :3] @ row.com + T[:3, 3]
        I = T[:3, :3] @ np.array(row.inertia) @ T[:3, :3].T
        Jv, Jw = np.zeros((3, n)), np.zeros((3, n))
        for k in range(i + 1):
            z, o = axes[k][:3, 2], axes[k][:3, 3]
            if rows[k].kind == "prismatic":
                Jv[:, k] = z
            else:
                Jv[:, k], Jw[:, k] = np.cross(z, c - o), z
        H += row.mass * Jv.T @ Jv + Jw.T @ I @ Jw
    return H


@each_convention
@pytest.mark.parametrize("seed", range(10))
def test_masses_given_in_dh_frames_move_right(convention: str, seed: int) -> None:
    rng = random.Random(seed)
    rows = random_rows(rng, 6)
    robot = from_dh("arm", rows, convention=convention, gravity=(0, 0, 0))
    q = [rng.uniform(-3, 3) for _ in rows]
    tree, zero = tree_of(robot), [0.0] * 6
    units = np.eye(6).tolist()
    H = np.array([inverse_dynamics(tree, q, zero, e) for e in units]).T
    expected = book_mass_matrix(rows, q, convention)
    assert np.abs(H - expected).max() < 1e-12 * np.abs(expected).max()


@pytest.mark.parametrize("seed", range(10))
def test_both_conventions_describe_one_robot(seed: int) -> None:
    """A modified row takes a and alpha from the standard row before; the last go to the tool."""
    rng = random.Random(seed)
    rows = random_rows(rng, 6)
    before = [(0.0, 0.0), *((row.a, row.alpha) for row in rows)]
    pairs = zip(rows, before, strict=False)
    shifted = [dataclasses.replace(row, a=a, alpha=alpha) for row, (a, alpha) in pairs]
    last = link_of(
        DhRow(kind="fixed", theta=0.0, d=0.0, a=rows[-1].a, alpha=rows[-1].alpha), "standard"
    )
    one = from_dh("arm", rows, convention="standard")
    other = from_dh("arm", shifted, convention="modified", tool=last.before)
    q = [rng.uniform(-3, 3) for _ in rows]
    T = frame_pose(one, "tool", q)
    assert np.allclose(frame_pose(other, "tool", q), T, rtol=0, atol=1e-13)
    assert not np.allclose(frame_pose(from_dh("arm", rows, convention="modified"), "tool", q), T)


@each_convention
def test_right_angles_stay_exact(convention: str) -> None:
    quarter = math.pi / 2
    for k in range(-3, 4):
        row = DhRow(d=0.1, a=0.2, alpha=k * quarter, offset=-k * quarter)
        robot = from_dh("arm", [row] * 3, convention=convention)
        entries = [x for j in robot.joints for r in j.placement.R for x in r]
        entries += [x for f in robot.frames for r in f.placement.R for x in r]
        assert set(entries) <= {-1, 0, 1}
        assert not any(math.copysign(1.0, x) < 0 for x in entries if x == 0)


def test_gravity_and_base_are_passed_on() -> None:
    base = Placement(p=(1.0, 2.0, 3.0))
    rows = [DhRow(d=0.0, a=1.0, alpha=0.0)]
    robot = from_dh("arm", rows, convention="standard", gravity=(0, -9.81, 0), base=base)
    assert (robot.gravity, robot.base, robot.tool.body) == ((0, -9.81, 0), base, "link_1")


def test_an_inertia_stays_symmetric() -> None:
    rng = random.Random(1)
    for body in from_dh("arm", random_rows(rng, 30), convention="standard").bodies:
        I = np.array(body.inertia)
        assert (I == I.T).all()


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"theta": 1.0}, "row 1 of the DH table: 'theta' is the variable of a revolute joint"),
        ({"kind": "prismatic", "theta": 1.0}, "'d' is the variable of a prismatic joint"),
        ({"kind": "prismatic", "d": None}, "'theta' is missing"),
        ({"alpha": None}, "'alpha' is missing; give alpha = 0"),
        ({"kind": "fixed"}, "'theta' is missing"),
        ({"kind": "fixed", "theta": 0.0, "offset": 1.0}, "a fixed joint has no offset"),
        ({"alpha": math.nan}, "'alpha' is nan; give finite numbers"),
        ({"offset": -math.inf}, "'offset' is -inf; give finite numbers"),
        ({"kind": "hinge", "theta": 1.0}, "unknown kind 'hinge'"),
    ],
)
def test_rows_that_say_too_little_or_too_much(row: dict[str, Any], message: str) -> None:
    rows = [DhRow(**{"d": 0.0, "a": 0.0, "alpha": 0.0, **row})]
    with pytest.raises(RobotError, match=message):
        from_dh("arm", rows, convention="standard")


@pytest.mark.parametrize("word", ["Standard", "craig", "", None])
def test_the_convention_is_one_of_two_words(word: Any) -> None:
    with pytest.raises(RobotError, match="say 'standard' or 'modified'"):
        from_dh("arm", [DhRow(d=0.0, a=0.0, alpha=0.0)], convention=word)


def test_the_convention_has_no_default() -> None:
    with pytest.raises(TypeError, match="convention"):
        from_dh("arm", [])  # type: ignore[call-arg]
    with pytest.raises(RobotError, match="the DH table has no rows"):
        from_dh("arm", [], convention="standard")
