"""Pinocchio, where it is installed: one robot seen by it, joints matched by name."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from erfd.arm import Arm


def find(name: str) -> Any:
    """The peer's module, or None."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


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
