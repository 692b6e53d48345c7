"""The records of executable commands refuse what no robot could be asked for."""

import dataclasses
import math

import numpy as np
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
    "two coordinates": lambda: Pose(position=(1.0, 2.0)),  # type: ignore[arg-type]
    "four coordinates": lambda: Pose(position=(1.0, 2.0, 3.0, 4.0)),  # type: ignore[arg-type]
    "text for a point": lambda: Pose(position="123"),  # type: ignore[arg-type]
    "two rows": lambda: Pose(position=(0, 0, 0), rotation=((1, 0), (0, 1))),  # type: ignore[arg-type]
    "status and a half": lambda: Pose(position=(0, 0, 0), status=4.5),  # type: ignore[arg-type]
    "half a turn": lambda: Pose(position=(0, 0, 0), turns=(0, 0.5)),  # type: ignore[arg-type]
    "one joint": lambda: Joints(3.0),  # type: ignore[arg-type]
    "joints in words": lambda: Joints(("a", "b")),  # type: ignore[arg-type]
    "no target": lambda: Ptp(target=None),  # type: ignore[arg-type]
    "bare joints": lambda: Ptp(target=(0.0, 0.0)),  # type: ignore[arg-type]
    "joints of a path": lambda: Lin(target=Joints((0.0,))),  # type: ignore[arg-type]
    "speed in words": lambda: Lin(target=HERE, speed="fast"),  # type: ignore[arg-type]
    "true speed": lambda: Lin(target=HERE, speed=True),
    "two speeds": lambda: Lin(target=HERE, speed=[1, 2]),  # type: ignore[arg-type]
    "blend in words": lambda: Lin(target=HERE, blend="c_speed"),  # type: ignore[arg-type]
    "wait in words": lambda: Wait(seconds="long"),  # type: ignore[arg-type]
    "flat via": lambda: Circle(via=(0.0, 1.0), target=HERE),  # type: ignore[arg-type]
    "base": lambda: Lin(target=HERE, base=[1, 2, 3]),  # type: ignore[arg-type]
    "tool": lambda: Lin(target=HERE, tool="gripper"),  # type: ignore[arg-type]
    "robot": lambda: Lin(target=HERE, act_rob=3),  # type: ignore[arg-type]
}


def test_arrays_become_plain_values() -> None:
    turned = np.array(from_rpy(0.1, -0.2, 0.3))
    pose = Pose(position=np.array([1.0, 0.0, 0.5]), rotation=turned, status=np.int64(4))  # type: ignore[arg-type]
    assert pose == HERE
    assert hash(pose) == hash(HERE)
    assert Joints(np.zeros(2)) == Joints((0.0, 0.0))  # type: ignore[arg-type]
    assert Joints([None, 1]).values == (None, 1.0)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", WRONG)
def test_what_is_impossible_is_refused(name: str) -> None:
    with pytest.raises(ProgramError, match=r"^(E_[A-Z]+): "):
        WRONG[name]()
