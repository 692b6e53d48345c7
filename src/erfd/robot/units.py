"""The units that a robot file may be written in, and their conversion to metres and radians.

Millimetres are divided by 1000 (200 mm is exactly 0.2 m); `math.radians` makes 90 degrees exactly
pi/2. Mass, force, torque, inertia and time have no choice: kg, N, N m, kg m^2, s.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

PER_METRE = {"m": 1.0, "mm": 1000.0}
ANGLES = ("rad", "deg")


@dataclass(frozen=True, slots=True)
class Units:
    length_word: str = "m"
    angle_word: str = "rad"

    def length(self, x: float) -> float:
        return x / PER_METRE[self.length_word]

    def area(self, x: float) -> float:
        return x / PER_METRE[self.length_word] ** 2

    def angle(self, x: float) -> float:
        return math.radians(x) if self.angle_word == "deg" else x

    def coordinate(self, kind: str, x: float) -> float:
        """A joint's position, speed or acceleration: a length when it slides, else an angle."""
        return self.length(x) if kind == "prismatic" else self.angle(x)

    def coordinate_word(self, kind: str) -> str:
        return self.length_word if kind == "prismatic" else self.angle_word
