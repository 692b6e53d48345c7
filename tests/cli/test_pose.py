"""`erfd pose`: the same pose has one text, whatever the last bit says."""

from __future__ import annotations

import math

import numpy as np
import pytest

import erfd
from erfd.cli.pose import _text
from erfd.robot.placement import turn


@pytest.mark.parametrize("axis", ["x", "z"])
@pytest.mark.parametrize("noise", [-1e-9, -1e-16, 0.0, 1e-16, 1e-9])
def test_half_a_turn_is_plus_180_degrees(axis: str, noise: float) -> None:
    T = np.eye(4)
    T[:3, :3] = turn(axis, math.pi + noise)
    text = _text(erfd.load("puma"), "tool", T, [])
    assert " 180.00000 deg" in text
    assert "-180.00000" not in text
