"""A trajectory to and from a file: `.csv`, or `.parquet` with the extra `data`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from erfd.csv_file import csv_text
from erfd.errors import RobotError, TrajectoryError
from erfd.motion.files.csv_table import read_csv
from erfd.motion.files.labels import checked_units, joints_of
from erfd.motion.files.parquet_table import read_parquet, write_parquet
from erfd.motion.files.table import Table, columns, trajectory_of
from erfd.robot.robot import Robot
from erfd.robot.text_file import write_text
from erfd.trajectory import Trajectory

PARQUET = (".parquet", ".pq")


def read_motion(
    path: str | os.PathLike[str], robot: Robot, units: Sequence[str] = ()
) -> Trajectory:
    """The curve through the file's samples; `how` names the interpolation.

    `units` (deg, mm, ms) are those of columns whose header names none.
    """
    return trajectory_of(read_table(path), joints_of(robot), checked_units(units))


def read_table(path: str | os.PathLike[str]) -> Table:
    read = read_parquet if Path(path).suffix.lower() in PARQUET else read_csv
    return read(path)


def write_motion(plan: Trajectory, path: str | os.PathLike[str], robot: Robot) -> None:
    """The samples with names and units; a writing that fails leaves what was there before."""
    header, values = columns(plan, joints_of(robot))
    if Path(path).suffix.lower() in PARQUET:
        write_parquet(path, header, values)
        return
    try:
        write_text(path, csv_text(header, zip(*(x.tolist() for x in values), strict=True)))
    except RobotError as error:
        raise TrajectoryError(error.what, error.remedy, file=error.file) from None
