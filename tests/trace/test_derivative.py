"""Derivatives: every operation, loops, the robot's equations, against CasADi and Pinocchio."""

from __future__ import annotations

import dataclasses
import pickle
import random
from typing import Any

import numpy as np
import pinocchio as pin
import pytest

from erfd.dynamics.derivatives import inverse_dynamics_derivatives
from erfd.dynamics.lump import tree_of
from erfd.dynamics.singular import singular_joint
from erfd.errors import ErfdError, RobotError
from erfd.robot import library
from erfd.robot.records import Mimic
from erfd.robot.robot import Robot
from erfd.trace import interpret
from erfd.trace.choose import maximum, minimum, select, sqrt
from erfd.trace.counts import count
from erfd.trace.derivative import derivative
from erfd.trace.function import Function
from erfd.trace.loops import iterate, scan
from erfd.trace.partials import CHOICES, PARTIALS
from erfd.trace.robot_derivative import robot_derivative
from erfd.trace.robot_function import robot_function
from erfd.trace.scalar import output, symbols
from erfd.trace.tape import Tape
from erfd.trace.trace import trace
from tests.oracle import model_of
from tests.samples import random_robot, random_state
from tests.trace.test_tape import everything, loops

casadi = pytest.importorskip("casadi")
WRENCH = [10.0, -20.0, 30.0, 1.0, 2.0, -3.0]
Matrices = dict[str, Any]


def run(tape: Tape, *args: Any) -> Matrices:
    """The outputs as arrays by name, those of derivatives as matrices (flat output, flat input)."""
    sizes = {p.name: p.size for p in tape.inputs}
    flat = interpret.on_floats(tape, *args)
    result = {}
    for port, x in zip(tape.outputs, flat, strict=True):
        columns = sizes.get(port.name.rpartition("_d")[2], 1) if "_d" in port.name else 1
        result[port.name] = np.array(x, dtype=float).reshape(-1, columns)
    return result


def by_casadi(tape: Tape, *args: Any) -> Matrices:
    """d output / d input for every pair, by CasADi's own differentiation of the same program."""
    f = Function("f", tape).casadi()
    x = [casadi.SX.sym(p.name, *f.size_in(k)) for k, p in enumerate(tape.inputs)]
    results = f.call(x)
    names, blocks = [], []
    for p, y in zip(tape.outputs, results, strict=True):
        for port, z in zip(tape.inputs, x, strict=True):
            names.append(f"d{p.name}_d{port.name}")
            blocks.append(casadi.jacobian(casadi.vec(y.T), casadi.vec(z.T)))
    given = [np.reshape(a, f.size_in(k)) for k, a in enumerate(args)]
    values = casadi.Function("J", x, blocks).call([casadi.DM(a) for a in given])
    return {name: np.array(v.full()) for name, v in zip(names, values, strict=True)}


def close(a: Any, b: Any, tolerance: float = 1e-11) -> bool:
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return a.shape == b.shape and bool(np.max(np.abs(a - b)) <= tolerance * (1 + np.max(np.abs(b))))


def same(got: Matrices, expected: Matrices, tolerance: float = 1e-11) -> None:
    assert got
    for name, value in got.items():
        assert close(value, expected[name], tolerance), name


def operations() -> Tape:
    tape = Tape()
    x, y = symbols(tape, "x", ()) + symbols(tape, "y", ())
    results = [*everything(x, y), *everything(y * x, x), x.sqrt() * y, 1 / (x + y)]
    output(tape, "all", (len(results),), results)
    return tape


@pytest.mark.parametrize("direction", ["forward", "backward"])
@pytest.mark.parametrize("point", [(0.7, -1.3), (1.9, 0.4), (0.2, 0.3)])
def test_every_operation(direction: Any, point: tuple[float, float]) -> None:
    tape = operations().compact()
    used = {node.op for node in tape.nodes}
    assert set(PARTIALS) | set(CHOICES) <= used | {"fms", "fnma", "fnms"}
    got = derivative(tape, ["x", "y"], direction=direction)
    same(run(got, *point), by_casadi(tape, *point))


@pytest.mark.parametrize("op", ["fma", "fms", "fnma", "fnms"])
@pytest.mark.parametrize("direction", ["forward", "backward"])
def test_fused_operations(op: str, direction: Any) -> None:
    tape = Tape()
    x = symbols(tape, "x", (3,))
    tape.add_output("y", (), [tape.emit(op, tuple(v.index for v in x))])
    point = [0.3, -0.7, 1.1]
    same(run(derivative(tape, ["x"], direction=direction), point), by_casadi(tape, point))


