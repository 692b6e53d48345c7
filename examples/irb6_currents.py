"""IRb-6 from armature currents into a static state, as Figs. 3 and 4 of Szkodny 1995; with a plot.

The paper shows its currents as curves, not numbers: ours are those of a servo run. Masses and dry
friction are OURS, so the currents at rest are not the published 3.18 and -0.73 A of motors 2 and 3.
Run: python irb6_currents.py [PLOT.png]
"""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy.optimize import fsolve

import erfd
from erfd.plots import Panel, save
from erfd.robot.drives import Coulomb

TURNS = np.array([-130.0, -66.7, -51.0, -199.0, -199.0])  # rad, Fig. 4
START, Z = np.radians([0, -90, 0, 0, 0]), np.zeros(5)


def main(plot: str = "irb6.png") -> None:
    robot, dry = erfd.load("irb6").robot, Coulomb(forward=0.04, backward=0.04)  # N m, ours
    motors = tuple(replace(m, coulomb_friction=dry) for m in robot.drives.motors)
    arm = erfd.Arm(replace(robot, drives=replace(robot.drives, motors=motors)))
    goal = fsolve(lambda q: arm.motor_angles(q) - arm.motor_angles(START) - TURNS, START)

    servo = {"controller": erfd.Cascade(top_speed=150.0), "target": goal, "drives": True}
    run = erfd.simulate(arm, START, t_end=2.0, dt_out=0.001, rtol=1e-8, atol=1e-8, **servo)
    kt, hold = [m.torque_constant for m in motors], arm.motor_current(goal, Z, Z)
    current = np.append(run.t, 2.1), np.vstack([run.motor_torque / kt, hold])

    run = erfd.simulate(arm, START, t_end=2.5, motor_current=current, rtol=1e-8, atol=1e-8)
    turned = arm.motor_angles(run.q) - arm.motor_angles(START)
    print(f"motors at {', '.join(f'{x:.1f}' for x in turned[-1])} rad")
    print(f"at rest: {not run.qd[-1].any()}, {', '.join(f'{x:z.2f}' for x in hold)} A (our masses)")
    panels = [Panel("current in A", arm.motor_names, run.motor_torque / kt)]
    panels.append(Panel("motor angle in rad", arm.motor_names, turned))
    save(Path(plot), "IRb-6 (our masses)", run.t, panels)


if __name__ == "__main__":
    main(*sys.argv[1:])
