"""One robot as it is simulated: its compiled functions, ends of ranges, torque limits, energies.

A payload that is picked or dropped makes another plant.
"""

from __future__ import annotations

import functools
import math

import numpy as np

from erfd.curve import Array
from erfd.drives.limits import is_level, torque_ranges
from erfd.drives.train import drives_of
from erfd.forward import compiled
from erfd.forward.dynamics import Mechanics
from erfd.forward.equations import Equations, Parts
from erfd.forward.integrators.dop853_stages import coefficients
from erfd.forward.options import Physics, as_simulated
from erfd.forward.ranges import stops
from erfd.forward.settle import Ends
from erfd.robot.robot import Robot
from erfd.trace import engine
from erfd.trace.function import Function


class Plant:
    """`wrench` says whether there is one."""

    def __init__(self, robot: Robot, physics: Physics, *, wrench: bool) -> None:
        self.whole, self.physics, self.wrench = robot, physics, wrench
        self.robot = as_simulated(robot, physics)
        self.names = [j.name for j in self.robot.independent]
        self.n, self.drives = len(self.names), drives_of(self.robot)
        self.r = len(self.drives.motors)
        elements = compiled.elements(self.robot) if physics.friction else ()
        self.mechanics = Mechanics(elements, self.n, self.r)
        self.ends = _ends(self.robot, physics)

    @functools.cached_property
    def accelerations(self) -> Function:
        """Forward dynamics of the bodies alone."""
        return compiled.function(self.robot, "forward_dynamics", wrench=self.wrench)

    @functools.cached_property
    def free(self) -> Free | PlainFree:
        """dy/dt of bodies on which nothing acts."""
        return Free(self) if engine.binding() is not None else PlainFree(self)

    @functools.cached_property
    def equations(self) -> Equations:
        return compiled.equations(self.robot, wrench=self.wrench)

    @functools.cached_property
    def jacobian(self) -> Function:
        return compiled.function(self.robot, "jacobian")

    @functools.cached_property
    def bodies_only(self) -> bool:
        """Nothing but rigid bodies: no motors, no friction of any kind."""
        rubs = any(j.friction.viscous for j in self.robot.joints)
        return not (self.r or self.mechanics.elements or rubs)

    def parts(self, q: Array, qd: Array, wrench: Array | None = None) -> Parts:
        return self.equations(q, qd, np.zeros(6) if wrench is None and self.wrench else wrench)

    @functools.cached_property
    def _stored(self) -> Function:
        if self.bodies_only:
            return compiled.function(self.robot, "energy")
        return compiled.stored(self.robot)

    def energy(self, q: Array, qd: Array) -> tuple[Array, Array]:
        """Kinetic, rotors included, and potential; arrays of states."""
        kinetic, potential = self._stored(q, qd)
        return np.asarray(kinetic), np.asarray(potential)

    @functools.cached_property
    def level(self) -> bool:
        """Whether the motors' torque limits are the same at every speed."""
        return is_level(self.drives)

    @functools.cached_property
    def limited(self) -> bool:
        lower, upper = self._ranges_at(np.zeros(self.r))
        return self.physics.limits and bool(np.isfinite([*lower, *upper]).any())

    @functools.cached_property
    def _level_ranges(self) -> tuple[Array, Array]:
        return self._ranges_at(np.zeros(self.r))

    def ranges(self, y: Array) -> tuple[Array, Array]:
        """The least and the largest torque of every motor at these speeds."""
        return self._level_ranges if self.level else self._ranges_at(y)

    def _ranges_at(self, y: Array) -> tuple[Array, Array]:
        found = torque_ranges(self.drives, y.tolist())
        return np.array([r.lower for r in found]), np.array([r.upper for r in found])


class PlainFree:
    """Without the compiler: stage by stage."""

    def __init__(self, plant: Plant) -> None:
        self.n, self.zeros, self.run = plant.n, np.zeros(plant.n), plant.accelerations

    def __call__(self, _: float, y: Array) -> Array:
        n = self.n
        found: Array = np.concatenate((y[n:], self.run(y[:n], y[n:], self.zeros)))
        return found


class Free(PlainFree):
    """With all stages of a step in one kernel."""

    def __init__(self, plant: Plant) -> None:
        super().__init__(plant)
        self.kernel, self.weights = compiled.stages(plant.robot), coefficients().weights

    def stages(self, y: Array, f: Array, h: float) -> tuple[Array, Array]:
        """K (16, 2n) and the arguments of stages 1 to 15; `f` is dy/dt, or its second half."""
        n = self.n
        K, z = self.kernel(self.weights, y[:n], y[n:], self.zeros, f[-n:], h)
        return K, z


def _ends(robot: Robot, physics: Physics) -> Ends:
    none = np.full(len(robot.independent), math.inf)
    return Ends(*stops(robot)) if physics.stops else Ends(-none, none)
