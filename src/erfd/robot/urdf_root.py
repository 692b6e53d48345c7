"""Whether a file is a URDF at all, and what the robot is called."""

from __future__ import annotations

from pathlib import Path

from erfd.robot.urdf_values import XACRO, Notes, short
from erfd.robot.urdf_xml import Element

OTHER_FORMATS = {"sdf": "an SDF file", "mujoco": "an MJCF file", "COLLADA": "a COLLADA file"}


def check_root(root: Element) -> None:
    xacro = _find_xacro(root)
    if xacro is not None:
        raise xacro.error(f"<{short(xacro.tag)}> belongs to xacro, which makes a URDF", XACRO)
    if root.tag != "robot":
        what = OTHER_FORMATS.get(root.tag, f"not a URDF: its root is <{short(root.tag)}>")
        raise root.error(f"this is {what}", "give a URDF, whose root is <robot>")


def _find_xacro(root: Element) -> Element | None:
    waiting = [root]
    while waiting:
        element = waiting.pop()
        if element.tag.startswith("xacro:"):
            return element
        waiting += element.children[::-1]
    return None


def robot_name(root: Element, where: str, notes: Notes) -> str:
    name = root.attributes.get("name", "")
    if name.strip():
        return name
    notes.warn("without a name the robot takes its file's", root)
    return Path(where).stem or "robot"
