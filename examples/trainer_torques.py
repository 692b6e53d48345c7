"""The torques of the four-axis trainer along a sensory profile, by RNEA and by mRNEA, with a plot.

Kvrgic & Vidakovic 2020, section 5.4: structure as published, every number of the trainer is ours.
Run: python trainer_torques.py [PROGRAM.irl] [PLOT.png]
"""

import sys
from pathlib import Path

import numpy as np

import erfd
from erfd.plots import Panel, by_size, save

PROFILE = Path(__file__).with_name("disorientation.irl")


def main(program: str = str(PROFILE), plot: str = "trainer.png") -> None:
    arm = erfd.load("sdt")
    plan = erfd.plan(erfd.parse(program), arm)
    motion = plan.q, plan.qd, plan.qdd
    tau = {name: arm.inverse_dynamics(*motion, method=name) for name in ("newton_euler", "mrnea")}
    H, bias = arm.equations_of_motion(plan.q, plan.qd, method="mrnea")
    again = np.einsum("tij,tj->ti", H, plan.qdd) + bias
    largest = np.abs(tau["newton_euler"]).max(axis=0)
    for name, size in zip(arm.joint_names, largest, strict=True):
        print(f"{name}: largest torque {size:.2f} N m in {plan.end:.1f} s")
    for what, values in (("mRNEA", tau["mrnea"]), ("H and bias of mRNEA in one pass", again)):
        share = np.abs(values - tau["newton_euler"]).max() / largest.max()
        print(f"RNEA and {what} differ by {share:.0e} of the largest torque")
    panels = by_size("torque in N m", arm.joint_names, tau["newton_euler"])
    panels.append(Panel("position in deg", arm.joint_names, np.degrees(plan.q)))
    save(Path(plot), "four-axis trainer (our numbers)", plan.t, panels)


if __name__ == "__main__":
    main(*sys.argv[1:])
