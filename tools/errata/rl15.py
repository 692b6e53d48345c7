"""The same paper's RL15: Appendices B and D, Table C1, the program."""

from __future__ import annotations

import math
import random

import numpy as np

from erfd.robot.placement import from_rpy
from erfd.trace.published_counts import TABLE_C1
from tests.dynamics.appendix_b import MISPRINTS
from tests.dynamics.test_appendix_b import closed, full_data, general, wrong
from tests.samples import random_state
from tools.errata.appendix_b import FORMS
from tools.errata.row import Row, Show, holds

APPENDIX = ("tests/dynamics/test_appendix_b.py::test_each_misprint_makes_a_difference",)
C1 = ("tests/trace/test_counts.py::test_table_c1_does_not_add_up_as_the_notes_say",)
POWER, CHECK = "tests/drives/test_power.py", "tests/drives/test_check.py"
RUNS, LOLA = "tests/drives/test_achievable_runs.py", "tests/motion/language/test_lola15.py"
CONTOUR = "tests/motion/planning/test_contour.py"
PLANE = np.array(from_rpy(math.radians(4.96221), math.radians(-30.0), 0.0))


def vectors(name: str) -> Show:
    """How many of the 154 vectors this misprint alone spoils, with full inertia tensors."""

    def show() -> str:
        rng = random.Random(name)
        arm = full_data(rng)
        q, _, _ = random_state(rng, 6)
        found = wrong(general(arm.robot, q), closed(arm, q, frozenset({name})))
        none = wrong(general(arm.robot, q), closed(arm, q))
        return holds(bool(found) and not none, f"{len(found)} of 154 vectors wrong, corrected none")

    return show


def appendix(name: str) -> Row:
    printed, right = FORMS[name]
    return Row(f"({name.split(maxsplit=1)[0]})", printed, right, vectors(name), APPENDIX)


def plane(
    name: str, printed: tuple[float, float, float], right: tuple[float, float, float]
) -> Show:
    """Distance (mm) from the plane of the other points."""

    def show() -> str:
        off, on = (abs(float((np.array(p) @ PLANE)[2] - 119.1669)) for p in (printed, right))
        said = (
            f"{name} lies {off:.2f} mm off the plane of the figure as printed, < 2e-4 mm as right"
        )
        return holds(on < 2e-4 and off > 0.1, said)

    return show


S6 = (1317.2706, -249.063)
S9 = (1276.7658, 149.4378)

ROWS = (
    *(appendix(name) for name in MISPRINTS if name != "A.2 s4"),
    Row(
        "(B.4)",
        "v22, v24, v26, v32, v33; v81, v91 undefined",
        "v81 = v8 a2, v91 = v9 a2; the others are not used",
        why="v24 and v32 define each other",
        by=("tests/dynamics/test_appendix_b.py::test_corrected_appendix_b_is_the_general_formula",),
    ),
    Row(
        "(B.12)",
        "v38 ... v43 undefined",
        "z1 x z4, z3 x z4; with them (B.12) is right",
        why="used and defined nowhere",
        by=("tests/dynamics/test_appendix_b.py::test_corrected_appendix_b_is_the_general_formula",),
    ),
    Row(
        "(D.1)",
        "q_a3 = k_3 (q_3 + q_2/k_2)",
        "k_3 q_3 + q_2: right only as k_2 = k_3",
        by=("tests/drives/test_transmission.py::test_the_published_matrix_of_rl15",),
    ),
    Row(
        "(D.2), English",
        "k54 = k_ka5 k64 = -1",
        "k54 = k_ka5, k64 = -1",
        by=("tests/robot/test_library_rl15.py::test_rl15_has_the_published_drives",),
    ),
    Row(
        "(D.3)",
        "u_i / k_i",
        "(A^-T u)_i: power is conserved",
        by=(
            f"{POWER}::test_what_joints_and_motors_say_of_power_without_friction",
            "tests/drives/test_transmission.py::test_gears_transmit_all_the_power",
        ),
    ),
    Row(
        "(D.3)",
        "mu sign(qd) u / k",
        "mu abs(tau) sign(qd_a): friction takes power",
        by=(
            f"{POWER}::test_printed_friction_gives_power_in_half_of_all_states",
            f"{CHECK}::test_a_braking_axis_that_the_print_calls_saturated",
        ),
    ),
    Row(
        "(D.3)",
        "u'_a holds u_i of the wanted motion",
        "of the motion that is made",
        by=(f"{RUNS}::test_the_printed_friction_runs_away",),
    ),
    Row(
        "(91), (D.3)",
        "F_s sign(qd); mu sign(qd) u / k",
        "two models: a constant torque, a share of the load",
        why="mu = 0.21 to 0.35 has no unit, F_s is a torque",
        by=("tests/drives/test_equations.py::test_the_consistent_torque",),
    ),
    Row(
        "(D.3), labels",
        "h_a11, u'_a1 (Serbian), a_54, h'_a6j; [...] u_3 / k_3 (English)",
        "h_aii, u'_ai, h_54, h_a6j; no u_3",
        why="the equations around them have the right names",
    ),
    Row(
        "App. E",
        "I_a3 twice",
        "the second is I_a4",
        by=("tests/robot/test_library_rl15.py::test_rl15_has_the_published_drives",),
    ),
    Row(
        "Table of inertias, English",
        "I_x2 = 1",
        "1.157, as in the Serbian text",
        by=("tests/robot/test_library_tables.py::test_tables_of_rl15",),
    ),
    Row(
        "sec. 8",
        "speeds 3.05, 3.46, 3.08 rad/s",
        "2.749, 2.464, 2.772 rad/s at the motors' rpm",
        by=(f"{CHECK}::test_rl15s_stated_speeds_exceed_three_motors",),
    ),
    Row(
        "sec. 8, joint by joint",
        "motor 6 at the speed of joint 6",
        "with joints 4, 5 at theirs it needs 4247 of its 3400 rpm",
        by=(f"{CHECK}::test_joints_together_need_more_of_motor_6",),
    ),
    Row(
        "Algorithm 1, last step",
        "acceleration of saturated motors from (92), of the others as planned",
        "solved together: else the others pass their limits",
        by=("tests/drives/test_achievable.py::test_literal_may_pass_a_limit_and_the_others_not",),
    ),
    *(
        Row(
            f"Table C1, {x.name}",
            f"{p.multiplications} M {p.additions} A",
            x.note.removeprefix("misprint: "),
            by=C1,
        )
        for x in TABLE_C1.rows
        if "misprint" in x.note or "1488" in x.note
        for p in [x.printed[6]]
    ),
    Row(
        "program, move 2",
        "`{` before the move, never closed",
        "no brace",
        by=(f"{LOLA}::test_the_listing_as_printed_fails_at_its_brace",),
    ),
    Row(
        "program, end",
        "13th move, `endseq`, `endprogram` cut off",
        "reconstructed",
        by=(f"{LOLA}::test_without_the_brace_the_end_is_missing",),
    ),
    Row(
        "program, s9",
        "z = 890.2428 - 610",
        "890.2428",
        plane("s9", (*S9, 280.2428), (*S9, 890.2428)),
        (f"{CONTOUR}::test_lengths_radii_and_corners",),
    ),
    Row(
        "program, s6",
        "z = 873.1763",
        "873.6763",
        plane("s6", (*S6, 873.1763), (*S6, 873.6763)),
        (f"{CONTOUR}::test_the_figure_is_plane",),
    ),
    Row("program, p0", "five zeros", "six", by=(f"{LOLA}::test_it_has_15_variables_and_13_moves",)),
)
