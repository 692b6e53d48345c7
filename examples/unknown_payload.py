"""2,000 robots carry loads that their controller does not know: how far off is the tool?

Each has its own mass and centre; motors, gears and friction act. Run: python unknown_payload.py [N]
"""

import sys
from time import perf_counter

import numpy as np

import erfd


def main(robots: str = "2000") -> None:
    arm, rng, n = erfd.load("rl15"), np.random.default_rng(0), int(robots)
    mass, com = rng.uniform(0, 15, n), rng.uniform([-0.1, -0.1, 0], [0.1, 0.1, 0.2], (n, 3))
    start, goal = np.zeros(6), np.radians([40, -30, 20, 60, -40, 90])
    move = {"controller": erfd.ComputedTorque(kp=100, kd=20), "target": goal}

    begun = perf_counter()
    batch = erfd.rollout(
        arm, start, 0 * start, 2000, 1e-3, drives=True, payload=(mass, com), every=2000, **move
    )
    print(f"{n} robots for 2 s in {perf_counter() - begun:.2f} s")
    print(f"{batch.diverged.sum()} diverged")

    there = arm.forward_kinematics(batch.q_end)[:, :3, 3]
    error = 1e3 * np.linalg.norm(there - arm.forward_kinematics(goal)[:3, 3], axis=1)
    for low, high in ((0, 5), (5, 10), (10, 15)):
        some = error[(mass >= low) & (mass < high)]
        print(f"{low:2} to {high:2} kg: {np.median(some):6.2f} mm, at most {some.max():6.2f} mm")


if __name__ == "__main__":
    main(*sys.argv[1:])
