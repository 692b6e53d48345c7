"""Operation counts of every algorithm: for one robot, and for the general chain of its size."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import NamedTuple

from erfd.algebra import ZERO
from erfd.dynamics import quantities
from erfd.dynamics.reduced import coordinates
from erfd.dynamics.tree import Tree
from erfd.errors import RobotError
from erfd.trace.counts import Counts, count
from erfd.trace.general import general_counts
from erfd.trace.ops import OPS
from erfd.trace.simplify import build
from erfd.trace.tape import Tape
from erfd.trace.trace import trace

BIAS_GIVEN = "forward_dynamics_bias_given"
COUNTED = {
    "inverse_dynamics": "gravity and velocity terms, without a wrench on the tool",
    "forward_dynamics": "bias (gravity and velocity terms), H or its factors, and solving",
    BIAS_GIVEN: "H or its factors, and solving; qd and gravity are 0, tau stands for tau - bias",
    "mass_matrix": "H alone",
    "equations_of_motion": "H and the bias, without solving",
}
LARGEST_GENERAL = 12  # joints
LARGEST_LAGRANGE = 10


class Line(NamedTuple):
    """None: not counted (too large, or not offered for this robot)."""

    quantity: str
    method: str
    robot: Counts | None
    general: Counts | None


def lines(tree: Tree) -> Iterator[Line]:
    n = coordinates(tree)
    for quantity in COUNTED:
        for method in _methods(quantity):
            if method != "lagrange" or n <= LARGEST_LAGRANGE:
                general = n <= LARGEST_GENERAL
                yield Line(
                    quantity,
                    method,
                    _of_robot(tree, quantity, method),
                    _of_general(n, quantity, method) if general else None,
                )


def _methods(quantity: str) -> list[str]:
    offered = quantities.methods(quantity.removesuffix("_bias_given"))
    return [*offered, "composite_body"] if quantity == "equations_of_motion" else offered


def _of_general(n: int, quantity: str, method: str) -> Counts:
    if quantity == BIAS_GIVEN:
        return general_counts(n, "forward_dynamics", method, still=True)
    return general_counts(n, quantity, method)


def _of_robot(tree: Tree, quantity: str, method: str) -> Counts | None:
    try:
        if quantity == BIAS_GIVEN:
            still = dataclasses.replace(tree, gravity=ZERO)
            return count(without_speed(trace(still, "forward_dynamics", method)))
        return count(trace(tree, quantity, method))
    except (RobotError, ZeroDivisionError):  # joints that mimic others; a joint without inertia
        return None


def without_speed(tape: Tape) -> Tape:
    """The same program where the inputs qd are 0."""
    places = [port.name for port in tape.inputs for _ in range(port.size)]
    new, at = Tape(), list[int]()
    for op, args, value in tape.nodes:
        known = tuple(at[k] for k in args)
        if op == "input":
            at.append(new.const(0) if places[value] == "qd" else new.emit(op, (), value))
        else:
            at.append(build(new, op, known) if op in OPS else new.emit(op, known, value))
    new.inputs, new.outputs = tape.inputs, tape.outputs
    new.results = [at[i] for i in tape.results]
    return new.compact()
