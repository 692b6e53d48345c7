"""What shows the misprints of Saha, chapter 9: both forms computed."""

from __future__ import annotations

import dataclasses
import math

import numpy as np

from erfd.algebra import skew
from erfd.dynamics import denoc
from erfd.dynamics.lump import tree_of
from erfd.robot.library import load
from tests.dynamics.literal import Array, Literal
from tests.dynamics.test_denoc_misprints import Case, chain, mci, separation, sweep
from tools.errata.row import holds, off

TWO = ([0.4, 0.9], [1.5, -0.7])


def _whole(x: Literal) -> Array:
    return x.N_l.T @ x.M @ x.N_l


def twist_rate() -> str:
    case, x = chain(1)
    h = denoc.convective(case.tree, case.q, case.qd)
    rate, still = x.N_dot @ case.qd, np.zeros(6 * x.n)
    made = [x.N.T @ (x.M @ r + x.W @ x.M @ x.t.ravel()) for r in (still, rate)]
    return off(*made, h)


def composite() -> str:
    _, x = chain(1)
    blocks = [x.block(_whole(x), i, i) for i in range(6)]
    plain = x.M_of(0) + sum(x.B(k, 0).T @ x.M_of(k) @ x.B(k, 0) for k in range(1, 6))
    printed = x.M_of(0) + sum(x.B(k, 0).T @ blocks[k] @ x.B(k, 0) for k in range(1, 6))
    return off(printed, plain, blocks[0])


def composite_inertia() -> str:
    _, x = chain(1)
    here, beyond = x.block(_whole(x), 0, 0), x.block(_whole(x), 1, 1)
    c, I = (
        x.B(1, 0)[3:, :3],
        x.M_of(0)[:3, :3] + beyond[:3, :3] - beyond[3:, :3] @ x.B(1, 0)[3:, :3],
    )
    return off(I - c @ beyond[3:, :3], I - c @ here[3:, :3], here[:3, :3])


def slide() -> str:
    case = Case(3, n=6, branching=0.0, fixed=0.0, prismatic=1.0)
    turning = dataclasses.replace(case.robot.joints[0], kind="revolute")
    tree = tree_of(dataclasses.replace(case.robot, joints=(turning, *case.robot.joints[1:])))
    x = Literal(tree, case.q, case.qd)
    rate = x.block(x.N_l_dot, 3, 2)[3:, :3]
    printed = -np.array(skew(tuple(np.cross(x.t[3, :3], separation(x.B(3, 2))))))
    return off(printed, printed - np.array(skew(tuple(x.p(3)[3:] * case.qd[3]))), rate)


def last_block() -> str:
    _, x = chain(1)
    whole = _whole(x)
    return off(x.block(whole, 0, 0), x.block(whole, 5, 5), x.M_of(5))


def not_symmetric() -> str:
    _, x = chain(1)
    M_e = x.N_l.T @ x.W @ x.M @ x.N_l
    M_prime, B = x.block(M_e, 5, 5), x.B(5, 2)
    return off((M_prime @ B).T, B.T @ M_prime, x.block(M_e, 2, 5))


def neighbour() -> str:
    case, x = chain(1)
    ours = denoc.coriolis_matrix(case.tree, case.q, case.qd)
    return off(mci(x, printed=True), mci(x, printed=False), ours)


def plane() -> str:
    tree = tree_of(load("two_link"))
    x = Literal(tree, *TWO)
    term = x.N_d.T @ x.N_l.T @ x.M @ x.N_l @ x.Omega @ x.N_d
    C = np.array(denoc.coriolis_matrix(tree, *TWO), dtype=float)
    return off(C[0, 1] - term[0, 1], C[0, 1], C[0, 1]) + "; all of c_12 comes from this term"


def rod() -> str:
    """The rod lies along x of its own axes and is turned by theta about z."""
    s, c = math.sin(0.7), math.cos(0.7)
    Q = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    printed, right = [[c * c, s * c, 0], [s * c, s * s, 0], [0, 0, 1]], [
        [s * s, -s * c, 0],
        [-s * c, c * c, 0],
        [0, 0, 1],
    ]  # fmt: skip
    return off(printed, right, Q @ np.diag([0, 1, 1]) @ Q.T)


