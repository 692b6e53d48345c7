"""The peers that are installed, and one robot seen by them: joints are matched by name."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.table import Row

from erfd.arm import Arm
from erfd.cli.bench_pinocchio import Pinocchio, find

__all__ = ["MuJoCo", "Pinocchio", "agree", "find", "missing", "versions"]

PACKAGES = {"pinocchio": "pin", "mujoco": "mujoco", "casadi": "casadi"}


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

    def forward(self, q: Any, qd: Any, tau: Any) -> Callable[[], Any]:
        """One state by mj_forward, the torques as applied forces."""
        return self._call("mj_forward", (q, qd, tau), ("qpos", "qvel", "qfrc_applied"), "qacc")

    def inverse(self, q: Any, qd: Any, qdd: Any) -> Callable[[], Any]:
        """One state by mj_inverse."""
        return self._call("mj_inverse", (q, qd, qdd), ("qpos", "qvel", "qacc"), "qfrc_inverse")

    def _call(
        self, name: str, state: tuple[Any, ...], fields: tuple[str, ...], result: str
    ) -> Callable[[], Any]:
        """As its users call it: views of its arrays and a state in its own order, made before."""
        function, model, data = getattr(self.mujoco, name), self.model, self.data
        back = np.argsort(self.order)
        (a, b, c), (x, y, z) = (getattr(data, f) for f in fields), (v[back] for v in state)
        found = getattr(data, result)

        def call() -> Any:
            a[:], b[:], c[:] = x, y, z
            function(model, data)
            return found

        return call
