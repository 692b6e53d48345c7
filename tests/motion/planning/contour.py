"""The published thirteen moves as commands, with the two slips of the listing mended."""

from __future__ import annotations

import math

from erfd.motion.commands import Blend, Circle, Command, Joints, Lin, Pose, Ptp
from erfd.robot.placement import from_rpy

C = -175.03779
HOME = Joints((0.0,) * 6)
AWAY = Joints(tuple(math.radians(x) for x in (-115.7, 55.7, 68.7)))


def point(x: float, y: float, z: float) -> tuple[float, float, float]:
    """mm to m."""
    return x / 1e3, y / 1e3, z / 1e3


def pose(
    at: tuple[float, float, float], abc: tuple[float, float, float], status: int | None = None
) -> Pose:
    """Rz(a) Ry(b) Rx(c), degrees."""
    a, b, c = (math.radians(x) for x in abc)
    return Pose(position=point(*at), rotation=from_rpy(c, b, a), status=status)


S0 = pose((786.9329, 402.9624, 632.855), (15, -60, C), 4)
S1 = point(850.5427, 0, 629.1809)
S2 = pose((821.9198, -402.9624, 572.256), (-15, -60, -175.037), 8)
S3 = point(819.1725, -441.6397, 566.7923)
S4 = pose((1019.6465, -571.0567, 669.5612), (-40, -60, -90), 8)
S5 = pose((1238.1590, -421.6189, 810.7015), (-20, -30, -90), 4)
S6 = point(1317.2706, -249.063, 873.6763)
S7 = pose((1289.7405, -149.4378, 867.7698), (-5, -40, C), 8)
S8 = pose((1208.2531, 0, 835.7050), (0, -30, C), 8)
S9 = pose((1276.7658, 149.4378, 890.2428), (5, -45, C), 8)
S10 = point(1295.6459, 249.063, 911.1313)
S11 = pose((1201.5523, 421.6189, 874.1061), (10, -60, C), 8)
S12 = pose((970.0649, 571.0567, 755.4388), (17, -60, C), 8)
S13 = point(780.8275, 441.6398, 633.2077)
PASS = Blend("c_speed")


def commands(window: float | None = None, share: float | None = None) -> list[Command]:
    """`window` is r_blend_ori in s, `share` the c_ptp at s0."""

    def given(speed: float, acc: float) -> dict[str, float | None]:
        return {"speed": speed / 1e3, "acc": acc / 1e3, "r_blend_ori": window}

    corner = Blend("c_cp", 0.15)
    made = [
        Ptp(target=S0, speed_ptp=0.6, acc_ptp=1.0, blend=Blend("c_ptp", share), line=1),
        Circle(via=S1, target=S2, c_ori="o_pco", blend=PASS, line=2, **given(760, 1000)),
        Circle(via=S3, target=S4, c_ori="o_pvo", blend=PASS, line=3, **given(350, 1000)),
        Lin(target=S5, blend=PASS, line=4, **given(460, 1000)),
        Circle(via=S6, target=S7, blend=PASS, line=5, **given(300, 800)),
        Lin(target=S8, blend=corner, line=6, **given(227.7, 900)),
        Lin(target=S9, blend=PASS, line=7, **given(225, 900)),
        Circle(via=S10, target=S11, blend=PASS, line=8, **given(695, 1200)),
        Lin(target=S12, blend=PASS, line=9, **given(620, 1200)),
        Circle(via=S13, target=S0, line=10, **given(570, 1000)),
    ]
    return [*made, Ptp(target=HOME, line=11), Ptp(target=AWAY, line=12), Ptp(target=HOME, line=13)]
