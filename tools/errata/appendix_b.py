"""Appendix B of Kvrgic and Vidakovic: printed and right, by the names that the tests have."""

FORMS = {
    "B.2": ("p*_y1 - r_y1", "-p*_y1 - r_y1"),
    "B.3 v8 v9": ("v8 = -c1 s2, v9 = -s1 s2", "v8 = 2 s1 c2, v9 = -2 c1 c2"),
    "B.3 v11": ("v11 = r_z2 - v14", "-r_z2 - v14, as v6"),
    "B.4 b_i3": (
        "(-c1 b_i4, -s1 b_i4, b_i3) with b_i4 = 2 (v12 + r_zi)",
        "with v12 + r_zi; the factor 2 belongs to b_i5, b_i6",
    ),
    "B.4 b_i8": ("b_i8 = v12 - r_zi", "-(v12 + r_zi)"),
    "B.5 b_i14": ("(-b_i11, b_i10, 0) in English", "2 (-b_i11, b_i10, 0), as in Serbian"),
    "B.5 b_i24": (
        "(c23 r_y - c1 b_i12 + v4 v9, -c23 r_x - s1 b_i12 - v2 v9, ...)",
        "(-c23 r_y - c1 b_i12 + v4 b_i9, c23 r_x - s1 b_i12 - v2 b_i9, ...)",
    ),
    "B.6 b_i15": ("(-b_i15, b_i16, 0) in English", "2 (-b_i15, b_i16, 0), as in Serbian"),
    "B.7 b_646": ("column of q4: v48 r_z - v49 r_y + v61, ...", "2 (v61, v62, v63)"),
    "B.7 b_656": ("column of q5: 2 (v71 + v64) + v67, ...", "without v67, v68, v69"),
    "B.11 b_i9": ("c1 b_i9", "c1 d_i9"),
    "B.11 d_i3": ("+ v4 d_i3 in row 1 of the column of q2 + q3", "- v4 d_i3"),
    "B.11 d_i11": (
        "other signs in d_i11, d_i12, d_i13",
        "-I_x v1 + I_xy v3 - I_xz c23; -I_y v3 + I_xy v1 - I_yz c23; I_z c23 + I_xz v1 + I_yz v3",
    ),
    "B.11 d_i44": ("v4 d_i9 + s23 d_i8", "v4 d_i9 - s23 d_i8"),
    "B.13": (
        "I_6 (z_k x z_5) alone; qd_k and the sum N' ... N'''' missing",
        "+ z_k x (I_6 z_5) + z_5 x (I_6 z_k); v44..46 = z1 x z5, v50..52 = z4 x z5",
    ),
}
