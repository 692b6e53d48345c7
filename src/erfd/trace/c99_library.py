"""A robot's dynamics as three C files: header, source, and a test with reference vectors."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from erfd.dynamics.lump import tree_of
from erfd.dynamics.singular import singular_joint, singular_message
from erfd.dynamics.tree import Tree
from erfd.errors import RobotError
from erfd.robot.robot import Robot
from erfd.trace.c99_names import derived, identifier, prefix_of
from erfd.trace.parameters import Parameters
from erfd.trace.tape import Tape
from erfd.trace.trace import QUANTITIES, chosen, trace

MADE_BY = "written by erfd"

# the quantity, its name in C, what it is; {unit} is that of the joints' torques
OFFERED = (
    ("inverse_dynamics", "inverse_dynamics", "Joint torques tau of a motion."),
    ("forward_dynamics", "forward_dynamics", "Joint accelerations qdd under the torques tau."),
    (
        "equations_of_motion",
        "inertia_and_bias",
        "tau = H qdd + bias; H by rows, symmetric.",
    ),
    (
        "forward_kinematics",
        "forward_kinematics",
        "Pose of the tool in base axes: 4 x 4 homogeneous matrix by rows, lengths in m.",
    ),
    (
        "jacobian",
        "jacobian",
        "6 x n by rows: the tool point's linear velocity, then its angular velocity, base axes.",
    ),
)


@dataclass(frozen=True, slots=True)
class CFunction:
    """One function of the export: the quantity, its name in C, how it is computed.

    `reference` gives a flat list for every output from the inputs by name, for the test; without
    it the test asks the recursions.
    """

    quantity: str
    name: str
    says: str
    method: str
    tape: Tape
    reference: Callable[[Mapping[str, Sequence[float]]], list[list[float]]] | None = None
    state: Callable[[random.Random], Mapping[str, list[float]]] | None = None


@dataclass(frozen=True, slots=True)
class Export:
    robot: Robot
    tree: Tree
    prefix: str
    real: str
    wrench: bool
    parameters: Parameters
    functions: tuple[CFunction, ...]
    left_out: str

    @property
    def fields(self) -> frozenset[str]:
        """The inputs that the struct of parameters holds."""
        return frozenset(x.name for x in self.parameters.inputs)

    @property
    def digest(self) -> str:
        """Names the robot's numbers."""
        return hashlib.sha256(self.robot.to_toml().encode()).hexdigest()[:16]

    def files(self) -> dict[str, str]:
        """The three files by name."""
        from erfd.trace.c99_header import header, source_file
        from erfd.trace.c99_selftest import selftest

        return {
            f"{self.prefix}.h": header(self),
            f"{self.prefix}.c": source_file(self),
            f"{self.prefix}_test.c": selftest(self),
        }


def export(
    robot: Robot,
    prefix: str = "",
    *,
    single: bool = False,
    wrench: bool = False,
    parameters: Sequence[str] = (),
    more: Sequence[CFunction] = (),
) -> Export:
    """`single` makes float the default type; `wrench` adds the tool's load as an argument.

    `parameters` (payload, gravity, a body, BODY.mass) become fields of a struct; `more` are
    functions of other rooms, made for the same arguments.
    """
    inputs = Parameters.of(robot, parameters)
    for x in inputs.inputs:
        identifier(x.name)
    tree = tree_of(inputs.bare)
    left_out = "" if parameters else _singular(robot, tree)
    functions = []
    for quantity, name, says in OFFERED:
        own = inputs if parameters and QUANTITIES[quantity].inertial else None
        loaded = wrench and QUANTITIES[quantity].wrench
        if quantity == "forward_dynamics" and left_out:
            continue
        try:
            tape = trace(tree, quantity, wrench=loaded, parameters=own)
        except RobotError as error:  # a joint without inertia, whatever the parameters are
            if quantity != "forward_dynamics":
                raise
            left_out = error.what
            continue
        functions.append(CFunction(quantity, name, says, chosen(tree, quantity), tape))
    return Export(
        robot,
        tree,
        prefix_of(prefix) if prefix else derived(robot.name),
        "float" if single else "double",
        wrench,
        inputs,
        (*functions, *more),
        left_out,
    )


def _singular(robot: Robot, tree: Tree) -> str:
    """Why forward dynamics has no answer, or nothing."""
    q = [0.3 + 0.4 * k for k in range(len(robot.independent))]
    at = singular_joint(tree, q)
    if at is None:
        return ""
    joint = robot.independent[at]
    return singular_message(joint.name, joint.kind == "prismatic")[0]
