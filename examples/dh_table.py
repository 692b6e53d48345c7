"""A robot from a Denavit-Hartenberg table: its pose, the torques that hold it, and its check.

Lengths in m, angles in rad; centre of mass and inertia in the row's own frame; joint 2 slides.
Run: python dh_table.py
"""

import math

import erfd
from erfd.agreement import agreement
from erfd.robot.check import findings


def rod(mass: float, length: float) -> dict[str, object]:
    """An ideal rod along x that ends in its frame."""
    i = mass * length**2 / 12.0
    return {"mass": mass, "com": (-length / 2, 0, 0), "inertia": ((0, 0, 0), (0, i, 0), (0, 0, i))}


def main() -> None:
    rows = [
        erfd.DhRow(d=0.5, a=0.4, alpha=-math.pi / 2, **rod(8.0, 0.4)),
        erfd.DhRow(kind="prismatic", theta=0.0, a=0.3, alpha=0.0, **rod(5.0, 0.3)),
        erfd.DhRow(d=0.0, a=0.2, alpha=0.0, offset=math.pi / 6, **rod(2.0, 0.2)),
    ]
    arm = erfd.Arm(erfd.from_dh("turn_slide_turn", rows, convention="standard"))
    q = [0.3, 0.1, -0.4]
    print("tool at", arm.forward_kinematics(q)[:3, 3].round(4), "m")
    print("held by", arm.gravity(q).round(4), "N m, N, N m")

    for finding in findings(arm.robot):
        print(f"{finding.level}: {finding.where}: {finding.what}")
    result = agreement(arm.tree, [joint.kind == "prismatic" for joint in arm.robot.independent])
    print("every algorithm agrees:", result.passed)


if __name__ == "__main__":
    main()
