"""Every recursion runs unchanged on floats, fractions, SymPy, CasADi and intervals: two-link arms.

One arm turns twice, the other turns and slides. Their numbers are short binary fractions, so that
all kinds of scalars speak of the same robot to the last bit.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import casadi
import numpy as np
import pytest
import sympy
from mpmath import iv

from erfd.algebra import Angle
from erfd.dynamics import coriolis, energy, jacobian, kinematics, newton_euler
from erfd.dynamics.catalogue import ALGORITHMS
from erfd.dynamics.general_vectors import general_vectors
from erfd.dynamics.lump import tree_of
from erfd.dynamics.quantities import joint_reactions
from erfd.dynamics.tree import Tree
from erfd.errors import ErfdError
from erfd.robot.placement import Placement
from erfd.robot.records import BASE, Body, Frame, Joint
from erfd.robot.robot import Robot
from tests.cases import difference
from tests.intervals import Interval

Function = Callable[..., Any]
AXES = ((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0))
TENSORS = (
    ((0.75, 0.0625, -0.125), (0.0625, 0.5, 0.03125), (-0.125, 0.03125, 0.625)),
    ((0.25, -0.03125, 0.0), (-0.03125, 0.375, 0.0625), (0.0, 0.0625, 0.3125)),
)
COSINES = (Angle(Fraction(3, 5), Fraction(4, 5)), Angle(Fraction(5, 13), Fraction(-12, 13)))
QD, X = (Fraction(1, 2), Fraction(-3, 4)), (Fraction(5, 4), Fraction(7, 8))
WRENCH = tuple(Fraction(k) for k in (3, -5, 2, 1, 4, -2))


def arm(second: Any) -> Robot:
    """A turning link that carries one which turns or slides."""
    joints = (
        Joint(name="one", kind="revolute", parent=BASE, child="upper"),
        Joint(
            name="two",
            kind=second,
            parent="upper",
            child="lower",
            placement=Placement(AXES, (0.5, 0.25, -0.125)),
        ),
    )
    bodies = (
        Body(name="upper", mass=4.0, com=(0.25, 0.125, 0.0625), inertia=TENSORS[0]),
        Body(name="lower", mass=2.0, com=(0.5, -0.25, 0.125), inertia=TENSORS[1]),
    )
    tool = Frame(name="tool", body="lower", placement=Placement(p=(0.5, 0.0, 0.25)))
    return Robot(
        name=f"arm_{second}", joints=joints, bodies=bodies, gravity=(0.0, -9.75, 1.5), tool=tool
    )


ARMS = {kind: arm(kind) for kind in ("revolute", "prismatic")}
arms = pytest.mark.parametrize("kind", ARMS)


def around(tree: Tree, q: Any, qd: Any) -> list[Any]:
    """What stands beside the algorithms: kinematics, Jacobian, energies."""
    placed = kinematics.pose(tree, q, tree.tool)
    J = jacobian.jacobian(tree, q, tree.tool), jacobian.jacobian_rate(tree, q, qd, tree.tool)
    energies = energy.kinetic(tree, q, qd), energy.potential(tree, q), energy.gravity(tree, q)
    return [placed.R, placed.p, J, energies]


def vectors(tree: Tree, q: Any) -> list[Any]:
    """The general vectors of the modified Newton-Euler method, one by one."""
    return [list(v) for kind in general_vectors(tree, q) for v in kind.values()]


def functions() -> dict[str, tuple[Function, str]]:
    """Every function of the catalogue, and the names of its arguments after the tree."""
    arguments = {
        "inverse_dynamics": "q qd x wrench",
        "forward_dynamics": "q qd x wrench",
        "equations_of_motion": "q qd wrench",
        "bias": "q qd wrench",
        "mass_matrix": "q",
        "coriolis_matrix": "q qd",
    }
    found: dict[str, tuple[Function, str]] = {
        "coriolis": (coriolis.coriolis_matrix, "q qd"),
        "around": (around, "q qd"),
        "joint_reactions": (joint_reactions, "q qd x wrench"),
        "general_vectors": (vectors, "q"),
    }
    for name, algorithm in ALGORITHMS.items():
        for quantity, needed in arguments.items():
            function = getattr(algorithm, quantity)
            if function is not None:
                found[f"{name}-{quantity}"] = function, needed
    return found


FUNCTIONS = functions()
each = pytest.mark.parametrize("name", FUNCTIONS)


def flat(x: Any) -> list[Any]:
    return [y for z in x for y in flat(z)] if isinstance(x, (list, tuple)) else [x]


def evaluate(name: str, robot: Robot, state: dict[str, Any]) -> list[Any]:
    """The numbers that a function gives, nested as they may be, in a row."""
    function, needed = FUNCTIONS[name]
    return flat(function(tree_of(robot), *(state[x] for x in needed.split())))


def state(convert: Callable[[Fraction], Any], q: Any) -> dict[str, Any]:
    return {
        "q": list(q),
        "qd": [convert(x) for x in QD],
        "x": [convert(x) for x in X],
        "wrench": [convert(x) for x in WRENCH],
    }


def angles(kind: str) -> tuple[float, float]:
    """The same configuration as `fractions_of`."""
    one = float(np.arctan2(4.0, 3.0))
    return (one, float(np.arctan2(-12.0, 5.0))) if kind == "revolute" else (one, 0.375)


def fractions_of(kind: str) -> dict[str, Any]:
    second = COSINES[1] if kind == "revolute" else Fraction(3, 8)
    return state(Fraction, (COSINES[0], second))


def in_floats(name: str, kind: str) -> list[float]:
    return evaluate(name, ARMS[kind], state(float, angles(kind)))


@arms
@each
def test_floats(name: str, kind: str) -> None:
    assert all(isinstance(x, (int, float)) for x in in_floats(name, kind))


@arms
@each
def test_fractions(name: str, kind: str) -> None:
    exact = evaluate(name, ARMS[kind].map(Fraction), fractions_of(kind))
    assert all(isinstance(x, (int, Fraction)) for x in exact)
    assert difference(exact, in_floats(name, kind)) < 1e-14


@arms
@pytest.mark.parametrize("name", [x for x, a in ALGORITHMS.items() if a.forward_dynamics])
def test_forward_dynamics_after_inverse_dynamics_is_the_identity(name: str, kind: str) -> None:
    tree, given = tree_of(ARMS[kind].map(Fraction)), fractions_of(kind)
    q, qd, qdd, wrench = given["q"], given["qd"], given["x"], given["wrench"]
    tau = newton_euler.inverse_dynamics(tree, q, qd, qdd, wrench)
    forward_dynamics = ALGORITHMS[name].forward_dynamics
    assert forward_dynamics is not None
    assert forward_dynamics(tree, q, qd, tau, wrench) == qdd


@arms
@each
def test_sympy(name: str, kind: str) -> None:
    """Equations of motion of exact numbers, with no decimal in them, equal to the fractions."""
    robot = ARMS[kind].map(lambda x: sympy.Rational(Fraction(x)))
    symbols = {key: sympy.symbols(f"{key}1:{n + 1}") for key, n in SIZES.items()}
    equations = [sympy.sympify(x) for x in evaluate(name, robot, symbols)]
    known = {s for group in symbols.values() for s in group}
    assert all(not x.atoms(sympy.Float) and x.free_symbols <= known for x in equations)
    numbers = state(lambda x: sympy.Rational(x.numerator, x.denominator), ())
    numbers["q"] = [sympy.atan2(4, 3), sympy.atan2(-12, 5)]
    if kind == "prismatic":
        numbers["q"][1] = sympy.Rational(3, 8)
    values = {s: v for key in SIZES for s, v in zip(symbols[key], numbers[key], strict=True)}
    found = [x.subs(values) for x in equations]
    assert [Fraction(x.p, x.q) for x in found] == evaluate(
        name, ARMS[kind].map(Fraction), fractions_of(kind)
    )


SIZES = {"q": 2, "qd": 2, "x": 2, "wrench": 6}


@arms
@each
def test_casadi(name: str, kind: str) -> None:
    symbols = {key: casadi.SX.sym(key, n) for key, n in SIZES.items()}
    rows = {key: casadi.vertsplit(x) for key, x in symbols.items()}
    result = casadi.vertcat(*evaluate(name, ARMS[kind], rows))
    function = casadi.Function("f", list(symbols.values()), [result])
    numbers = state(float, angles(kind))
    found = np.array(function(*(numbers[key] for key in SIZES))).ravel()
    assert difference(found, in_floats(name, kind)) < 1e-14


@arms
@each
def test_intervals(name: str, kind: str) -> None:
    """A box of states one millionth wide: the results of 50 states in it lie in the intervals."""
    given = state(float, angles(kind))
    box = {key: [Interval(x - 5e-7, x + 5e-7) for x in row] for key, row in given.items()}
    bounds = [Interval.of(x) for x in evaluate(name, ARMS[kind], box)]
    assert max(x.width for x in bounds) < 1e-3
    rng = random.Random(0)
    for _ in range(50):
        inside = {key: [rng.uniform(x.low, x.high) for x in row] for key, row in box.items()}
        found = evaluate(name, ARMS[kind], inside)
        assert all(x in bound for x, bound in zip(found, bounds, strict=True))


@arms
def test_intervals_of_others_hold_the_exact_result(kind: str) -> None:
    """mpmath's, whose sine belongs to a context and not to the package."""
    tree = tree_of(ARMS[kind])
    q, qd, x = [0.3, -0.2], [1.0, 2.0], [0.5, 0.25]
    wide = [[iv.mpf([v - 1e-9, v + 1e-9]) for v in row] for row in (q, qd, x)]
    for name, algorithm in ALGORITHMS.items():
        if algorithm.forward_dynamics is not None:
            found = algorithm.forward_dynamics(tree, *wide, None)
            exact = algorithm.forward_dynamics(tree, q, qd, x, None)
            assert all(a in b for a, b in zip(exact, found, strict=True)), name
            assert all(b.delta < 1e-3 for b in found), name


def test_a_scalar_without_a_sine_says_what_to_give() -> None:
    tree = tree_of(ARMS["revolute"].map(Fraction))
    with pytest.raises(ErfdError, match=r"a Fraction has no sin .*; give the angle as an Angle"):
        newton_euler.bias(tree, [Fraction(1), Fraction(2)], QD)
