"""Parameters as inputs: the same results as a robot that has these numbers built in."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import numpy as np
import pytest

import erfd
from erfd.algebra import EMPTY, ZERO
from erfd.dynamics import quantities
from erfd.dynamics.lump import tree_of
from erfd.errors import ErfdError, RobotError
from erfd.robot import library
from erfd.robot.records import Payload
from erfd.robot.robot import Robot
from erfd.trace import interpret
from erfd.trace.c99_library import export
from erfd.trace.parameters import Parameters
from erfd.trace.robot_derivative import robot_derivative
from erfd.trace.robot_function import robot_function
from erfd.trace.tape import Tape
from erfd.trace.trace import QUANTITIES, trace
from tests.samples import random_body, random_robot, random_state
from tests.trace.test_derivative import by_casadi, run, same

WRENCH = [10.0, -20.0, 30.0, 1.0, 2.0, -3.0]
ALL = {"mass": "mass", "com": "com", "inertia": "inertia"}


def traced(robot: Robot, quantity: str, names: Any, method: str | None = None, **kw: Any) -> Tape:
    parameters = Parameters.of(robot, names)
    return trace(tree_of(parameters.bare), quantity, method, parameters=parameters, **kw)


def numbers(robot: Robot, quantity: str, method: str | None, state: Any) -> Any:
    options = {"method": method} if method else {}
    results = QUANTITIES[quantity].text(tree_of(robot), *state, **options)
    return np.concatenate([np.ravel(np.array(x, dtype=float)) for x in results])


def flat(tape: Tape, *given: Any) -> Any:
    return np.concatenate([np.ravel(x) for x in interpret.on_floats(tape, *given)])


def close(a: Any, b: Any, tolerance: float = 1e-11) -> bool:
    return bool(np.max(np.abs(a - b)) <= tolerance * (1 + np.max(np.abs(b))))


def load_of(rng: random.Random) -> Payload:
    body = random_body(rng, "load")
    return Payload(mass=body.mass, com=body.com, inertia=body.inertia)


CASES = [
    *[("inverse_dynamics", m) for m in (None, "mrnea", "denoc", "lagrange")],
    *[("forward_dynamics", m) for m in ("composite_body", "articulated_body", "mrnea")],
    ("mass_matrix", None),
    ("gravity", None),
    ("energy", None),
    ("joint_reactions", None),
]


@pytest.mark.parametrize(("quantity", "method"), CASES)
def test_a_payload(quantity: str, method: str | None) -> None:
    rng = random.Random(31)
    for n in (1, 3, 6):
        robot = random_robot(rng, n).with_payload(load_of(rng))
        load = load_of(rng)
        state = random_state(rng, n)[: len(QUANTITIES[quantity].inputs)]
        tape = traced(robot, quantity, ["payload"], method)
        for mass, com, inertia in ((load.mass, load.com, load.inertia), (0.0, ZERO, EMPTY)):
            other = robot.with_payload(Payload(mass=mass, com=com, inertia=inertia))
            got = flat(tape, *state, mass, com, inertia)
            assert close(got, numbers(other, quantity, method, state))


@pytest.mark.parametrize("wrench", [False, True])
def test_gravity_in_world_axes(wrench: bool) -> None:
    rng = random.Random(37)
    robot = random_robot(rng, 5)
    gravity = (1.0, -2.0, 3.0)
    state = [*random_state(rng, 5), *([WRENCH] if wrench else [])]
    for quantity in ("inverse_dynamics", "forward_dynamics"):
        tape = traced(robot, quantity, ["gravity"], wrench=wrench)
        expected = numbers(dataclasses.replace(robot, gravity=gravity), quantity, None, state)
        assert close(flat(tape, *state, gravity), expected)


@pytest.mark.parametrize("field", ["", ".mass", ".com", ".inertia"])
def test_a_body_also_on_a_fixed_joint(field: str) -> None:
    rng = random.Random(41)
    robot = random_robot(rng, 5, fixed=0.4)
    assert any(joint.kind == "fixed" for joint in robot.joints)
    state = random_state(rng, 5)
    for k, body in enumerate(robot.bodies):
        new = random_body(rng, body.name)
        fields = [field[1:]] if field else list(ALL)
        values = {name: getattr(new, name) for name in fields}
        bodies = list(robot.bodies)
        bodies[k] = dataclasses.replace(body, **values)
        other = dataclasses.replace(robot, bodies=tuple(bodies))
        tape = traced(robot, "forward_dynamics", [body.name + field])
        expected = numbers(other, "forward_dynamics", None, state)
        assert close(flat(tape, *state, *values.values()), expected)


def test_several_at_once_and_their_names() -> None:
    rng = random.Random(43)
    robot = random_robot(rng, 3)
    name = robot.bodies[0].name
    parameters = ["gravity", f"{name}.mass", "payload.com"]
    tape = traced(robot.with_payload(load_of(rng)), "inverse_dynamics", parameters, wrench=True)
    names = ["q", "qd", "qdd", "wrench", "gravity", f"{name}_mass", "payload_com"]
    assert [p.name for p in tape.inputs] == names
    assert [p.shape for p in tape.inputs][4:] == [(3,), (), (3,)]


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "forward_dynamics"])
def test_derivatives_by_parameters(quantity: str) -> None:
    """Against CasADi's derivative of the program, the wrench and q among the inputs."""
    rng = random.Random(47)
    robot = random_robot(rng, 4)
    load = load_of(rng)
    point = [*random_state(rng, 4), WRENCH, load.mass, load.com, load.inertia, (1.0, -2.0, 3.0)]
    parameters = Parameters.of(robot, ["payload", "gravity"])
    tree = tree_of(parameters.bare)
    tape = trace(tree, quantity, wrench=True, parameters=parameters)
    names = [p.name for p in tape.inputs]
    got = robot_derivative(names, tree, quantity, wrench=True, parameters=parameters)
    same(run(got, *point), by_casadi(tape, *point), 1e-9)


