"""Friction as equations: at the joints, on what they bear, and at the motors behind the gears."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import numpy as np
import pytest

import erfd
from erfd.errors import ErfdError
from erfd.robot.drives import Coulomb
from erfd.robot.library import load
from erfd.robot.robot import Robot
from erfd.trace.equations.derive import equations_text
from tests.trace.equations.test_exports import compiler, differences, octave


def functions(robot: Robot, what: tuple[str, ...], **options: Any) -> dict[str, Any]:
    space: dict[str, Any] = {}
    exec(equations_text(robot, what, "python", **options), space)
    return space


def state(n: int, seed: int) -> list[list[float]]:
    rng = random.Random(seed)
    return [[rng.uniform(-1, 1) for _ in range(n)] for _ in range(3)]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("form", ["closed", "cse"])
@pytest.mark.parametrize("symbols", [("lengths", "masses", "inertias"), ()])
def test_trttr1_is_eqs_4_and_5(seed: int, form: str, symbols: tuple[str, ...]) -> None:
    """Viscous and dry friction, the latter on the reactions, as the drives compute them."""
    arm = erfd.load("trttr1")
    q, qd, qdd = state(5, seed)
    space = functions(arm.robot, ("tau", "friction"), form=form, symbols=symbols)
    total = np.add(space["inverse_dynamics"](q, qd, qdd), space["friction"](q, qd, qdd))
    np.testing.assert_allclose(total, arm.motor_torque(q, qd, qdd), rtol=1e-12)
    without = functions(arm.robot, ("tau",), form=form, symbols=symbols)["inverse_dynamics"]
    assert np.abs(total - without(q, qd, qdd)).max() > 1


def rl15(**changes: Any) -> erfd.Arm:
    arm = erfd.load("rl15")
    assert arm.robot.drives is not None
    motors = tuple(dataclasses.replace(m, **changes) for m in arm.robot.drives.motors)
    drives = dataclasses.replace(arm.robot.drives, motors=motors)
    return erfd.Arm(dataclasses.replace(arm.robot, drives=drives))


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"coulomb_friction": Coulomb(forward=0.3, backward=0.1)},
        {"load_friction": None, "efficiency": 0.8, "backward_efficiency": 0.6},
        {"load_friction": None},
    ],
    ids=["as published", "dry", "efficiencies", "viscous"],
)
@pytest.mark.parametrize("symbols", [("lengths", "masses", "inertias"), ()])
def test_motors_of_rl15(changes: dict[str, Any], symbols: tuple[str, ...]) -> None:
    """M qdd + bias + rotors qdd + friction is A^T of the motors' torques."""
    arm = rl15(**changes)
    space = functions(arm.robot, ("tau", "friction", "rotors"), form="cse", symbols=symbols)
    A = arm.transmission_matrix()
    for seed in range(5):
        q, qd, qdd = state(6, seed)
        tau = space["inverse_dynamics"](q, qd, qdd)
        loaded = [tau] if changes != {"load_friction": None} else []
        total = (
            np.add(tau, space["friction"](qd, *loaded)) + np.array(space["rotor_inertia"]()) @ qdd
        )
        np.testing.assert_allclose(total, A.T @ arm.motor_torque(q, qd, qdd), rtol=1e-11)


@pytest.mark.parametrize(
    "format",
    [
        "markdown",
        "latex",
        "sympy",
        pytest.param("c", marks=compiler),
        pytest.param("matlab", marks=octave),
    ],
)
@pytest.mark.parametrize("name", ["trttr1", "rl15"])
def test_every_format(name: str, format: str) -> None:
    text = equations_text(load(name), ("friction",), format)
    assert max(differences(text)) < 1e-11
    assert "no Octave" not in text
    assert "no C compiler" not in text


def test_a_load_on_the_tool_presses_too() -> None:
    space = functions(load("trttr1"), ("friction",), wrench=True)
    q, qd, qdd = state(5, 1)
    plain, loaded = (space["friction"](q, qd, qdd, [f, 0, 0, 0, 0, 0]) for f in (0, 500))
    assert plain != loaded


def test_what_is_not_written_out() -> None:
    with pytest.raises(ErfdError, match="varying ratio"):
        equations_text(load("irb6"), ("friction",))
    with pytest.raises(ErfdError, match="states no friction"):
        equations_text(load("two_link"), ("friction",))
    assert "Friction" not in equations_text(load("irb6"), (), form="cse")
