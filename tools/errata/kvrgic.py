"""Kvrgic and Vidakovic, Mech. Mach. Theory 145 (2020) 103680, general part.

The file holds a Serbian text and the English paper; where only one has a slip, the row says so.
"""

from __future__ import annotations

import dataclasses
import random

import numpy as np

from erfd.dynamics import modified_newton_euler as mrnea
from erfd.dynamics.lump import tree_of
from erfd.robot.library import load
from erfd.trace.published_counts import TABLE_1
from tests.dynamics.equations import Case
from tests.dynamics.test_modified_newton_euler import Paper, chain
from tests.robot.library_tools import gravity_torque
from tests.samples import random_state
from tools.errata.row import Row, Show, holds, off

TESTS = "tests/dynamics/test_modified_newton_euler.py"
SLIPS = (f"{TESTS}::test_each_slip_of_the_print_makes_a_difference",)
RL15 = "tests/robot/test_library_rl15.py"


def slip(name: str, quantity: str, x: Case | None = None) -> Show:
    """The paper's arrangement with one slip, and without, beside our recursion."""

    def show() -> str:
        case = x or chain(7, 0.0)
        H, bias = mrnea.equations_of_motion(case.tree, case.q, case.qd, case.wrench)
        made = [Paper(case, s) for s in (name, "")]
        values = [m.H() if quantity == "H" else m.bias() for m in made]
        return f"{quantity}: {off(*values, H if quantity == 'H' else bias)}"

    return show


def trainer() -> Case:
    robot = load("sdt")
    rng = random.Random(4)
    wrench = [rng.uniform(-100, 100) for _ in range(6)]
    return Case(robot, tree_of(robot), *random_state(rng, 4), wrench)


def row_of_d4() -> str:
    """Link 3's mass centre taken from the elbow, as literal Table A1 has it."""
    robot = load("rl15")
    bodies = list(robot.bodies)
    (R,) = (f.placement.R for f in robot.frames if f.name == "dh_3")
    x, y, z = (c - 0.825 * row[2] for c, row in zip(bodies[2].com, R, strict=True))
    bodies[2] = dataclasses.replace(bodies[2], com=(x, y, z))
    literal = dataclasses.replace(robot, bodies=tuple(bodies))
    ours, printed = (gravity_torque(r, [0.0] * 6)[1:3] for r in (robot, literal))
    said = (
        "gravity at q = 0 on joints 2, 3: {:.1f}, {:.1f} N m as printed, {:.1f}, {:.1f} N m right"
    )
    text = said.format(*printed, *ours)
    return holds(max(printed) < 0 and min(ours) > 400, text)


def gyration() -> str:
    """sqrt(I / m) of link 3 beside the distance of its mass centre from the frame."""
    body = load("rl15").bodies[2]
    largest = max(body.inertia[k][k] for k in range(3))
    radius = (largest / body.mass) ** 0.5
    moment = body.mass * 0.7223**2
    said = f"radius of gyration {radius:.3f} m; m r^2 = {moment:.2f} of {largest:.0f} kg m^2"
    return holds(radius > 0.7 and moment / largest > 0.9, said)


def growth() -> str:
    counts = [p.multiplications for _, p in sorted(TABLE_1.rows[0].printed.items())]
    second = np.diff(counts, 2).tolist()
    said = f"Table 1, n = 3 to 6: {counts} multiplications, second differences {second}"
    return holds(min(second) > 0, said)