def two_link_inertia() -> str:
    x = Literal(tree_of(load("two_link")), *TWO)
    whole, m2 = _whole(x), x.M_of(1)[5, 5]
    c = x.B(1, 0)[3:, :3]
    delta, I = m2 * c, x.M_of(0)[:3, :3] + x.M_of(1)[:3, :3]
    return off(I - m2 * c @ delta, I - c @ delta, x.block(whole, 0, 0)[:3, :3])


def middle() -> str:
    """e^T I~ e + m~ d^T d, with and without - 2 delta~^T d_1."""
    tree = tree_of(load("two_link"))
    x = Literal(tree, *TWO)
    M = x.block(_whole(x), 0, 0)
    delta = np.array([M[5, 1], M[3, 2], M[4, 0]])
    e, d = x.p(0)[:3], np.cross(x.p(0)[3:], x.p(0)[:3])
    printed = e @ M[:3, :3] @ e + M[5, 5] * d @ d
    i11 = denoc.mass_matrix(tree, TWO[0])[0][0]
    return off(printed, printed - 2 * delta @ d, i11)


def pivot() -> str:
    case, x = chain(1)
    tau = [10.0, -5.0, 3.0, 2.0, -1.0, 0.5]
    phi = np.array(tau) - denoc.bias(case.tree, case.q, case.qd)
    ours = denoc.forward_dynamics(case.tree, case.q, case.qd, tau)
    return off(sweep(x, phi, printed=True), sweep(x, phi, printed=False), ours)


def ends() -> str:
    """Lowest polynomials in t/T from 0 to pi/2 that satisfy the conditions."""
    cubic = np.polynomial.Polynomial([0, 0, 0, math.pi / 2])
    quintic = np.polynomial.Polynomial(np.array([0, 0, 0, 10, -15, 6]) * math.pi / 2)
    speeds = [float(p.deriv()(1.0)) for p in (cubic, quintic)]
    said = f"as printed the arm may arrive with {speeds[0]:.2f}/T rad/s, with T it rests"
    return holds(speeds[0] > 1 and abs(speeds[1]) < 1e-12, said)


def puma_joint_2() -> str:
    robot = load("puma")
    text = []
    for a in (0.02, 0.0):
        tree = tree_of(robot)
        p = tuple((*v[:1], *v[1:]) for v in tree.p)
        p = tuple((a if i == 3 else v[0], *v[1:]) for i, v in enumerate(p))
        none = [0.0] * 6
        text.append(denoc.forward_dynamics(dataclasses.replace(tree, p=p), none, none, none)[1])
    said = f"{text[0]:.4f} rad/s^2 with a_3 = 0.02, {text[1]:.4f} rad/s^2 with a_3 = 0"
    return holds(min(text) > 6, f"joint 2 starts with {said}")


def stanford_falls() -> str:
    """Runge-Kutta of fourth order, 1 ms, from the rest of Example 9.10."""
    import erfd

    arm = erfd.load("stanford")
    q, qd, tau, dt = (
        np.array([0, -math.pi / 2, 0.635, 0, math.pi, math.pi]),
        np.zeros(6),
        6 * [0],
        1e-3,
    )
    path = [q]
    for _ in range(1000):
        k, at, v = [], q, qd
        for h in (dt / 2, dt / 2, dt, dt):
            k.append((v, arm.forward_dynamics(at, v, tau)))
            at, v = q + h * k[-1][0], qd + h * k[-1][1]
        q, qd = (
            x + dt / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i])
            for i, x in enumerate((q, qd))
        )
        path.append(q)
    turned = math.degrees(abs(path[-1][1] - path[0][1]))
    slid = path[500][2], path[1000][2]
    said = f"b_3 is {slid[0]:.2f} m at 0.5 s, {slid[1]:.2f} m at 1 s, joint 2 at {turned:.1f} deg"
    return holds(turned < 90 and slid[0] > 1.2, said)