def test_loops_carry_their_tangents() -> None:
    tape = Tape()
    (x,), A = symbols(tape, "x", ()), symbols(tape, "A", (2, 3))
    some = loops(x, A[0])
    output(tape, "some", (len(some),), some)
    inner, done = iterate(7, [x, A[1]], lambda s: ([s[1] * s[0] / 2, s[1] + A[2]], s[1] > 2.0))
    nested = scan(3, [x, A[3]], lambda s, k: [s[0] + scan(2, s, _rotated)[1] * A[4], s[0] * k])
    more = [*inner, select(done, x, A[5]), *nested]
    output(tape, "more", (len(more),), more)
    point = 0.7, np.arange(6.0).reshape(2, 3) / 3 + 0.2
    got = derivative(tape, ["x", "A"])
    assert sum(node.op in ("scan", "iterate") for node in got.nodes) == sum(
        node.op in ("scan", "iterate") for node in tape.compact().nodes
    )
    same(run(got, *point), by_casadi(tape, *point))
    with pytest.raises(ErfdError, match="loops"):
        derivative(tape, ["x"], direction="backward")


def _rotated(s: Any, k: Any) -> Any:
    return [s[1] * s[0], s[0] + k]


def test_what_does_not_depend_is_zero_and_free() -> None:
    tape = Tape()
    x, y = symbols(tape, "x", (2,)), symbols(tape, "unused", (3,))
    output(tape, "y", (2,), [x[0] * x[0], 3.0])
    got = derivative(tape, ["x", "unused"])
    assert [(p.name, p.shape) for p in got.outputs] == [
        ("dy_dx", (2, 2)),
        ("dy_dunused", (2, 3)),
    ]
    assert sum(count(got)) == 1
    assert close(run(got, [3.0, 4.0], [0.0] * len(y))["dy_dx"], [[6, 0], [0, 0]])


def test_values_come_first_and_unknown_names_are_refused() -> None:
    fd = robot_function(library.load("rl15"), "forward_dynamics")
    q, qd, tau = np.random.default_rng(0).normal(size=(3, 6))
    with_values = derivative(fd.tape, ["tau"], values=True)
    assert [p.name for p in with_values.outputs] == ["qdd", "dqdd_dtau"]
    expected = interpret.on_floats(fd.tape, q, qd, tau)[0]
    assert close(interpret.on_floats(with_values, q, qd, tau)[0], expected)
    structured = interpret.on_floats(fd.derivative("tau", values=True).tape, q, qd, tau)[0]
    assert close(structured, expected)
    with pytest.raises(ErfdError, match="unknown input 'torque'; use q, qd, tau"):
        fd.derivative("torque")


# --- robots -------------------------------------------------------------------------------------


def robots() -> list[Robot]:
    rng = random.Random(11)
    trees = [random_robot(rng, n, prismatic=p) for n in (1, 2, 3, 5, 8) for p in (0.0, 0.5)]
    return [*trees, *map(library.load, library.names())]


def by_pinocchio(robot: Robot, quantity: str, state: Any) -> list[Any]:
    model = model_of(robot)
    data = model.createData()
    forward = quantity == "forward_dynamics"
    f = pin.computeABADerivatives if forward else pin.computeRNEADerivatives
    by_q, by_qd, last = map(np.array, f(model, data, *map(np.array, state)))
    return [by_q, by_qd, np.triu(last) + np.triu(last, 1).T]


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "forward_dynamics"])
def test_pinocchio_says_the_same(quantity: str) -> None:
    rng = random.Random(13)
    third = "qdd" if quantity == "inverse_dynamics" else "tau"
    for robot in robots():
        tree = tree_of(robot)
        state = random_state(rng, tree.n)
        if third == "tau" and singular_joint(tree, state[0]) is not None:
            with pytest.raises(RobotError, match="feels no"):
                robot_derivative(["q"], tree, quantity)
            continue
        tape = robot_derivative(["q", "qd", third], tree, quantity)
        got = list(run(tape, *state).values())
        for a, b in zip(got, by_pinocchio(robot, quantity, state), strict=True):
            assert close(a, b, 1e-9), robot.name


def test_the_recursion_runs_on_floats() -> None:
    rng = random.Random(17)
    robot = random_robot(rng, 6)
    state = random_state(rng, 6)
    got = inverse_dynamics_derivatives(tree_of(robot), *state)
    for a, b in zip(got, by_pinocchio(robot, "inverse_dynamics", state), strict=True):
        assert close(a, b, 1e-11)


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "forward_dynamics", "bias"])
def test_the_wrench_and_mimic_joints_as_the_tape_has_them(quantity: str) -> None:
    """The recursion against plain differentiation of the program, by CasADi."""
    rng = random.Random(19)
    for n in (2, 5):
        for robot in (random_robot(rng, n), mimicking(random_robot(rng, n))):
            tree = tree_of(robot)
            size = len(robot.independent)
            tape = trace(tree, quantity, wrench=True)
            names = [p.name for p in tape.inputs]
            state = [*random_state(rng, size)[: len(names) - 1], WRENCH]
            got = run(robot_derivative(names, tree, quantity, wrench=True), *state)
            same(got, by_casadi(tape, *state), 1e-9)
            same(run(derivative(tape, names), *state), by_casadi(tape, *state), 1e-9)


