"""Denavit-Hartenberg tables as robots; the conventions are explained in `erfd.robot.dh_row`.

The records want everything in the joint frame, the body's frame after the joint's motion. For a
modified table that is DH frame i itself. For a standard table the constant rest of the link lies
between them: Tz(d) Tx(a) Rx(alpha), without Tz(d) when prismatic. The next joint is placed through
it, centre of mass and inertia (given in DH frame i) are carried back through it. Frame i of the
table can be asked for by the name `dh_i`.
"""

from __future__ import annotations

from collections.abc import Sequence

from erfd.algebra import Vector
from erfd.errors import RobotError
from erfd.robot.dh_row import DhRow, Link, check_convention, link_of
from erfd.robot.placement import Placement
from erfd.robot.records import BASE, Frame, Joint
from erfd.robot.reference import carried, tidy
from erfd.robot.robot import STANDARD_GRAVITY, Robot

__all__ = ["DhRow", "from_dh"]


def from_dh(
    name: str,
    rows: Sequence[DhRow],
    *,
    convention: str,
    gravity: Vector = STANDARD_GRAVITY,
    base: Placement = Placement(),
    tool: Placement = Placement(),
) -> Robot:
    """The chain of a DH table: joints joint_1..n, bodies link_1..n, frames dh_1..n, all in SI.

    `tool` is the tool's placement in the last DH frame.
    """
    check_convention(convention)
    if not rows:
        raise RobotError("the DH table has no rows", "give one DhRow for each joint")
    links = [
        link_of(row, convention, f"row {i} of the DH table: ") for i, row in enumerate(rows, 1)
    ]
    names = [f"link_{i}" for i, _ in enumerate(rows, 1)]
    pairs = list(zip(names, rows, links, strict=True))
    return Robot(
        name=name,
        joints=_joints(names, rows, links),
        bodies=tuple(carried(x.after, body, r.mass, r.com, r.inertia) for body, r, x in pairs),
        gravity=gravity,
        base=base,
        tool=Frame(name="tool", body=names[-1], placement=tidy(links[-1].after.then(tool))),
        frames=tuple(
            Frame(name=f"dh_{i}", body=body, placement=link.after)
            for i, (body, _, link) in enumerate(pairs, 1)
        ),
    )


def _joints(
    names: Sequence[str], rows: Sequence[DhRow], links: Sequence[Link]
) -> tuple[Joint, ...]:
    """Each joint placed on the body before it, through the rest of that body's link."""
    parents = [BASE, *names]
    ends = [Placement(), *(link.after for link in links)]
    return tuple(
        Joint(
            name=f"joint_{i + 1}",
            kind=row.kind,
            parent=parents[i],
            child=names[i],
            placement=tidy(ends[i].then(links[i].before)),
        )
        for i, row in enumerate(rows)
    )
