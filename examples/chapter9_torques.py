"""Saha, Examples 9.4 to 9.7: inverse dynamics along Eqs. (9.36)-(9.37) of four arms, with plots.

Run: python chapter9_torques.py [FOLDER]
"""

import sys
from math import pi
from pathlib import Path

import numpy as np

import erfd
from erfd.motion.cycloid import cycloid
from erfd.plots import Panel, by_size, save

ARMS = {
    "three_link": ([0] * 3, [pi] * 3),
    "puma": ([0] * 6, [pi] * 6),
    "stanford": (
        [0, -pi / 2, 0.635, 0, pi, pi],
        [pi / 3, -5 * pi / 6, 0.735, pi / 3, 5 * pi / 6, 5 * pi / 6],
    ),
    "kr5": ([0] * 6, [pi / 3] * 6),
}


def main(folder: str = ".") -> None:
    for name, (start, end) in ARMS.items():
        arm = erfd.load(name)
        motion = cycloid(np.array(start, float), np.array(end, float), duration=10.0, dt=0.01)
        tau = arm.inverse_dynamics(motion.q, motion.qd, motion.qdd)
        slides = [j.kind == "prismatic" for j in arm.robot.independent]
        at = np.searchsorted(motion.t, 3.0 - 1e-9)
        unit = "N m, joint 3 in N" if any(slides) else "N m"
        print(f"{name} at 3 s: {', '.join(f'{x:.5f}' for x in tau[at])} {unit}")
        panels = by_size(f"torque in {unit}", arm.joint_names, tau)
        panels.append(Panel("position in rad (m)", arm.joint_names, motion.q))
        path = Path(folder) / f"torques-{name}.png"
        save(path, f"{name} along Eqs. (9.36), (9.37)", motion.t, panels)


if __name__ == "__main__":
    main(*sys.argv[1:])
