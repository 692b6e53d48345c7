"""The agreement check itself: it must find what is broken."""

import random
from dataclasses import replace

import pytest

from erfd import agreement as module
from erfd.agreement import agreement
from erfd.dynamics import catalogue
from erfd.dynamics.lump import tree_of
from tests.samples import random_robot


def check(seed: int) -> module.Agreement:
    robot = random_robot(random.Random(seed), 4)
    return agreement(tree_of(robot), [j.kind == "prismatic" for j in robot.moving], states=3)


def test_a_sound_robot_passes() -> None:
    result = check(1)
    assert result.passed
    assert [m.quantity for m in result.matrices] == list(module.QUANTITIES)
    assert len(result.laws) == 5


def test_one_wrong_algorithm_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = catalogue.ALGORITHMS["denoc"]

    def wrong(*arguments: object) -> list[float]:
        return [x * (1 + 1e-8) for x in right.inverse_dynamics(*arguments)]

    monkeypatch.setitem(catalogue.ALGORITHMS, "denoc", replace(right, inverse_dynamics=wrong))
    result = check(1)
    assert not result.passed
    assert [m.quantity for m in result.matrices if not m.passed] == ["inverse_dynamics"]


def test_wrong_gravity_breaks_the_energy_balance(monkeypatch: pytest.MonkeyPatch) -> None:
    right = module.quantities.energies

    def wrong(tree: object, q: object, qd: object) -> object:
        kinetic, potential = right(tree, q, qd)
        return kinetic, potential * 1.001

    monkeypatch.setattr(module.quantities, "energies", wrong)
    assert [law.name for law in check(1).laws if not law.passed] == ["power in = rate of energy"]
