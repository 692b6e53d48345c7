"""The derivatives of a robot's quantity: by the recursion that knows them, else from its tape.

Inverse dynamics, bias and gravity: `dynamics.derivatives` for q, qd and qdd. Forward dynamics is
not differentiated at all: at its own result qdd

    d qdd / d tau = H^-1,    d qdd / d x = -H^-1 d tau / d x

where x is q, qd or any other input of inverse dynamics. H is factorised once, and inverted where
that is no dearer than solving. Every other derivative is a pass over the tape.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from erfd.dynamics import quantities, reduced
from erfd.dynamics.derivatives import inverse_dynamics_derivatives
from erfd.dynamics.linear import factorise
from erfd.dynamics.tree import Place, Tree
from erfd.trace.derivative import add_blocks, derivative, inlined, port
from erfd.trace.felt import refuse_singular
from erfd.trace.inverse_mass import Solver
from erfd.trace.parameters import Parameters
from erfd.trace.scalar import Scalar, output
from erfd.trace.tape import Port, Tape
from erfd.trace.trace import Setting, prepare, trace

Row = list[Any]
Rows = list[list[Any]]
STATE = ("q", "qd", "qdd", "tau")
RESULTS = {
    "inverse_dynamics": "tau",
    "bias": "bias",
    "gravity": "gravity",
    "forward_dynamics": "qdd",
}


def robot_derivative(
    inputs: Sequence[str],
    tree: Tree,
    quantity: str,
    method: str | None = None,
    *,
    values: bool = False,
    wrench: bool = False,
    place: Place | None = None,
    parameters: Parameters | None = None,
) -> Tape:
    """The derivatives with respect to named inputs of the program that `trace` makes.

    `values` puts the quantity itself before them.
    """
    if quantity not in RESULTS:
        tape = trace(tree, quantity, method, wrench=wrench, place=place, parameters=parameters)
        return derivative(tape, inputs, values=values)
    text = "composite_body" if quantity == "forward_dynamics" else "newton_euler"
    setting = prepare(tree, quantity, text, wrench=wrench, parameters=parameters)
    wrt = [port(setting.tape.inputs, name, "input") for name in inputs]
    others = [x for x in wrt if x.name not in STATE]
    program = None
    if others:
        program = trace(tree, "inverse_dynamics", wrench=wrench, parameters=parameters)
        program = derivative(program, [x.name for x in others], direction="forward")
    state = _State.of(setting, others, program)
    inertial = quantity != "forward_dynamics"
    value, blocks = _torques(state) if inertial else _accelerations(state, setting.arguments[2])
    of = Port(RESULTS[quantity], (state.n,))
    if values:
        output(setting.tape, of.name, of.shape, value)
    for x in wrt:
        add_blocks(setting.tape, [of], [x], blocks[x.name])
    return setting.tape.compact()


@dataclass
class _State:
    """A robot's state on a tape; q has the offsets of the frames in it, `known` has not.

    `program` gives the derivatives of inverse dynamics with respect to its `others`.
    """

    tape: Tape
    tree: Tree
    q: Row
    n: int
    known: dict[str, Row]
    others: list[Port]
    program: Tape | None

    @staticmethod
    def of(setting: Setting, others: list[Port], program: Tape | None) -> _State:
        tape, n, first = setting.tape, setting.sizes["n"], 0
        known: dict[str, Row] = {}
        for x in tape.inputs:
            places = range(first, first + x.size)
            known[x.name] = [Scalar(tape, tape.emit("input", value=k)) for k in places]
            first += x.size
        return _State(tape, setting.tree, setting.arguments[0], n, known, others, program)

    @property
    def qd(self) -> Row:
        return self.known.get("qd", [0] * self.n)

    def torques(self, qdd: Row) -> Row:
        wrench = self.known.get("wrench")
        return quantities.inverse_dynamics(self.tree, self.q, self.qd, qdd, wrench)

    def partials(self, qdd: Row) -> dict[str, Rows]:
        """Of the torques, in independent coordinates, and with respect to the others."""
        q, qd = reduced.positions(self.tree, self.q), reduced.rates(self.tree, self.qd)
        full = reduced.rates(self.tree, qdd)
        found = inverse_dynamics_derivatives(self.tree, q, qd, full, self.known.get("wrench"))
        names = ("q", "qd", "qdd")
        blocks = {k: reduced.square(self.tree, x) for k, x in zip(names, found, strict=True)}
        return blocks | self._by_others(qdd)

    def _by_others(self, qdd: Row) -> dict[str, Rows]:
        if self.program is None:
            return {}
        given = {**self.known, "qd": self.qd, "qdd": qdd}
        flat = inlined(
            self.program, self.tape, [x for p in self.program.inputs for x in given[p.name]]
        )
        blocks, first = {}, 0
        for x in self.others:
            ends = range(first, first + self.n * x.size, x.size) if x.size else ()
            blocks[x.name] = [flat[k : k + x.size] for k in ends]
            first += self.n * x.size
        return blocks


def _torques(state: _State) -> tuple[Row, dict[str, Rows]]:
    """The torques and their derivatives."""
    qdd = state.known.get("qdd", [0] * state.n)
    return state.torques(qdd), state.partials(qdd)


def _accelerations(state: _State, tau: Row) -> tuple[Row, dict[str, Rows]]:
    """The accelerations and their derivatives."""
    H = quantities.mass_matrix(state.tree, state.q, method="composite_body")
    parent = state.tree.parent if state.tree.follows is None else None
    refuse_singular(state.tree, H, parent)
    factors = factorise(H, parent)
    bias = state.torques([0] * state.n)
    qdd = factors.solve([t - b for t, b in zip(tau, bias, strict=True)])
    inward = state.partials(qdd)
    del inward["qdd"]
    solver = Solver(factors)
    return qdd, {k: solver.minus(x) for k, x in inward.items()} | {"tau": solver.inverse}
