"""Chapter 9 of Saha, Introduction to Robotics (2nd ed.)."""

from __future__ import annotations

from tools.errata import saha_shown as shown
from tools.errata.row import Row

MISPRINTS = "tests/dynamics/test_denoc_misprints.py"
FORMS = "tests/laws/test_closed_forms.py"
COUNTS = (
    "tests/trace/test_counts.py::test_formulas_give_the_printed_values_but_for_the_marked_misprints"
)

ROWS = (
    Row(
        "after (9.10b)",
        't\' is the twist rate "while theta-dot = 0"',
        "while theta-double-dot = 0",
        shown.twist_rate,
    ),
    Row(
        "(9.11c)",
        "sum of B_ki^T M~_k B_ki",
        "B_ki^T M_k B_ki: the plain mass matrices",
        shown.composite,
        (f"{MISPRINTS}::test_9_11c_sums_plain_masses",),
    ),
    Row(
        "after (9.13c)",
        '"(i-1)st link, C_{i-1}"',
        "(n-1)st, C_{n-1}",
        why="the equation above is that of link n-1",
    ),
    Row(
        "(9.14c)",
        "last term c x (delta~_{i+1} x 1)",
        "c_{i+1,i} x (delta~_i x 1)",
        shown.composite_inertia,
        (f"{MISPRINTS}::test_9_14c_ends_with_the_new_first_moment",),
    ),
    Row(
        "(9.16d)",
        "d-dot_{i+1} = omega_{i+1} x d_{i+1}",
        "prismatic joint: + e_{i+1} b-dot_{i+1}",
        shown.slide,
        (f"{MISPRINTS}::test_9_16d_needs_the_slide_of_a_prismatic_joint",),
    ),
    Row("(9.16f)", "last diagonal block M~_1", "M~_n", shown.last_block),
    Row(
        "(9.16i)",
        '"sym"',
        "block (i, j), i < j, is B_ji^T M~'_j: not symmetric",
        shown.not_symmetric,
        (f"{MISPRINTS}::test_9_16i_is_not_symmetric",),
    ),
    Row(
        "(9.16k), i <= j",
        "B_{j+1,i}^T H~_{j+1,i}",
        "B_{j+1,i}^T H~_{j+1,j}",
        shown.neighbour,
        (f"{MISPRINTS}::test_9_16k_carries_the_neighbour_of_j",),
    ),
    Row(
        "after (9.16k), (9.30d)",
        "in the plane the term of M~_omega vanishes",
        "it does not: Omega_i p_i = (0; omega x (e x d))",
        shown.plane,
        (f"{MISPRINTS}::test_m_omega_does_not_vanish_in_the_plane",),
    ),
    Row(
        "(9.19a)",
        '"each element of h_i"',
        "of h",
        why="(9.19a) defines the vector h; h_i are its elements",
    ),
    Row(
        "(9.23d)",
        "[[c^2, sc, 0], [sc, s^2, 0], [0, 0, 1]]",
        "[[s^2, -sc, 0], [-sc, c^2, 0], [0, 0, 1]]",
        shown.rod,
        (f"{FORMS}::test_inertia_of_the_turned_rod",),
    ),
    Row(
        "Fig. 9.4",
        "`n:=matrix([0,0,ta])`, `M*W+W*M`",
        "`tau`, M Omega + W M",
        why="`ta` is defined nowhere; both products vanish for one link: (9.24c) is right",
    ),
    Row(
        "(9.28b)",
        "I_1 + I_2 - m_2 c_21 x (delta~_1 x 1)",
        "I_1 + I_2 - c_21 x (delta~_1 x 1)",
        shown.two_link_inertia,
    ),
    Row(
        "(9.29), middle",
        "e_1^T I~_1 e_1 + m~_1 d_1^T d_1",
        "- 2 delta~_1^T d_1 more; the result is right",
        shown.middle,
    ),
    Row(
        "after (9.39b)",
        'Psi is "the 6x6 matrix"',
        "a vector of 6",
        why="Psi_{i+1} phi_{i+1} in (9.39b) is a vector, phi a number",
    ),
    Row(
        "(9.41a)",
        "phi~_i - Psi^_i^T mu~",
        "phi~_i - Psi_i^T mu~, Psi_i = Psi^_i / m^_i",
        shown.pivot,
        (f"{MISPRINTS}::test_9_41a_divides_by_the_pivot",),
    ),
    Row("(9.43)", "theta-dot_i(0) = theta-ddot_i(0) = 0, twice", "the second at T", shown.ends),
    Row(
        "9.4.1, items 1, 4",
        "Tables 9.2-9.4; phi_p",
        "9.2-9.5; phi_i",
        why="Table 9.5 is the KUKA's, item 4 counts link i",
    ),
    Row(
        "Ex. 9.7; 9.9",
        "Fig. 9.4; Eq. (9.3c)",
        "Fig. 9.3; Eq. (9.6b)",
        why="Fig. 9.4 is the worksheet of Example 9.2",
    ),
    Row(
        "Ex. 9.9",
        '"due to a_3 = 0.02" joint 2 turns positive',
        "because the arm is horizontal",
        shown.puma_joint_2,
        (f"{FORMS}::test_puma_falls_upward_at_joint_2",),
    ),
    Row(
        "Ex. 9.10",
        "b_3 increases sharply after 1 s, when joint 2 has turned more than 90 deg",
        "from the start, joint 2 stays below 90 deg",
        shown.stanford_falls,
    ),
    Row(
        "Table 9.2",
        "I_2 = 0.00208",
        "0.00208333, m a^2/12 of the rod: `three_link_exact`",
        by=(f"{FORMS}::test_repaired_tables_change_the_torques_as_said",),
    ),
    Row(
        "Table 9.4",
        "r_6 = (0, 0, -0.2)",
        "0.232 with b_6 = 0.432, almost surely: `stanford_r6`",
        by=(f"{FORMS}::test_repaired_tables_change_the_torques_as_said",),
    ),
    Row(
        "Table 9.5",
        "r_6 = (0, 0, -0.111)",
        "0.004 with b_6 = 0.115, almost surely: `kr5_r6`",
        by=(f"{FORMS}::test_repaired_tables_change_the_torques_as_said",),
    ),
    Row(
        "Table 9.5",
        "I_6 = 0",
        "about 3e-6, `kr5_inertia6`: with 0 nothing turns against joint 6",
        by=(f"{FORMS}::test_joint_6_of_the_printed_kr5_feels_nothing",),
    ),
    Row(
        "Table 9.6, Featherstone, n = 10",
        "1527 A",
        "1567 A, by the formula beside it",
        by=(COUNTS,),
    ),
    Row(
        "Table 9.6, Walker and Orin",
        "A: 233n/3; 480 (n = 6), 898 (n = 7)",
        "233n/6; 475, 626",
        by=(COUNTS,),
    ),
)
