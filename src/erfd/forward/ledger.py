"""Where the energy of a run came from and went: kinetic + potential = start + works + residual.

Works of motors, friction, wrench and a moving base are integrated along with the motion; what stops
take, and what a payload brings or carries off, comes at once. The residual is what the integration
has lost or invented; it is measured against the largest kinetic energy, or where little moves
against the largest work.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from erfd.curve import Array, Index
from erfd.forward.phase import WORKS
from erfd.forward.record import Record
from erfd.forward.steps_curve import Steps

AT_ONCE = ("stops", "payload")


@dataclass(frozen=True, kw_only=True, eq=False)
class Ledger:
    """In J, a row a sample; `works` by name, from the start on: into the robot is positive."""

    t: Array
    kinetic: Array
    potential: Array
    works: Mapping[str, Array]

    def __repr__(self) -> str:
        works = ", ".join(f"{name} {x[-1]:.6g}" for name, x in self.works.items() if x.any())
        ends = f"kinetic {self.kinetic[-1]:.6g}, potential {self.potential[-1]:.6g}"
        lost = f"residual {self.residual[-1]:.2g}"
        return f"<Ledger in J, at the end: {ends}{', ' + works if works else ''}, {lost}>"

    @property
    def total(self) -> Array:
        """Kinetic and potential energy."""
        return self.kinetic + self.potential

    @property
    def residual(self) -> Array:
        """What no account explains."""
        found: Array = self.total - self.total[0] - sum(self.works.values(), np.zeros(len(self.t)))
        return found

    @property
    def drift(self) -> float:
        """The largest residual, relative to the largest kinetic energy (or work, or 1e-12 J)."""
        sizes = [self.kinetic, *self.works.values()]
        scale = max(1e-12, *(float(np.abs(x).max()) for x in sizes))
        return float(np.abs(self.residual).max()) / scale


def ledger(record: Record, curve: Steps, t: Array, piece: Index) -> Ledger:
    n, count = curve.n, len(t)
    states = curve.states(t, piece)
    phases = np.array(record.of_phase, dtype=np.intp)[piece]
    kinetic, potential, works = np.zeros(count), np.zeros(count), np.zeros((count, len(WORKS)))
    plants = [id(p.plant) for p in record.phases]
    for own in dict.fromkeys(plants):
        some = np.array([plants[k] == own for k in range(len(plants))])[phases]
        plant = record.phases[plants.index(own)].plant
        if some.any():
            q, qd = (np.ascontiguousarray(states[some, k : k + n]) for k in (0, n))
            kinetic[some], potential[some] = plant.energy(q, qd)
    if record.phases and record.phases[0].works:
        works = states[:, 2 * n : 2 * n + len(WORKS)]
    accounts = {name: works[:, k].copy() for k, name in enumerate(WORKS)}
    accounts |= {name: np.zeros(count) for name in AT_ONCE}
    starts = np.array([record.phases[k].start for k in phases])
    for when, name, energy in record.jumps:
        accounts[name] = accounts[name] + energy * (starts >= when)
    return Ledger(t=t, kinetic=kinetic, potential=potential, works=accounts)