def mimicking(robot: Robot) -> Robot:
    """The last moving joint follows the first one."""
    first, last = robot.moving[0], robot.moving[-1]
    mimic = Mimic(of=first.name, multiplier=-0.7, offset=0.3)
    joints = tuple(dataclasses.replace(j, mimic=mimic) if j is last else j for j in robot.joints)
    return dataclasses.replace(robot, joints=joints)


def test_other_quantities_and_second_derivatives() -> None:
    """The gradient of the potential is the gravity torque; its derivative is symmetric."""
    rng = random.Random(23)
    robot = random_robot(rng, 5)
    tree = tree_of(robot)
    q, qd, _ = random_state(rng, 5)
    gradient = derivative(trace(tree, "energy"), ["q"], ["V"])
    got = run(gradient, q, qd)["dV_dq"].ravel()
    assert close(got, interpret.on_floats(trace(tree, "gravity"), q)[0])
    hessian = run(derivative(gradient, ["q"]), q, qd)["ddV_dq_dq"]
    assert close(hessian, hessian.T)
    assert close(hessian, run(robot_derivative(["q"], tree, "gravity"), q)["dgravity_dq"])
    H = run(robot_derivative(["qdd"], tree, "inverse_dynamics"), q, qd, qd)["dtau_dqdd"]
    assert close(H.ravel(), interpret.on_floats(trace(tree, "mass_matrix"), q)[0])


# --- compiled -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def compiled() -> Function:
    return robot_function(library.load("rl15"), "forward_dynamics").derivative("q", "qd", "tau")


def test_compiled_as_one_function(compiled: Function) -> None:
    robot = library.load("rl15")
    X = np.random.default_rng(2).uniform(-2, 2, size=(3, 40, 6))
    got = compiled(*X)
    assert [p.name for p in compiled.outputs] == ["dqdd_dq", "dqdd_dqd", "dqdd_dtau"]
    assert [g.shape for g in got] == [(40, 6, 6)] * 3
    for k in (0, 17, 39):
        for a, b in zip(got, by_pinocchio(robot, "forward_dynamics", X[:, k]), strict=True):
            assert close(a[k], b, 1e-9)
    assert np.array_equal(got[2], got[2].transpose(0, 2, 1))
    assert compiled.counts.flops <= 2850
    assert compiled.counts.divisions == 5


def test_second_derivatives_of_a_matrix_in_every_row() -> None:
    """Four dimensions a row; the rows that fill no vector take another way."""
    f = robot_function(library.load("two_link"), "mass_matrix").derivative("q").derivative("q")
    q = np.random.default_rng(4).uniform(-2, 2, size=(11, 2))
    got, [expected] = f(q), interpret.on_arrays(f.tape, q)
    assert got.shape == (11, 2, 2, 2, 2)
    assert close(got, expected, 1e-12)
    assert np.array_equal(f(np.repeat(q, 2, axis=1)[:, ::2]), got)


def test_nan_stays_in_its_row(compiled: Function) -> None:
    X = np.random.default_rng(3).uniform(-2, 2, size=(3, 21, 6))
    clean = compiled(*X)
    X[0, 5, 2], X[2, 13, 0] = np.nan, np.inf
    spoilt = compiled(*X)
    others = [k for k in range(21) if k not in (5, 13)]
    for a, b in zip(clean, spoilt, strict=True):
        assert np.array_equal(a[others], b[others])
    assert np.isnan(spoilt[0][5]).any()


def test_it_survives_pickling(compiled: Function) -> None:
    """The function forgets nothing of how it is differentiated."""
    fd = robot_function(library.load("rl15"), "forward_dynamics")
    again = pickle.loads(pickle.dumps(fd)).derivative("q", "qd", "tau")  # noqa: S301
    assert again.tape.nodes == compiled.tape.nodes


@pytest.mark.parametrize("direction", ["forward", "backward"])
@pytest.mark.parametrize(
    ("text", "slopes"),
    [
        (lambda x, y: select(x > 0.0, sqrt(x) * y, y), [[0, 1], [0, 1], [0.5, 2]]),
        (lambda x, y: select(x > 0.0, y / x, y), [[0, 1], [0, 1], [-0.125, 0.25]]),
        (lambda x, y: maximum(x, 1.0) * y + minimum(1.0 / x, 7.0), [[0, 1], [-1, 1], [1.9375, 4]]),
    ],
)
def test_what_was_not_chosen_has_no_slope_however_steep(
    text: Any, slopes: list[list[float]], direction: Any
) -> None:
    """At x = 0 and below the root and the quotient have none, and nobody took them."""
    tape = Tape()
    x, y = symbols(tape, "x", (2,))
    output(tape, "z", (1,), [text(x, y)])
    rows = np.array([[0.0, 2.0], [-1.0, 2.0], [4.0, 2.0]])
    (found,) = interpret.on_arrays(derivative(tape, ["x"], direction=direction), rows)
    np.testing.assert_array_equal(found[:, 0, :], slopes)
