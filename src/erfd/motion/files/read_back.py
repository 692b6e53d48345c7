"""A motion as whoever reads its file will see it: the curve through its samples, made in memory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from erfd.curve import Array
from erfd.motion.files.labels import joints_of
from erfd.motion.files.table import LineOf, Table, columns, trajectory_of
from erfd.robot.robot import Robot
from erfd.trajectory import Trajectory


def read_back(plan: Trajectory, robot: Robot) -> Trajectory:
    """The columns that would be written, read as a file's: numbers are written bit for bit."""
    joints = joints_of(robot)
    header, values = columns(plan, joints)

    def read(places: Sequence[int]) -> tuple[Array, LineOf]:
        return np.stack([values[k] for k in places], axis=1), lambda row: row + 2

    return trajectory_of(Table(plan.file or "samples", header, 1, read), joints)