def test_a_different_payload_in_every_row() -> None:
    robot = library.load("rl15")
    rng = np.random.default_rng(5)
    q, qd, qdd = rng.normal(size=(3, 30, 6))
    mass, com = rng.uniform(0, 15, 30), rng.normal(size=(30, 3))
    inertia = np.zeros((3, 3))
    f = robot_function(robot, "inverse_dynamics", parameters=("payload",))
    got = f(q, qd, qdd, mass, com, inertia)
    assert got.shape == (30, 6)
    for k in (0, 11, 29):
        load = Payload(mass=mass[k], com=tuple(com[k]), inertia=EMPTY)
        state = [x[k].tolist() for x in (q, qd, qdd)]
        expected = quantities.inverse_dynamics(tree_of(robot.with_payload(load)), *state)
        assert close(got[k], np.array(expected, dtype=float))
    mass[7] = np.nan
    spoilt = f(q, qd, qdd, mass, com, inertia)
    rest = [k for k in range(30) if k != 7]
    assert np.array_equal(spoilt[rest], got[rest])
    assert np.isnan(spoilt[7]).any()


def test_what_is_not_a_parameter_is_refused_by_name() -> None:
    robot = library.load("rl15")
    with pytest.raises(RobotError, match="no parameter 'load'; use gravity, or payload, "):
        Parameters.of(robot, ["load"])
    with pytest.raises(RobotError, match=r"no parameter 'payload\.weight'"):
        Parameters.of(robot, ["payload.weight"])
    with pytest.raises(RobotError, match="asked for twice"):
        Parameters.of(robot, ["payload", "payload.mass"])
    with pytest.raises(RobotError, match="no function 'dynamics'"):
        robot_function(robot, "dynamics")
    with pytest.raises(RobotError, match="no frame 'hand'"):
        robot_function(robot, "jacobian", frame="hand")
    with pytest.raises(RobotError, match="wrench"):
        robot_function(robot, "jacobian", wrench=True)


@pytest.mark.parametrize("quantity", [*QUANTITIES, "regressor", "hybrid_dynamics"])
@pytest.mark.parametrize("name", ["payload", "payload.mass", "payload.inertia", "gravity"])
def test_a_parameter_changes_the_result_or_is_refused(quantity: str, name: str) -> None:
    robot = library.load("puma")
    try:
        f = robot_function(robot, quantity, parameters=(name,))
    except ErfdError as error:
        said = str(error)
        f = None
    if f is None:
        assert "does not depend on" in said or "takes no parameters" in said
        return
    rng = np.random.default_rng(1)
    given = [rng.uniform(0.5, 1, port.shape) for port in f.inputs]
    own = [k for k, port in enumerate(f.inputs) if port.name.startswith(name.partition(".")[0])]
    before = f(*given)
    for k in own:
        given[k] = given[k] * 2.0
    after = f(*given)
    pairs = zip(before, after, strict=True) if isinstance(after, tuple) else [(before, after)]
    assert any(not np.allclose(a, b) for a, b in pairs)


@pytest.mark.parametrize(
    ("quantity", "given"),
    [
        ("regressor", {"wrench": True}),
        ("bias", {"frame": "link_2"}),
        ("bias", {"prescribed": ("joint_1",)}),
        ("gravity", {"method": "lagrange"}),
        ("jacobian", {"method": "denoc"}),
        ("energy", {"method": "nonsense"}),
        ("regressor", {"method": "denoc"}),
        ("hybrid_dynamics", {"method": "lagrange"}),
    ],
)
def test_what_would_change_nothing_is_refused(quantity: str, given: dict[str, Any]) -> None:
    with pytest.raises(RobotError, match=rf"leave {next(iter(given))}= out"):
        robot_function(library.load("rl15"), quantity, **given)


def test_a_free_joint_without_inertia_is_refused_by_name() -> None:
    f = robot_function(library.load("kr5"), "hybrid_dynamics", prescribed=("joint_1",))
    with pytest.raises(RobotError, match="joint 'joint_6' feels no inertia"):
        f(*np.zeros((3, 6)))
    held = robot_function(library.load("kr5"), "hybrid_dynamics", prescribed=("joint_6",))
    assert np.isfinite(held(*np.ones((3, 6)))).all()


def test_parameters_that_leave_a_joint_without_inertia_are_said() -> None:
    """Joint 6 of kr5 feels none; gravity, or a body before it, changes nothing about that."""
    arm = erfd.load("kr5")
    for names in (["gravity"], ["link_1.mass"]):
        f = arm.function("forward_dynamics", parameters=names)
        for _ in range(2):
            with pytest.raises(RobotError, match="joint 'joint_6' feels no inertia about its axis"):
                f(*(np.ones(p.shape) for p in f.inputs))
        made = export(arm.robot, parameters=names)
        assert made.left_out.startswith("joint 'joint_6' feels no inertia")
        assert "forward_dynamics" not in [x.name for x in made.functions]
    loaded = arm.function("forward_dynamics", parameters=["payload"])
    assert np.isfinite(loaded(*(np.full(p.shape, 0.3) for p in loaded.inputs))).all()
