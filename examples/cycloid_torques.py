"""Inverse dynamics along a cycloid: the three-link arm turns by 180 deg in 10 s, with a plot.

The motion is Saha, Introduction to Robotics, Eq. (9.36); run: python cycloid_torques.py [PLOT.html]
"""

import math
import sys
from pathlib import Path

import erfd
from erfd.motion.cycloid import cycloid
from erfd.plots import Panel, draw


def main(plot: str = "three_link.html") -> None:
    arm = erfd.load("three_link")
    motion = cycloid([0.0] * arm.n, [math.pi] * arm.n, duration=10.0, dt=0.01)
    tau = arm.inverse_dynamics(motion.q, motion.qd, motion.qdd)

    for name, column in zip(arm.joint_names, tau.T, strict=True):
        at = abs(column).argmax()
        print(f"{name}: peak {column[at]:.4f} N m at {motion.t[at]:.2f} s")

    panels = [
        Panel("torque in N m", arm.joint_names, tau),
        Panel("position in rad", arm.joint_names, motion.q),
    ]
    path = Path(plot)
    path.write_text(draw(path, "three-link arm on a cycloid", motion.t, panels), "utf-8")
    print(f"written: {path}")


if __name__ == "__main__":
    main(*sys.argv[1:])