ROWS = (
    Row(
        "Table A1",
        "d_4 in row 4",
        "frame 3 at the wrist centre, as (A.1), (A.2), (B.4) have it",
        row_of_d4,
        (f"{RL15}::test_rl15_bears_its_weight_at_home",),
    ),
    Row(
        "(A.1), (A.2)",
        "link 4 turns by -q_4 (and link 6 by -q_6 in (A.1))",
        "by +q about +z, as Table A1, (B.1) and every b and d",
        by=(
            "tests/dynamics/test_appendix_b.py::test_how_many_of_the_154_vectors_the_print_has_wrong",
            f"{RL15}::test_rl15_stands_where_the_published_matrices_put_it",
        ),
    ),
    Row(
        "(A.2), English",
        "X_6 = c_1 u_0",
        "c_1 v_0; u_0 is defined nowhere",
        by=(f"{RL15}::test_rl15_stands_where_the_published_matrices_put_it",),
    ),
    Row(
        "f_by, f_ez",
        "-150 N (Serbian), 150 N (English)",
        "one load: on the tool, by the tool",
        slip("(10) on the effector", "bias"),
        SLIPS,
    ),
    Row(
        "inertia of link 3",
        '45 kg m^2 "about the mass centre"',
        "looks like about the frame; kept as printed, like links 2, 4",
        gyration,
    ),
    Row(
        "text on transformations",
        'jTi takes coordinates "from frame j to frame i"',
        "from frame i to frame j",
        by=(f"{RL15}::test_rl15_stands_where_the_published_matrices_put_it",),
    ),
    Row(
        "(6), (8), (13), (14)",
        '- g, "g is Earth\'s acceleration"',
        "g = -9.81 m/s^2 with z up",
        slip("(13) +g", "bias"),
        SLIPS,
    ),
    Row(
        "(10), text",
        'f_e, n_e "acting on the end effector"',
        "exerted by it on its surroundings",
        slip("(10) on the effector", "bias"),
        SLIPS,
    ),
    Row(
        "(11)",
        "n_n = N_n + n_e + p_e x f_e (Serbian: N_i)",
        "+ l_n x F_n, and (p_n* + p_e) x f_e",
        slip("(11) no lever", "bias"),
        SLIPS,
    ),
    Row(
        "(14)",
        "e_n contains f_e",
        "without; it enters in E_{n+1}",
        slip("(14) f_e in e_n", "bias"),
        SLIPS,
    ),
    Row(
        "(19), Serbian",
        "p_i* = p_{i+1} - p_i",
        "p_i - p_{i-1}",
        slip("(19) p of the next link", "H"),
        SLIPS,
    ),
    Row(
        "(22), (56)",
        "p_{n+1} x f_{n+1}, no n_e",
        "n_e + (p_n* + p_e) x f_e",
        slip("(22) no n_e", "bias"),
        SLIPS,
    ),
    Row(
        "(23)",
        "E_{i+1} = sum e_k",
        "f_e + sum e_k, as in (59)",
        slip("(23) E without f_e", "bias"),
        SLIPS,
    ),
    Row(
        "(25), English",
        "e_jki, bold q, n_na2 missing",
        "e_jk, n_na2 = 0",
        why="e has two indices everywhere else; the Serbian text has both",
    ),
    Row(
        "(26), Serbian",
        "last p_i* x E_in",
        "p_i* x E_nn",
        why="the same vector: E_in sums from max(i, n) = n on",
    ),
    Row(
        "(28)",
        "n_{(i+1)c} + n_ic",
        "n'_{(i+1)c} + n_ic: all outer links",
        slip("(28) not summed", "bias"),
        SLIPS,
    ),
    Row(
        "(29)",
        "column sums start at k = i",
        "at max(i, j)",
        why="without effect: d_kj = e_kj = 0 for k < j",
        by=(f"{TESTS}::test_the_corrected_equations_of_the_paper",),
    ),
    Row(
        "(30)",
        "last entry n_{(n-1)(n-1)a2}",
        "n_{(n-1)n a2} = p_{n-1}* x E_nn",
        slip("(30) last entry lost", "H"),
        SLIPS,
    ),
    Row(
        "(31)",
        "the row of i = 1 for all",
        "(sum of p_k*, k = i to j-2) x E_jj, j >= i+2",
        slip("(31) row 1 for all", "H"),
        SLIPS,
    ),
    Row(
        "(33)",
        "z_{i-1} from T_i",
        "from T_{i-1}; prismatic joint: z . f_i",
        slip("(33) z_i", "H"),
        SLIPS,
    ),
    Row(
        "after (36)",
        "qd, qdd are used for h_ij",
        "h_ij needs q, u' needs q and qd",
        by=(f"{TESTS}::test_the_parts_are_those_of_the_whole",),
    ),
    Row(
        "(37)-(45), (B.2)-(B.4), English",
        "first sums with qd",
        "with qdd",
        why="a dot lost; the Serbian text has it, and accelerations are sums over qdd",
        by=(f"{TESTS}::test_general_vectors_add_up_to_pinocchios_accelerations",),
    ),
    Row(
        "(43), (53)-(55), English",
        "v''_i; N_5 = ... + N_5",
        "v'''_i; N'''_5, N''''_5",
        why="a term cannot define itself; the next equation has the right name",
    ),
    Row("5.2", '"N_i, Eq. (15)"', "Eq. (9)", why="(15) is e_ik = m_i b_ik"),
    Row(
        "(69), (70)",
        "n'_24a2; n'_11a2, n'_22a2",
        "n'_34a2; n'_12a2 in column 2",
        why="labels; the sums beside them are those of the right names",
    ),
    Row(
        "(B.1)",
        "v-dot_{i+1} for revolute joints only",
        "prismatic: + z_i qdd + 2 w_i x z_i qd, w_{i+1} = w_i",
        by=(f"{TESTS}::test_general_vectors_add_up_to_pinocchios_accelerations",),
    ),
    Row(
        "(87), (E.11)",
        "E_21 = e_31 + e_21, E_22 = e_32 + e_22",
        "E_31 + e_21, E_32 + e_22",
        slip("(87) link 4 lost", "H", trainer()),
    ),
    Row(
        "(89), (E.13)",
        "z_2 twice, once as z_3 with the value of z_2",
        "z_3 = (c12 c3, s12 c3, s3)",
        by=("tests/robot/test_library_machines.py::test_sdt_has_the_printed_axes_and_offsets",),
    ),
    Row("cost", "O(n)", "H alone has n^2 entries, Gauss is O(n^3)", growth),
)
