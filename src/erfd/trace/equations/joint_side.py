"""A block beside the recursions: A^T I_a A, what the motors' rotors add to M at constant ratios."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from erfd.errors import RobotError
from erfd.robot.robot import Robot
from erfd.trace.equations.expression import Expression, Name, Power, plus, times
from erfd.trace.equations.letters import Meaning, named, plain
from erfd.trace.equations.ring import exact
from erfd.trace.equations.sheet import Block

ROTORS = "rotors"
GREEK = {"mu": r"\mu", "nu": r"\nu"}


class Taker:
    """Letters beside the recursions', or numbers where letters are not wanted."""

    def __init__(self, with_letters: bool) -> None:
        self.with_letters = with_letters
        self.meanings: dict[str, Meaning] = {}

    def of(self, symbol: str, index: str, value: float, unit: str, text: str) -> Expression:
        if not self.with_letters or value == 0:
            return times(exact(value), [])
        name, latex = named(symbol, index)
        latex = f"{GREEK[symbol]}_{{{index}}}" if symbol in GREEK else latex
        self.meanings[name] = Meaning(name, latex, float(value), unit, plain(text))
        return Name(name)


def has_rotors(robot: Robot) -> bool:
    motors = robot.drives.motors if robot.drives else ()
    return bool(motors) and all(m.ratios and m.rotor_inertia is not None for m in motors)


def rotors(robot: Robot, taker: Taker) -> Block:
    if not has_rotors(robot) or robot.drives is None:
        raise RobotError(
            f"'{robot.name}' has no motors with constant ratios and rotor inertias",
            "leave rotors out of --what",
        )
    n = len(robot.independent)
    ratios, inertias = [], []
    for r, motor in enumerate(robot.drives.motors, 1):
        row = [
            taker.of("A", f"{r}{c}", k, "", f"turns of {motor.name} for one of joint {c}")
            for c, k in enumerate(motor.ratios, 1)
        ]
        ratios.append(row)
        text = f"inertia of the rotor of {motor.name}"
        inertias.append(taker.of("Ia", str(r), motor.rotor_inertia or 0, "kg m^2", text))
    entries = [_entry(ratios, inertias, i, j) for i in range(n) for j in range(n)]
    return Block(
        what=ROTORS,
        function="rotor_inertia",
        title="Reflected inertia of the rotors, added to M",
        symbol="M^a",
        inputs=(),
        shape=(n, n),
        entries=tuple(entries),
        symmetric=True,
        note="A^T I_a A with d q_motor = A d q; without rotors' gyroscopic terms",
    )


def _entry(
    ratios: Sequence[Sequence[Expression]], inertias: Sequence[Expression], i: int, j: int
) -> Expression:
    terms = []
    for row, inertia in zip(ratios, inertias, strict=True):
        if row[i] == times(0, []) or row[j] == times(0, []):
            continue
        same = i == j and isinstance(row[i], Name)
        factors = [Power(row[i], 2)] if same else [row[i], row[j]]
        terms.append(times(1, [inertia, *factors]))
    return plus(terms)


def rotor_value(robot: Robot) -> list[float]:
    """In numbers, row by row, by fractions: sums of I_a k_i k_j."""
    motors = robot.drives.motors if robot.drives else ()
    n = len(robot.independent)

    def entry(i: int, j: int) -> Any:
        return sum(
            Fraction(m.rotor_inertia or 0) * Fraction(m.ratios[i]) * Fraction(m.ratios[j])
            for m in motors
        )

    return [float(entry(i, j)) for i in range(n) for j in range(n)]
