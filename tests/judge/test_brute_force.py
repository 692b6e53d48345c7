"""The judge against a brute-force check on a grid 100 times finer, on 200 random motions.

Another code: the arm's own functions at evenly spaced instants, no refinement, no table of limits.
"""

from __future__ import annotations

import numpy as np
import pytest

from erfd.arm import Arm
from erfd.curve import Array, Polynomials
from erfd.judge.instants import SPACING
from erfd.judge.peaks import BRACKET
from erfd.judge.steps import AT_A_STEP
from erfd.judge.verify import judge
from erfd.robot import library
from erfd.robot.records import Payload
from tests.judge.motions import (
    from_point_to_point,
    random_points,
    slower,
    through_points,
    trajectory,
)

RL15 = library.load("rl15").with_payload(Payload(mass=10.0, com=(0.0, 0.0, 0.1)))
ARM = Arm(RL15)
FINER, EACH, HAIR = 100, 10, 1e-5
Use = dict[tuple[str, str, int], float]


def random_motion(rng: np.random.Generator) -> Polynomials:
    moves = int(rng.integers(1, 4))
    points = random_points(RL15, rng, moves + 1, rng.uniform(0.2, 0.9))
    made = through_points if moves > 1 and rng.random() < 0.5 else from_point_to_point
    return slower(made(points, rng.uniform(0.3, 1.0, moves)), rng.uniform(0.5, 3.0))


def brute(curve: Polynomials, wrench: Array) -> Use:
    """The largest use of every limit in every move."""
    found: Use = {}
    assert RL15.drives is not None
    motors, joints = RL15.drives.motors, RL15.independent
    A = ARM.transmission_matrix()
    for k, (a, b) in enumerate(zip(curve.breakpoints[:-1], curve.breakpoints[1:], strict=True)):
        edge = HAIR * (b - a)  # where the arm stands, rounding would decide the sign of friction
        t = np.linspace(a + edge, b - edge, int((b - a) / SPACING * FINER) + 2)
        q, qd, qdd = curve.at(t, np.full(len(t), k))
        speed = np.abs(qd @ A.T).max(axis=0)
        torque = np.abs(ARM.motor_torque(q, qd, qdd, wrench=wrench)).max(axis=0)
        for i, motor in enumerate(motors):
            found["motor speed", motor.name, k + 1] = speed[i] / float(motor.top_speed.value)
            found["motor torque", motor.name, k + 1] = torque[i] / float(motor.peak_torque.value)
        for i, joint in enumerate(joints):
            x, low, high = joint.limits, joint.limits.lower.value, joint.limits.upper.value
            middle, half = 0.5 * (high + low), 0.5 * (high - low)
            found["joint position", joint.name, k + 1] = np.abs(q[:, i] - middle).max() / half
            rates = (("speed", qd, x.speed), ("acceleration", qdd, x.acceleration))
            for name, values, limit in rates:
                use = np.abs(values[:, i]).max() / float(limit.value)
                found[f"stated joint {name}", joint.name, k + 1] = use
    return found


@pytest.mark.parametrize("group", range(200 // EACH))
def test_the_judge_agrees_with_brute_force(group: int) -> None:
    for seed in range(group * EACH, (group + 1) * EACH):
        rng = np.random.default_rng(seed)
        curve, wrench = random_motion(rng), np.concatenate([rng.uniform(-200, 200, 3), np.zeros(3)])
        verdict = judge(trajectory(RL15, curve), RL15, wrench=wrench)
        expected = brute(curve, wrench)
        broken = {
            (v.quantity, v.subject, v.move): v
            for v in reversed(verdict.violations)
            if AT_A_STEP not in v.quantity
        }
        for key, use in expected.items():
            if use > 1.0 + BRACKET:
                assert broken[key].utilisation == pytest.approx(use, rel=BRACKET), (seed, key)
            if use < 1.0 - BRACKET:
                assert key not in broken, (seed, key)
        for move in verdict.per_move:
            for u in move.uses:
                use = expected[u.quantity, u.subject, move.move]
                assert u.utilisation == pytest.approx(use, rel=BRACKET, abs=1e-9), (seed, u)
