"""The records of executable commands refuse what no robot could be asked for."""

import dataclasses
import math

import pytest

from erfd import ProgramError
from erfd.motion.commands import Blend, Circle, Joints, Lin, Pose, Ptp, Wait
from erfd.robot.placement import from_rpy

HERE = Pose(position=(1.0, 0.0, 0.5), rotation=from_rpy(0.1, -0.2, 0.3), status=4)


def test_a_command_is_frozen_and_keeps_what_it_was_given() -> None:
    move = Circle(via=(0.9, 0.1, 0.5), target=HERE, speed=0.3, blend=Blend("c_speed"), line=7)
    assert (move.speed, move.acc, move.c_ori, move.line, move.move) == (0.3, None, "o_var", 7, 0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        move.speed = 1.0  # type: ignore[misc]


WRONG = {
    "NaN": lambda: Joints((0.0, math.nan)),
    "infinite point": lambda: Pose(position=(math.inf, 0.0, 0.0)),
    "no rotation": lambda: Pose(
        position=(0.0, 0.0, 0.0), rotation=((1, 0, 0), (0, 1, 0), (0, 0, -1))
    ),
    "skew": lambda: Pose(position=(0.0, 0.0, 0.0), rotation=((1, 0, 0), (0.1, 1, 0), (0, 0, 1))),
    "status": lambda: Pose(position=(0.0, 0.0, 0.0), status=12),
    "share": lambda: Ptp(target=Joints((0.0,)), speed_ptp=1.5),
    "speed": lambda: Lin(target=HERE, speed=0.0),
    "acc": lambda: Lin(target=HERE, acc=math.inf),
    "mode": lambda: Lin(target=HERE, c_ori="o_xyz"),  # type: ignore[arg-type]
    "blend kind": lambda: Blend("c_none"),  # type: ignore[arg-type]
    "blend share": lambda: Blend("c_speed", 50.0),
    "blend length": lambda: Blend("c_cp", -0.1),
    "window": lambda: Lin(target=HERE, r_blend_ori=-1.0),
    "via": lambda: Circle(via=(0.0, math.nan, 0.0), target=HERE),
    "wait": lambda: Wait(seconds=-1.0),
    "jerk": lambda: Ptp(target=Joints((0.0,)), jerk=-0.1),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_impossible_is_refused(name: str) -> None:
    with pytest.raises(ProgramError, match=r"^(E_[A-Z]+): "):
        WRONG[name]()
