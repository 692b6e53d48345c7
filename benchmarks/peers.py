"""The peers that are installed, and one robot seen by them: joints are matched by name."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.table import Row

from erfd.arm import Arm

PACKAGES = {"pinocchio": "pin", "mujoco": "mujoco", "casadi": "casadi"}


def find(name: str) -> Any:
    """The peer's module, or None."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def missing(name: str, what: str) -> list[Row]:
    """A line instead of a measurement."""
    return [Row(f"{what}: {name} is not installed")]


def versions() -> str:
    found = []
    for name, package in PACKAGES.items():
        try:
            found.append(f"{name} {version(package)}")
        except PackageNotFoundError:
            found.append(f"no {name}")
    return ", ".join(found)


def agree(ours: Any, theirs: Any, tolerance: float = 1e-7) -> None:
    """A fast wrong answer does not enter the table; tolerance relative to the largest value."""
    worst = float(np.max(np.abs(np.asarray(ours) - np.asarray(theirs))))
    size = float(np.max(np.abs(np.asarray(theirs))))
    if not worst <= tolerance * size:
        raise SystemExit(f"bench: results differ by {worst:.2e} of {size:.2e}: nothing is measured")


class Pinocchio:
    """One robot in Pinocchio, read from its URDF (a file, or our own text), mimics independent."""

    def __init__(self, arm: Arm, path: Path | None = None) -> None:
        self.pin = find("pinocchio")
        self.model = (
            self.pin.buildModelFromUrdf(str(path))
            if path
            else self.pin.buildModelFromXML(arm.robot.to_urdf())
        )
        self.model.gravity.linear = np.array(arm.robot.gravity_in_base, dtype=float)
        self.data = self.model.createData()
        self.pool = self.pin.ModelPool(self.model, 1)
        ids = [self.model.getJointId(name) for name in arm.joint_names]
        joints = [self.model.joints[k] for k in ids]
        self.rates = [joint.idx_v for joint in joints]
        self.places = [(joint.idx_q, joint.nq) for joint in joints]

    def q(self, q: Any) -> Any:
        """Columns of its configuration from our rows; endless joints are a cosine and a sine."""
        full = np.zeros((self.model.nq, len(q)), order="F")
        for k, (at, size) in enumerate(self.places):
            full[at] = q[:, k] if size == 1 else np.cos(q[:, k])
            if size == 2:
                full[at + 1] = np.sin(q[:, k])
        return full

    def v(self, rows: Any) -> Any:
        """Columns of its velocity, acceleration or torque from our rows."""
        full = np.zeros((self.model.nv, len(rows)), order="F")
        full[self.rates] = rows.T
        return full

    def rows(self, columns: Any) -> Any:
        return np.asarray(columns)[self.rates].T

    def batch(self, name: str, q: Any, qd: Any, last: Any) -> tuple[Callable[[], Any], Any]:
        """abaInParallel or rneaInParallel on one thread, and where it writes."""
        call = getattr(self.pin, name)
        columns = self.q(q), self.v(qd), self.v(last)
        result = np.empty_like(columns[1])
        return lambda: call(1, self.pool, *columns, result), result


class MuJoCo:
    """One robot in MuJoCo, from our own URDF: no contacts, no constraints."""

    def __init__(self, arm: Arm) -> None:
        self.mujoco = find("mujoco")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "robot.urdf"
            path.write_text(arm.robot.to_urdf(), "utf-8")
            spec = self.mujoco.MjSpec.from_file(str(path))
        spec.option.gravity = arm.robot.gravity_in_base
        self.model = spec.compile()
        flags = self.mujoco.mjtDisableBit
        self.model.opt.disableflags |= flags.mjDSBL_CONTACT | flags.mjDSBL_CONSTRAINT
        self.data = self.mujoco.MjData(self.model)
        names = [self.model.joint(name) for name in arm.joint_names]
        self.order = [int(joint.dofadr[0]) for joint in names]

    def forward(self, q: Any, qd: Any, tau: Any) -> Any:
        """One state: mj_forward, the torques as applied forces."""
        self.data.qpos[self.order] = q
        self.data.qvel[self.order] = qd
        self.data.qfrc_applied[self.order] = tau
        self.mujoco.mj_forward(self.model, self.data)
        return self.data.qacc[self.order]

    def inverse(self, q: Any, qd: Any, qdd: Any) -> Any:
        """One state: mj_inverse."""
        self.data.qpos[self.order] = q
        self.data.qvel[self.order] = qd
        self.data.qacc[self.order] = qdd
        self.mujoco.mj_inverse(self.model, self.data)
        return self.data.qfrc_inverse[self.order]
