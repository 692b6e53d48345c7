"""A robot's tapes mean what the recursions mean; frames and base parameters change no torque."""

from __future__ import annotations

import dataclasses
import math
import random
from typing import Any

import numpy as np
import pytest

from erfd.dynamics import quantities
from erfd.dynamics.lump import tree_of
from erfd.dynamics.tree import Tree
from erfd.robot.placement import axis_to_z
from erfd.trace import interpret
from erfd.trace.base_parameters import base_parameters
from erfd.trace.reframe import reframed
from erfd.trace.trace import METHODICAL, QUANTITIES, chosen, trace
from tests.samples import random_robot, random_state

WRENCH = [10.0, -20.0, 30.0, 1.0, 2.0, -3.0]
CASES: list[tuple[str, str | None, bool]] = [
    (name, None, wrench)
    for name, what in QUANTITIES.items()
    for wrench in ((False, True) if what.wrench else (False,))
]
CASES += [
    ("forward_dynamics", m, w)
    for m in quantities.methods("forward_dynamics")
    for w in (False, True)
]
CASES += [
    (quantity, m, False)
    for quantity in ("inverse_dynamics", "bias", "mass_matrix", "equations_of_motion")
    for m in quantities.methods(quantity)
]
CASES += [("coriolis_matrix", m, False) for m in ("christoffel", "denoc")]


def plain(tree: Tree, quantity: str, method: str | None, args: list[Any]) -> Any:
    what = QUANTITIES[quantity]
    place = [tree.tool] if what.frame else []
    name = chosen(tree, quantity, method)
    options = {"method": name} if quantity in METHODICAL or name else {}
    results = what.text(tree, *args, *place, **options)
    return results if len(what.outputs) > 1 else (results,)


@pytest.mark.parametrize(("quantity", "method", "wrench"), CASES)
def test_a_tape_is_the_recursion(quantity: str, method: str | None, wrench: bool) -> None:
    rng = random.Random(3)
    for n in (1, 2, 3, 4, 5):
        tree = tree_of(random_robot(rng, n))
        states = list(random_state(rng, n))
        given = states[: len(QUANTITIES[quantity].inputs)] + ([WRENCH] if wrench else [])
        tape = trace(tree, quantity, method, wrench=wrench)
        got = interpret.on_floats(tape, *given)
        expected = plain(tree, quantity, method, given)
        for a, b in zip(got, expected, strict=True):
            flat = np.ravel(np.array(b, dtype=float))
            assert np.max(np.abs(np.array(a) - flat)) <= 1e-11 * (1 + np.max(np.abs(flat)))


@pytest.mark.parametrize("prismatic", [0.0, 0.4, 1.0])
def test_frames_and_base_parameters_keep_the_torques(prismatic: float) -> None:
    rng = random.Random(5)
    for n in range(1, 9):
        tree = tree_of(random_robot(rng, n, prismatic=prismatic))
        new, offsets = reframed(tree)
        q, qd, qdd = random_state(rng, n)
        shifted = [x + d for x, d in zip(q, offsets, strict=True)]
        [expected] = plain(tree, "inverse_dynamics", None, [q, qd, qdd])
        size = max(map(abs, expected))
        for version in (new, base_parameters(new), base_parameters(tree)):
            at = q if version.R is tree.R else shifted
            [got] = plain(version, "inverse_dynamics", None, [at, qd, qdd])
            assert max(abs(a - b) for a, b in zip(got, expected, strict=True)) <= 1e-13 * size


def test_frames_stand_on_the_axes_and_numbers_vanish() -> None:
    """On a chain every constant rotation is a turn about x; m, h_z and I_yy are gone."""
    rng = random.Random(7)
    tree = tree_of(random_robot(rng, 6, branching=0.0, prismatic=0.0, fixed=0.0))
    new = base_parameters(reframed(tree).tree)
    for R in new.R:
        assert (R[0], R[1][0], R[2][0]) == ((1, 0, 0), 0, 0)
    assert [(m, h[2], Io[1][1]) for m, h, Io in zip(new.m, new.h, new.Io, strict=True)] == [
        (0, 0, 0)
    ] * 6


def almost_parallel(tree: Tree, rng: random.Random, tilt: float) -> Tree:
    """Every second axis is parallel to the one before, but for what calibration leaves."""
    R = list(tree.R)
    for i in range(1, tree.n, 2):
        about = rng.uniform(-3, 3)
        sideways = math.sin(tilt)
        R[i] = axis_to_z((math.cos(about) * sideways, math.sin(about) * sideways, math.cos(tilt)))
    return dataclasses.replace(tree, R=tuple(R))


@pytest.mark.parametrize("tilt", [10.0**-k for k in range(15)])
def test_axes_that_are_almost_parallel_lose_no_digits(tilt: float) -> None:
    """Their common normals are far away, and frames out there would lose all of them."""
    rng = random.Random(11)
    for n in (3, 6, 6):
        tree = almost_parallel(tree_of(random_robot(rng, n, branching=0.1)), rng, tilt)
        q, qd, qdd = random_state(rng, n)
        for quantity, given in (("inverse_dynamics", [q, qd, qdd]), ("mass_matrix", [q])):
            [got] = interpret.on_floats(trace(tree, quantity), *given)
            expected = np.ravel(np.array(plain(tree, quantity, None, given)[0], dtype=float))
            assert np.max(np.abs(got - expected)) <= 1e-12 * np.max(np.abs(expected))


def test_places_move_with_their_bodies() -> None:
    rng = random.Random(9)
    tree = tree_of(random_robot(rng, 6))
    new, offsets = reframed(tree, base=False)
    q = random_state(rng, 6)[0]
    shifted = [x + d for x, d in zip(q, offsets, strict=True)]
    for name, place in tree.places.items():
        text = QUANTITIES["forward_kinematics"].text
        a, b = text(tree, q, place), text(new, shifted, new.places[name])
        assert np.max(np.abs(np.array(a, float) - np.array(b, float))) < 1e-13
