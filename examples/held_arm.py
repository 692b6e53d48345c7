"""An arm at rest, its motors off: dry friction holds it, and the published rule lets it fall.

RL15 at zero. To start a motor takes 1.2 times the torque that the weight puts on it, to keep it
turning 0.6 times. Run: python held_arm.py [PLOT.svg]
"""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

import erfd
from erfd.plots import Panel, draw
from erfd.robot.drives import Coulomb

DT, END = 0.004, 1.0


def with_dry_friction(arm: erfd.Arm) -> erfd.Arm:
    load = abs(np.linalg.solve(arm.transmission_matrix().T, arm.gravity(np.zeros(arm.n))))
    parts = zip(0.6 * load, 0.6 * load, 1.2 * load, 1.2 * load, strict=True)
    names = ("forward", "backward", "starting_forward", "starting_backward")
    dry = [Coulomb(**dict(zip(names, map(float, x), strict=True))) for x in parts]
    motors = zip(arm.robot.drives.motors, dry, strict=True)
    changed = tuple(replace(m, coulomb_friction=x, load_friction=None) for m, x in motors)
    return erfd.Arm(replace(arm.robot, drives=replace(arm.robot.drives, motors=changed)))


def main(plot: str = "held_arm.svg") -> None:
    arm, curves, t = with_dry_friction(erfd.load("rl15")), {}, np.arange(0, END, DT)
    for name, rule in (("held", {"dt": DT}), ("Eq. (17)", {"published": True})):
        q, v, off = np.zeros((3, t.size, arm.n))
        for k in range(t.size - 1):
            v[k + 1] = v[k] + DT * arm.motor_stiction(q[k], v[k], off[k], **rule).qdd
            q[k + 1] = q[k] + DT * v[k + 1]
        curves |= {f"{arm.joint_names[i]}, {name}": np.degrees(q[:, i]) for i in (1, 2)}
        print(f"{name}: after {END} s joint 3 is at {np.degrees(q[-1, 2]):.0f} deg")
    panel = Panel("position in deg", tuple(curves), np.stack(list(curves.values()), axis=1))
    Path(plot).write_text(draw(Path(plot), "RL15 at rest, motors off", t, [panel]), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
