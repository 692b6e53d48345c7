"""The drive train of a robot: what the texts of this room read, made from its record once.

`tree` are the rigid bodies, those of the drives behind them, in frames chosen for short programs
and with inertial parameters regrouped; `whole` is the same tree with all its inertia in place, for
joint reactions. `offsets` are added to the tree's coordinates; the drives read q itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from erfd.algebra import Scalar, apply
from erfd.drives.elements import grown
from erfd.drives.friction import known
from erfd.drives.joint_friction import pressed_joints
from erfd.drives.transmission import Row, Rows, is_none
from erfd.dynamics.lump import tree_of
from erfd.dynamics.reduced import coordinates
from erfd.dynamics.rotors import Rotor
from erfd.dynamics.tree import Tree
from erfd.errors import RobotError
from erfd.robot.drives import Drives
from erfd.robot.records import JointFriction
from erfd.robot.robot import Robot
from erfd.trace.base_parameters import base_parameters
from erfd.trace.reframe import reframed


@dataclass(frozen=True)
class Train:
    """`friction` is of the tree's joints, `rotors` are those on carriers, by the motor's number."""

    drives: Drives
    tree: Tree
    whole: Tree
    offsets: tuple[Scalar, ...]
    friction: tuple[JointFriction, ...]
    rotors: tuple[tuple[int, Rotor], ...]
    pressed: dict[int, Scalar]

    @property
    def n(self) -> int:
        """How many coordinates the robot has."""
        return coordinates(self.tree) - len(self.drives.elements)

    def equations(
        self, q: Sequence[Scalar], qd: Sequence[Scalar], wrench: Sequence[Scalar] | None = None
    ) -> tuple[Rows, Row]:
        """H, symmetric, and u' of u = H qdd + u', joint friction on speeds included.

        What rotors on carriers and dry friction on reactions add is in `sides.py` only.
        """
        from erfd.drives.sides import joint_side

        return joint_side(self, q, qd, wrench)

    @property
    def rubs(self) -> bool:
        """Whether any joint has friction."""
        known_ones = (known(x) for f in self.friction for x in (f.viscous, f.coulomb))
        return not all(map(is_none, known_ones))


def train_of(
    robot: Robot,
    *,
    wrench: bool = False,
    plain: bool = False,
    change: Callable[[Tree], Tree] | None = None,
) -> Train:
    """Of the robot's record; `change` puts symbols into the tree once its frames are chosen.

    With `wrench` the base keeps its axes (for a wrench, or gravity, as an input); with `plain`
    every frame and number stays as it is.
    """
    drives, bigger = drives_of(robot), grown(robot)
    whole = tree_of(bigger)
    offsets: tuple[Scalar, ...] = (0,) * whole.n
    if not plain:
        whole, offsets = reframed(whole, base=not wrench)
    tree = whole if plain else base_parameters(whole)
    if change is not None:
        tree, whole = change(tree), change(whole)
    friction = tuple(joint.friction for joint in bigger.moving)
    return Train(
        drives,
        tree,
        whole,
        offsets,
        friction,
        _rotors(drives, whole),
        pressed_joints(whole, friction),
    )


def drives_of(robot: Robot) -> Drives:
    if robot.drives is None:
        raise RobotError(f"'{robot.name}' has no drives", "describe its motors under [drives]")
    return robot.drives


def _rotors(drives: Drives, tree: Tree) -> tuple[tuple[int, Rotor], ...]:
    """Those whose carrier moves and whose inertia is known."""
    found = []
    for k, motor in enumerate(drives.motors):
        if motor.rotor is None or is_none(known(motor.rotor_inertia)):
            continue
        place = tree.places[motor.rotor.body]
        if place.index >= 0:
            z = apply(place.placement.R, motor.rotor.axis)
            found.append((k, Rotor(place.index, z, motor.rotor_inertia)))
    return tuple(found)
