"""Which link of a URDF is the tool: the format does not say, so its name decides, or its place.

A link named erfd_tool comes first (underscores may follow, the longest name holds): that is how
our writer marks the tool where the name 'tool' is taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from erfd.robot.records import BASE, COORDINATES, Frame, Joint

OURS = re.compile(r"erfd_tool_*")
NAMES = ("tool", "tool0", "tcp", "ee", "ee_link", "end_effector")
ENDINGS = ("_tool0", "_tcp", "_ee", "_end_effector")


def default_tool(joints: Sequence[Joint]) -> tuple[Frame, str]:
    """The frame of the tool, and in words why it is this one."""
    links = [joint.child for joint in joints]
    ours = sorted((name for name in links if OURS.fullmatch(name)), key=len)
    for name in (*ours[-1:], *NAMES):
        if name in links:
            return Frame(name="tool", body=name), f"the tool is link '{name}', by its name"
    for ending in ENDINGS:
        found = [name for name in links if name.endswith(ending)]
        if len(found) == 1:
            return Frame(name="tool", body=found[0]), f"the tool is link '{found[0]}', by its name"
    last = _deepest(joints)
    why = "the end of the longest chain; a link named 'tool' would come first"
    return Frame(name="tool", body=last), f"the tool is link '{last}', {why}"


def _deepest(joints: Sequence[Joint]) -> str:
    """The body with most moving joints below it, then with most joints; the first of equals."""
    depth = {BASE: (0, 0)}
    for joint in joints:
        moving, all_of = depth[joint.parent]
        depth[joint.child] = (moving + COORDINATES[joint.kind], all_of + 1)
    return max(depth, key=lambda name: depth[name])
