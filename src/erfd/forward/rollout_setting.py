"""The constant inputs of a rollout on its tape, and the robot, or its drive train, with them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from erfd.drives.friction import refuse_locking
from erfd.drives.gears import refuse_unequal
from erfd.drives.train import Train, drives_of, train_of
from erfd.dynamics.tree import Tree
from erfd.forward.rollout_control import Model
from erfd.forward.rollout_motors import MotorModel, MotorScene
from erfd.forward.rollout_plant import Rubbing, plant_of
from erfd.forward.rollout_scene import Scene, Setup
from erfd.forward.rollout_step import Rounds, unrolled
from erfd.robot.robot import Robot
from erfd.trace.loops import scan
from erfd.trace.parameters import Parameters
from erfd.trace.scalar import symbols
from erfd.trace.tape import Tape

UNROLLED = 14  # joints: up to here the stages of a step stand one after the other
Change = Callable[[Tree], Tree] | None


def width(robot: Robot, setup: Setup) -> int:
    """How many torques there are: of joints, or of motors."""
    return len(drives_of(robot).motors) if setup.drives else len(robot.independent)


def scene_of(tape: Tape, robot: Robot, setup: Setup) -> Scene:
    n, wide = len(robot.independent), width(robot, setup)
    sizes: dict[str, tuple[int, ...]] = {"dt": ()}
    sizes |= {"torque": (wide,)} if setup.torque == "constant" else {}
    sizes |= {"kp": (n,), "kd": (n,)} if setup.controller else {}
    sizes |= {"limit": (wide,)} if setup.limit else {}
    sizes |= {name: (n,) for name in ("viscous", "coulomb") if getattr(setup, name)}
    sizes |= {"wrench": (6,)} if setup.wrench else {}
    sizes |= {"slip_rate": ()} if setup.coulomb else {}
    values = {name: symbols(tape, name, shape) for name, shape in sizes.items()}
    bare, change, fixed = _changed(tape, robot, setup)
    plant = plant_of(bare, setup.method or None, fixed=fixed, change=change)
    own = setup.knows == "row"
    known: Model = plant if own or not setup.parameters else plant_of(robot)
    rubbing = Rubbing(values.get("viscous"), values.get("coulomb"), values.get("slip_rate", [0])[0])
    rounds: Rounds = unrolled if n <= UNROLLED else scan
    if not setup.drives:
        return Scene(setup, plant, known, rubbing, values, rounds)
    train = _train(bare, fixed=fixed, change=change)
    if setup.controller == "computed_torque":
        known = MotorModel(train if own or not setup.parameters else _train(robot))
    return MotorScene(setup, plant, known, rubbing, values, rounds, train=train)


def _train(robot: Robot, *, fixed: bool = False, change: Change = None) -> Train:
    refuse_locking(drives_of(robot))
    refuse_unequal(drives_of(robot))
    return train_of(robot, wrench=fixed, change=change)


def _changed(tape: Tape, robot: Robot, setup: Setup) -> tuple[Robot, Change, bool]:
    """The robot without what rows bring along, what puts that in, and whether the base is fixed."""
    if not setup.parameters:
        return robot, None, setup.wrench
    chosen = Parameters.of(robot, setup.parameters)
    values: dict[str, Any] = {x.name: symbols(tape, x.name, x.shape) for x in chosen.inputs}
    change = functools.partial(chosen.applied, values=values)
    return chosen.bare, change, setup.wrench or chosen.gravity
