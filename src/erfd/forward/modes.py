"""What is in contact and what sticks: between two events this stays as it is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Modes:
    """`contacts`: a joint each, -1 at its lower stop, 1 at its upper one, 0 free.

    `slips`: a dry element each, 1 slides forward, -1 backward, 0 sticks.
    """

    contacts: tuple[int, ...]
    slips: tuple[int, ...]

    def touching(self, joint: int, side: int) -> Modes:
        return Modes(_with(self.contacts, joint, side), self.slips)

    def slipping(self, element: int, way: int) -> Modes:
        return Modes(self.contacts, _with(self.slips, element, way))

    @property
    def held(self) -> list[int]:
        return [j for j, side in enumerate(self.contacts) if side]


def _with(values: tuple[int, ...], k: int, value: int) -> tuple[int, ...]:
    return (*values[:k], value, *values[k + 1 :])
