"""The kernels' numbers again, with plain floats and the textbook's recursion.

Every reported torque and 32 random instants; a difference is a fault of ours, never of the motion.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from erfd.curve import Array, State
from erfd.judge.demand import states
from erfd.judge.search import Findings
from erfd.judge.verdict import Violation
from erfd.judge.violations import Case

INSTANTS, TOLERANCE = 32, 1e-9


def recheck(case: Case, found: Findings, violations: Sequence[Violation]) -> None:
    """Raises where floats and kernels do not agree."""
    rng = np.random.default_rng(len(found.at))
    rows = rng.integers(0, len(found.at), INSTANTS)
    at = found.at.take(rows)
    state = states(case.trajectory.curve, at)
    asked = case.model.of(state)
    for k in range(INSTANTS):
        one = State(*(x[k] for x in state))
        _compare(case.splitter.joint_torque(*one), asked.tau[k], "joint torque", at.t[k])
        if case.robot.drives is not None:
            torque = case.splitter.motor_torque(*one)
            _compare(torque, asked.motor_torque[k], "motor torque", at.t[k])
    for v in violations:
        if v.parts and abs(sum(v.parts.values()) - v.value) > TOLERANCE * (1.0 + abs(v.value)):
            raise AssertionError(_words(f"the parts of {v.quantity}", v.t))


def _compare(floats: Array, kernels: Array, what: str, t: float) -> None:
    size = 1.0 + float(np.abs(floats).max(initial=0.0))
    if not np.abs(floats - kernels).max(initial=0.0) <= TOLERANCE * size:
        raise AssertionError(_words(what, t))


def _words(what: str, t: float) -> str:
    return f"{what} at t = {t:.6g} s: compiled code and plain floats do not agree to {TOLERANCE}"
