"""The example programs are laid out, run on their robots, and move them as they say."""

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import erfd
from erfd.motion.commands import Joints, Ptp, Wait
from erfd.motion.language.layout import formatted

EXAMPLES = Path(__file__).parents[3] / "examples"
# program: robot, moves and waits that it makes, warnings that planning it may give
PROGRAMS = {
    "lola15": ("rl15", 13, 0, {"W_STATUS_IGNORED", "W_ORI_IGNORED", "W_JOINT_ACC", "W_SPEED_STEP"}),
    "palletising": ("rl15", 74, 24, {"W_NOT_MODELLED"}),
    "spot_welding": ("rl15", 20, 7, {"W_NOT_MODELLED"}),
    "centrifuge_profile": ("centrifuge", 7, 0, set()),
    "disorientation": ("sdt", 18, 0, set()),
    "scara_assembly": (str(EXAMPLES / "scara.toml"), 38, 12, set()),
}


def test_every_program_is_named() -> None:
    found = {path.stem for path in EXAMPLES.glob("*.irl")}
    assert found == {*PROGRAMS, "lola15_as_printed"}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_laid_out(name: str) -> None:
    text = (EXAMPLES / f"{name}.irl").read_text("utf-8")
    assert formatted(text) == text


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_moves_its_robot(name: str) -> None:
    robot, moves, waits, known = PROGRAMS[name]
    arm = erfd.load(robot)
    program = erfd.parse(EXAMPLES / f"{name}.irl")
    commands = list(program.commands(arm.robot))
    kinds = Counter(isinstance(x, Wait) for x in commands)
    assert (kinds[False], kinds[True]) == (moves, waits)
    plan = erfd.plan(program, arm)
    assert {notice.code for notice in plan.notices} <= known
    assert plan.move.max() == moves
    assert np.isfinite(plan.q).all()


def test_the_other_axes_of_the_centrifuge_stay() -> None:
    arm = erfd.load("centrifuge")
    commands = list(erfd.parse(EXAMPLES / "centrifuge_profile.irl").commands(arm.robot))
    turning = commands[2]
    assert isinstance(turning, Ptp)
    assert turning.target == Joints((math.radians(720), None, None))


def test_the_quill_of_the_scara_is_in_mm() -> None:
    arm = erfd.load(str(EXAMPLES / "scara.toml"))
    first = next(erfd.parse(EXAMPLES / "scara_assembly.irl").commands(arm.robot))
    assert isinstance(first, Ptp)
    assert first.target == Joints((0.0, math.radians(60), 0.15, 0.0))


def test_the_boxes_stand_where_the_pallet_says() -> None:
    """The first is half a box from the corner, the last in the other corner of the top layer."""
    arm = erfd.load("rl15")
    plan = erfd.plan(erfd.parse(EXAMPLES / "palletising.irl"), arm)
    lowest = [plan.pose[plan.move == k][-1, :3, 3] for k in (6, 72)]
    corner = np.array([0.780, -0.420, 0.150])
    first, last = np.array([[0.08, 0.07, 0.09], [2.5 * 0.16, 1.5 * 0.14, 0.18]]) + corner
    assert np.allclose(lowest, [first, last], atol=1e-9)
