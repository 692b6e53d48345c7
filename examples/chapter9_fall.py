"""Saha, Examples 9.8 to 9.11: free fall of four arms, with plots; KR-5 as printed cannot fall.

Its link 6 has no inertia about axis 6, so no equation says how joint 6 turns. With the inertia that
rounding took from the table (kr5_inertia6) it falls. Run: python chapter9_fall.py [FOLDER]
"""

import sys
from math import pi
from pathlib import Path

import numpy as np

import erfd
from erfd.plots import Panel, save

ARMS = {  # seconds, start
    "three_link": (10.0, np.zeros(3)),
    "puma": (5.0, np.zeros(6)),
    "stanford": (3.0, np.array([0, -pi / 2, 0.635, 0, pi, pi])),
    "kr5_inertia6": (3.0, np.zeros(6)),
}


def main(folder: str = ".") -> None:
    try:
        erfd.simulate(erfd.load("kr5"), t_end=1.0)
    except erfd.RobotError as error:
        print(f"kr5: {error}")
    for name, (end, start) in ARMS.items():
        arm = erfd.load(name)
        run = erfd.simulate(arm, start, t_end=end)
        print(f"{name} at 1 s: {', '.join(f'{x:.6f}' for x in run.at(1.0).q)}")
        print(f"{name}: energy kept to {run.drift:.0e} of the largest kinetic energy")
        names, e = arm.joint_names, run.energy
        energies = np.stack([e.kinetic, e.potential, e.total], axis=1)
        panels = [
            Panel("position in rad (m)", names, run.q),
            Panel("energy in J", ["kinetic", "potential", "total"], energies),
        ]
        save(Path(folder) / f"fall-{name}.png", f"{name} in free fall", run.t, panels)


if __name__ == "__main__":
    main(*sys.argv[1:])
