"""Operation counts as printed, with the misprints marked.

A: Tables 1, 2 and C1 of Kvrgic and Vidakovic. B: Tables 9.1 and 9.6 of Saha, ch. 9.
M are multiplications and divisions, A additions and subtractions. B gives formulas in n, the number
of revolute joints, and their values; where a value contradicts its formula the row says so.
A note begins with the word "misprint" where print contradicts itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

A = "Kvrgic and Vidakovic, Mech. Mach. Theory 145 (2020) 103680, and its Serbian version"
B = "Saha, Introduction to Robotics (2nd ed.), ch. 9"
Polynomial = tuple[Fraction | int, ...]


class Printed(NamedTuple):
    multiplications: int
    additions: int


@dataclass(frozen=True, slots=True)
class Row:
    """Counts of one algorithm: formulas (coefficients of 1, n, n^2, ...) and printed values."""

    name: str
    formulas: tuple[Polynomial, Polynomial] | None
    printed: dict[int, Printed]
    note: str = ""

    def at(self, n: int) -> Printed | None:
        """By the formula; without one what is printed for this n."""
        if self.formulas is None:
            return self.printed.get(n)
        m, a = (sum(c * n**k for k, c in enumerate(f)) for f in self.formulas)
        return Printed(int(m), int(a))


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    source: str
    quantity: str
    rows: tuple[Row, ...]
    says: str = ""


def _linear(name: str, m1: int, m0: int, a1: int, a0: int, *printed: int, note: str = "") -> Row:
    """Rows of B: printed values are M, A for n = 6, then 7 and 10."""
    pairs = zip(printed[::2], printed[1::2], strict=True)
    values = {n: Printed(*p) for n, p in zip((6, 7, 10), pairs, strict=False)}
    return Row(name, ((m0, m1), (a0, a1)), values, note)


TABLE_9_1 = Table(
    "Table 9.1",
    B,
    "inverse_dynamics",
    (
        _linear("Hollerbach (1980)", 412, -277, 320, -201, 2195, 1719),
        _linear("Luh et al. (1980)", 150, -48, 131, 48, 852, 834),
        _linear("Walker and Orin (1982)", 137, -22, 101, -11, 800, 595),
        _linear("RIDIM (Saha, 1999)", 120, -44, 97, -55, 676, 527),
        _linear("Khalil et al. (1986)", 105, -92, 94, -86, 538, 478),
        _linear("Angeles et al. (1989)", 105, -109, 90, -105, 521, 435),
        _linear("ReDySim (Shah et al., 2013)", 94, -81, 82, -75, 483, 417),
        _linear("Balafoutis et al. (1991)", 93, -69, 81, -65, 489, 421),
    ),
)

_WALKER_ORIN = Row(
    "Walker and Orin (1982)",
    (
        (-47, Fraction(115, 3), Fraction(23, 2), Fraction(1, 6)),
        (-46, Fraction(233, 6), 7, Fraction(1, 6)),
    ),
    {6: Printed(633, 480), 7: Printed(842, 898), 10: Printed(1653, 1209)},
    "misprint: A has 233n/3, but 233n/6 gives the 1209 of n = 10; 480 (n = 6) and 898 (n = 7) "
    "should be 475 and 626",
)
TABLE_9_6 = Table(
    "Table 9.6",
    B,
    "forward_dynamics",
    (
        _linear(
            "ReDySim (Shah et al., 2013)", 135, -116, 131, -123, 694, 663, 829, 794, 1234, 1187
        ),
        _linear("Saha (2003)", 191, -284, 187, -325, 862, 797, 1053, 984, 1626, 1545),
        _linear(
            "Featherstone (1983)", 199, -198, 174, -173, 996, 871, 1195, 1045, 1792, 1527,
            note="misprint: A of n = 10 is 1567 by the formula, printed 1527",
        ),
        _linear(
            "Stejskal and Valasek (1996)", 226, -343, 206, -345, 1013, 891, 1239, 1097, 1917, 1715
        ),
        _linear("Brandl et al. (1988)", 250, -222, 220, -198, 1278, 1122, 1528, 1342, 2278, 2002),
        _WALKER_ORIN,
    ),
    "the bias is an input here, not counted: Walker and Orin's 633 M are fewer than the 800 M of "
    "their own inverse dynamics",
)  # fmt: skip

TABLE_1 = Table(
    "Table 1",
    A,
    "forward_dynamics",
    (
        Row(
            "mRNEA, RL15's first n links",
            None,
            dict(enumerate(map(Printed, (241, 484, 854, 1356), (188, 376, 662, 1038)), 3)),
            "lower half of H only, no derivation printed: cannot be checked",
        ),
    ),
)  # fmt: skip


def _six(name: str, m: int, a: int, note: str = "") -> Row:
    return Row(name, None, {6: Printed(m, a)}, note)


TABLE_2 = Table(
    "Table 2",
    A,
    "forward_dynamics",
    (
        _six("Walker and Orin, method 1 (1982)", 3418, 2502),
        _six("Walker and Orin, method 2 (1982)", 2308, 1692),
        _six("Walker and Orin, method 3 (1982)", 1627, 1255),
        _six("Featherstone (1983)", 2190, 1915),
        _six("Saha, DeNOC (2003)", 2008, 1919),
        _six("Mohan and Saha, DeNOC (2007)", 1948, 1667),
        _six("FD based on mRNEA", 1356, 1038, "of RL15, zeros left out; the others are general"),
    ),
)  # fmt: skip

TABLE_C1 = Table(
    "Table C1",
    A,
    "forward_dynamics",
    (
        _six(
            "r, p_e, I, p*, I_cm", 109, 63,
            "misprint: two rows in one, 138 M 51 A lost; the items of the rest add to 111 M",
        ),
        _six("b_1", 0, 2),
        _six("b_2", 15, 8),
        _six("b_3", 23, 18),
        _six("b_4", 42, 22),
        _six("b_5", 70, 38, "misprint: the items add to 37 A"),
        _six("b_6", 126, 65, 'misprint: "Eq. (44)" of b_66 is (45)'),
        _six("e_1", 8, 0),
        _six("e_2", 14, 5),
        _six("e_3", 26, 13),
        _six("e_4", 37, 26),
        _six("e_5", 55, 35),
        _six("e_6", 76, 50),
        _six("d_1", 0, 0, 'misprint: "(41)" of d_11 is (46)'),
        _six("d_2", 21, 11),
        _six("d_3", 26, 18, "misprint: the items add to 29 M"),
        _six("d_4", 78, 52),
        _six("d_5", 153, 113),
        _six("d_6", 246, 176),
        _six("n'_c", 52, 78),
        _six("n'_a1", 112, 155, "misprint: (52) of n'_6a1 is (62), the second n'_5a1 is n'_4a1"),
        _six("n'_a2", 42, 65),
        _six("n'_a3", 34, 29),
        _six("u", 127, 97, 'misprint: the items add to 96 A; "(40), (41)" are (35), (36)'),
        _six("Gauss", 106, 91, "misprint: n = 6 takes 85 A, and with 85 the total is as printed"),
        _six(
            "TOTAL", 1735, 1275,
            "misprint: the rows printed add to 1598 M 1230 A, with the lost row to 1736 M 1281 A",
        ),
        _six(
            "of these r, p_e, I", 247, 114,
            "also l and p*; 1735 - 247 = 1488 M, 1275 - 114 = 1161 A, the text says 1480, 1152",
        ),
    ),
    "both halves of H; RL15 with its zeros left out",
)  # fmt: skip

TABLES = (TABLE_9_1, TABLE_9_6, TABLE_1, TABLE_2, TABLE_C1)
