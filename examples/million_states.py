"""A batch of forward dynamics: a million random states of the RL15 in one call, timed.

Run: python million_states.py [HOW_MANY]
"""

import sys
import time

import numpy as np

import erfd


def main(count: int = 1_000_000) -> None:
    arm = erfd.load("rl15")
    rng = np.random.default_rng(0)
    q = rng.uniform(-np.pi, np.pi, (count, arm.n))  # rad
    qd = rng.uniform(-1.0, 1.0, (count, arm.n))  # rad/s
    tau = rng.uniform(-100.0, 100.0, (count, arm.n))  # N m
    arm.forward_dynamics(q[:1], qd[:1], tau[:1])  # compiles

    start = time.perf_counter()
    qdd = arm.forward_dynamics(q, qd, tau)
    took = time.perf_counter() - start
    print(f"{count} states in {1e3 * took:.3g} ms, {1e9 * took / count:.3g} ns each")

    off = np.abs(arm.inverse_dynamics(q, qd, qdd) - tau).max()
    print(f"inverse dynamics gives the torques back within {off:.1e} N m")


if __name__ == "__main__":
    main(*(int(text) for text in sys.argv[1:]))
