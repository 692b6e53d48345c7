"""A centrifuge and a disorientation trainer: their programs verified, as in the paper's Fig. 10.

Nobody published their drives, so the first answer is NOT VERIFIED, with what is missing. Then with
motors of ours, one an axis: a verdict, its reason, a remedy. Run: python pilot_machines.py [FOLDER]
"""

import sys
from dataclasses import replace
from pathlib import Path

import erfd
from erfd.robot.drives import Drives, Limit, Motor

HERE, OURS, RATIO = Path(__file__).parent, "ours, to show a verdict", 100.0
MACHINES = {  # program, N m of each motor
    "centrifuge": ("centrifuge_profile.irl", (2500.0, 120.0, 40.0)),
    "sdt": ("disorientation.irl", (150.0, 10.0, 10.0, 20.0)),
}


def driven(arm: erfd.Arm, torques: tuple[float, ...]) -> erfd.Arm:
    """One geared motor an axis; every axis may turn without end."""
    rows = [tuple(RATIO * (i == k) for i in range(arm.n)) for k in range(arm.n)]
    top, names = Limit(300.0, OURS), (f"motor_{k + 1}" for k in range(arm.n))
    motors = tuple(
        Motor(name=name, ratios=row, peak_torque=Limit(x, OURS), top_speed=top, load_friction=0.1)
        for name, row, x in zip(names, rows, torques, strict=True)
    )
    free = tuple(replace(j, continuous=True) for j in arm.robot.joints)
    return erfd.Arm(replace(arm.robot, joints=free, drives=Drives(motors=motors)))


def main(folder: str = ".") -> None:
    for name, (source, torques) in MACHINES.items():
        program, arm = erfd.parse(HERE / source), erfd.load(name)
        strong, first = driven(arm, torques), erfd.verify(erfd.plan(program, arm), arm)
        print(f"{name}: {first.status}: {first.reason}")
        verdict = erfd.verify(erfd.plan(program, strong), strong, replan=program)
        verdict.save(Path(folder) / f"{name}.html")
        print(f"{name} with motors: {verdict.status}: {verdict.reason}; see {name}.html")


if __name__ == "__main__":
    main(*sys.argv[1:])
