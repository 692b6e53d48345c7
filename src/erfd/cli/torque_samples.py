"""The samples that `erfd torque` is given as a file: read as every trajectory is (motion/files)."""

from __future__ import annotations

from pathlib import Path

from erfd.arm import Arm
from erfd.cli.torque_output import Given
from erfd.errors import TrajectoryError
from erfd.motion.cycloid import Samples
from erfd.motion.files.interpolation import CUBIC, QUINTIC, SPLINE
from erfd.motion.files.labels import checked_units, columns_of, joints_of
from erfd.motion.files.table import Table, trajectory_of
from erfd.motion.files.trajectory_file import read_table
from erfd.robot.toml_values import shortened

SHOWN = 12  # names of columns that are not used
SOURCES = {
    QUINTIC: "speeds and accelerations from the file",
    CUBIC: f"accelerations by {CUBIC}",
    SPLINE: f"speeds and accelerations by {SPLINE}",
}


def read_samples(path: Path, arm: Arm, units: str = "") -> Given:
    """At the instants of the file; what it does not hold comes from the curve through the rest."""
    assumed = checked_units([x.strip() for x in units.split(",") if x.strip()])
    joints = joints_of(arm.robot)
    try:
        table = read_table(path)
    except TrajectoryError as error:
        error.remedy = error.remedy.replace("check the path", "check the path, or say cycloid")
        raise
    motion = trajectory_of(table, joints, assumed)
    curve, _, rest = motion.how.removeprefix(f"from {table.file}: ").partition("; ")
    used = {x.place for x in columns_of(table.header, joints, table.file, 0, assumed).values()}
    how = "; ".join(filter(None, [SOURCES.get(curve, curve), rest]))
    return Given(Samples(motion.t, *motion.samples), how, _names(table, used))


def _names(table: Table, used: set[int]) -> list[str]:
    """The columns that are not used, not all of very many, each on one line."""
    names = [shortened(name, 40) for k, name in enumerate(table.header) if k not in used]
    more = len(names) - SHOWN
    return names if more <= 0 else [*names[:SHOWN], f"and {more} more"]
