"""A chain of path moves without a stop: how they are joined, and the legs that come of it.

`c_speed` leaves the geometry as it is and bounds the speed at the joint of two moves,
v_j = min(p v_i, v_(i+1)); over a corner of more than a degree the velocity may step by no more than
the acceleration makes of it in one cycle, 2 v_j sin(corner / 2) <= acc dt. `c_cp` cuts a corner of
two lines off by a parabola. No joint at all ends the chain.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import NamedTuple

from erfd.algebra import Vector, dot
from erfd.errors import ProgramError
from erfd.motion.commands import Blend, Circle, Lin
from erfd.motion.planning.attitude import Attitude
from erfd.motion.planning.geometry import NO_WAY, Path, angle_between, parabola
from erfd.motion.planning.legs import Leg, caps, settle
from erfd.robot.placement import Placement
from erfd.robot.system import System

SMOOTH = math.radians(1.0)
NOTHING = 1e-9  # m: what is left of a line when corners have taken the rest


@dataclass(slots=True)
class PathMove:
    """A path move with its geometry; `top`, `acc` in force, in the units of its path's s.

    `ignored` (rad) is by how much the attitude reached differs from the target's; `corner` (rad)
    is the angle to the next move, where it is joined with one.
    """

    command: Lin | Circle
    number: int
    path: Path
    attitude: Attitude
    top: float
    acc: float
    window: float
    tool: int
    reached: Placement
    ignored: float
    corner: float | None = None

    @property
    def line(self) -> int:
        return self.command.line


class Corner(NamedTuple):
    """A joint with a corner: its move, the angle (rad), the speed that it leaves (m/s)."""

    move: PathMove
    angle: float
    speed: float


@dataclass(slots=True)
class Chain:
    """Legs in order, the speeds at their ends (one more), and the corners that were slowed."""

    legs: list[Leg] = field(default_factory=list)
    speeds: list[float] = field(default_factory=lambda: [0.0])
    corners: list[Corner] = field(default_factory=list)


def chain_of(moves: list[PathMove], system: System) -> Chain:
    """`moves` are joined, each with the next."""
    chain = Chain()
    begin = 0.0
    for k, move in enumerate(moves):
        after = moves[k + 1] if k + 1 < len(moves) else None
        blend = move.command.blend if after is not None else None
        reach = _reach(move, after, begin, blend, system)
        end = move.path.extent - reach
        if end - begin > NOTHING:
            leg = Leg(move.path, move.attitude, move.number, begin, end, move.top, move.acc)
            chain.legs.append(leg)
            chain.speeds.append(0.0)
        begin = reach
        if after is None or blend is None:
            continue
        move.corner = angle_between(move.path.leaves, after.path.enters)
        if reach:
            _round(chain, move, after, reach)
        else:
            chain.speeds[-1] = _joint_speed(chain, move, after, blend, system)
    chain.speeds[-1] = 0.0
    settle(chain.legs, chain.speeds)
    return chain


def _reach(
    move: PathMove, after: PathMove | None, begin: float, blend: Blend | None, system: System
) -> float:
    """The r of a c_cp, checked against the lines that it takes it from."""
    if after is None or blend is None or blend.kind != "c_cp":
        return 0.0
    r = system.r_c_cp if blend.value is None else blend.value
    if r < NO_WAY:
        what = f"E_RANGE: c_cp of {1e3 * r:.3g} mm rounds nothing"
        raise _at(move, what, f"give at least {1e3 * NO_WAY:g} mm, or c_speed")
    for what, length in (
        ("what is left of this line", move.path.extent - begin),
        ("the next line", after.path.extent),
    ):
        kind = move.path.kind if what.startswith("what") else after.path.kind
        if kind != "lin" or r > length + NOTHING:
            size = f"{1e3 * length:.6g} mm" if kind == "lin" else "no way at all"
            text = f"E_BLEND: c_cp of {1e3 * r:g} mm, but {what} is {size}"
            raise _at(move, text, "take a smaller c_cp: corners may not overlap")
    return min(r, move.path.extent - begin, after.path.extent)


def _at(move: PathMove, what: str, remedy: str) -> ProgramError:
    line, column = move.line or None, move.command.column or None
    return ProgramError(what, remedy, line=line, column=column)


def _round(chain: Chain, move: PathMove, after: PathMove, r: float) -> None:
    t1, t2 = move.path.leaves, after.path.enters
    path = parabola(_target(move), t1, t2, r)
    acc, cosine = min(move.acc, after.acc), dot(t1, t2)
    factor = caps(r, cosine, acc, move.top, after.top)
    leg = Leg(path, move.attitude, move.number, 0.0, 1.0, move.top, acc, r, cosine)
    share = 1.0 - r / move.path.extent, r / after.path.extent
    leg.rounds = (move.attitude, share[0], after.attitude, share[1])
    leg.entry_cap, leg.exit_cap = factor * move.top, factor * after.top
    before = chain.speeds[-1] if len(chain.legs) and chain.legs[-1].reach else math.inf
    chain.speeds[-1] = 0.0 if not chain.legs else min(leg.entry_cap, before)
    chain.legs.append(leg)
    chain.speeds.append(leg.exit_cap)


def _target(move: PathMove) -> Vector:
    """Where the line ends."""
    p, t, L = move.path.start, move.path.first, move.path.extent
    return p[0] + L * t[0], p[1] + L * t[1], p[2] + L * t[2]


def _joint_speed(
    chain: Chain, move: PathMove, after: PathMove, blend: Blend, system: System
) -> float:
    if not chain.legs or "turn" in (move.path.kind, after.path.kind):
        chain.corners.append(Corner(move, 0.0, 0.0))
        return 0.0
    share = 0.01 * system.r_c_speed if blend.value is None else blend.value
    before = chain.speeds[-1] if chain.legs[-1].reach else math.inf
    speed = min(share * move.top, after.top, before)
    if move.corner is not None and move.corner > SMOOTH:
        change = min(move.acc, after.acc) * system.r_dt
        speed = min(speed, 0.5 * change / math.sin(0.5 * move.corner))
        chain.corners.append(Corner(move, move.corner, speed))
    return speed
