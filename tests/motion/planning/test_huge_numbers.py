"""Numbers of any size in programs: refused with the line, in no time and no memory."""

from __future__ import annotations

import pytest

import erfd
from erfd.errors import ProgramError
from tests.motion.planning.random_programs import ARM

READY = "move ptp mainjoint(0, 20, 0, 0, -60); "


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("wait 1e300;", "E_RANGE: the motion takes 1e\\+300 s up to here, 50000 s are possible"),
        ("wait 40000; wait 20000;", "E_RANGE: the motion takes 6e\\+04 s"),
        ("move ptp mainjoint(1) speed_ptp=1e-300;", "E_RANGE: the motion takes"),
        ("move ptp mainjoint(1e300);", "E_RANGE: the motion takes"),
        ("move ptp mainjoint(1) r_jerk_ptp=1e30;", "E_RANGE: the motion takes"),
        ("move lin position(1100, 0, 900) speed=1e-9;", "E_RANGE: the motion takes"),
        ("move lin position(1100, 0, 900) acc=1e-300;", "E_RANGE: the motion takes"),
        (
            "move lin position(1e300, 0, 900);",
            "E_RANGE: a point is 1e\\+297 m away; lengths are in mm",
        ),
        ("move lin position(1e12, 0, 900);", "E_RANGE: a point is 1e\\+09 m away"),
        ("move circle position(1e300, 0, 900), position(1100, 0, 0);", "E_RANGE: a point is"),
        ("move circle position(1000, 0, 900), position(0, 1e300, 0);", "E_RANGE: a point is"),
        ("move ptp robtarg(((1e300, 0, 900), (0, 0, 0)));", "E_RANGE: a point is"),
        (
            "move circle position(1e-300, 0, 900), position(1100, 1, 1);",
            r"out of reach by 0.\d+ mm in the configuration of the path, not in others",
        ),
    ],
)
def test_huge_numbers_in_programs(body: str, message: str) -> None:
    """Refused with the line, before any memory is asked for."""
    text = f"program p; seq {READY}\n{body}\nendseq endprogram"
    with pytest.raises(ProgramError, match=message) as caught:
        erfd.plan(erfd.parse_text(text), ARM)
    assert caught.value.line == 2
