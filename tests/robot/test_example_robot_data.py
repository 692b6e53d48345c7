"""Every URDF of the package example-robot-data: Pinocchio's dynamics, or a stated refusal."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pin = pytest.importorskip("pinocchio")

from erfd.dynamics import quantities  # noqa: E402
from erfd.dynamics.lump import tree_of  # noqa: E402
from erfd.dynamics.quantities import methods  # noqa: E402
from erfd.errors import RobotError  # noqa: E402
from erfd.robot.urdf import parse_urdf, read_urdf  # noqa: E402
from tests.robot.urdf_oracle import (  # noqa: E402
    Terms,
    gap,
    ours,
    random_states,
    shared_files,
    worst_gaps,
)
from tests.robot.urdf_samples import difference  # noqa: E402

pytestmark = pytest.mark.oracle
TOLERANCE = 1e-12
FILES = shared_files()
REFUSED = {
    "alex_psyonic_hands.urdf": '<mimic> joint="index_q1" is not a joint',
    "romeo.urdf": "joint 'LHand' moves nothing that has mass",
    "romeo_laas_small.urdf": "joint 'l_gripper_joint' moves nothing that has mass",
    "ur3.urdf": "the robot has no <link>",
}


def builder(path: Path) -> Callable[[bool], Any]:
    return lambda mimic: pin.buildModelFromUrdf(str(path), mimic)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_file_agrees_or_is_refused(path: Path) -> None:
    if path.name in REFUSED:
        with pytest.raises(RobotError) as caught:
            read_urdf(path)
        assert REFUSED[path.name] in str(caught.value)
    else:
        gaps = worst_gaps(read_urdf(path), builder(path))
        assert max(gaps.values()) < TOLERANCE, gaps


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_algorithm_gives_the_same(path: Path) -> None:
    """In the coordinates that users see, joints that mimic others eliminated."""
    if path.name in REFUSED:
        return
    robot = read_urdf(path)
    tree, state = tree_of(robot), next(random_states(robot))
    q, qd = list(state.q.values()), list(state.qd.values())
    expected = ours(robot, state)
    for method in set(methods("mass_matrix")) - {"lagrange"}:
        bias_too = method in methods("bias")
        b = quantities.bias(tree, q, qd, None, method) if bias_too else expected.b
        found = Terms(
            np.array(quantities.mass_matrix(tree, q, method)).reshape(len(q), len(q)),
            np.array(b),
            np.array(quantities.gravity(tree, q)),
        )
        assert gap(found, expected) < TOLERANCE, method


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_written_reads_back(path: Path) -> None:
    """Written by us and read by Pinocchio: still the robot of the file."""
    if path.name not in REFUSED:
        robot = read_urdf(path)
        text = robot.to_urdf()
        assert difference(robot, parse_urdf(text, file=path.name)) < 1e-15
        gaps = worst_gaps(robot, lambda mimic: pin.buildModelFromXML(text, mimic))
        assert max(gaps.values()) < TOLERANCE, gaps


def test_a_file_with_a_broken_mimic_reads_with_independent_joints() -> None:
    path = next(path for path in FILES if path.name == "alex_psyonic_hands.urdf")
    robot = read_urdf(path, mimic="independent")
    assert len(robot.independent) == len(robot.moving) == 39
    assert max(worst_gaps(robot, builder(path)).values()) < TOLERANCE


def test_the_package_is_there_with_what_the_tests_are_about() -> None:
    robots = [read_urdf(path) for path in FILES if path.name not in REFUSED]
    assert len(FILES) >= 60
    assert sum(any(j.mimic for j in robot.joints) for robot in robots) >= 6
    assert sum(any(j.continuous for j in robot.joints) for robot in robots) >= 6
    assert sum(any(j.kind == "prismatic" for j in robot.joints) for robot in robots) >= 6


def test_the_page_shows_every_file_and_every_refusal() -> None:
    page = (Path(__file__).parents[2] / "docs" / "urdf.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if ".urdf |" in line]
    assert len(rows) == len(FILES)
    for row, path in zip(rows, FILES, strict=True):
        assert row.startswith(f"| {path.parent.parent.name}/{path.name} |")
        assert ("| refused |" in row) is (path.name in REFUSED)
