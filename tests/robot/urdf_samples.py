"""Small URDF texts for the tests, put together from links and joints."""

from dataclasses import fields, is_dataclass
from typing import Any

from erfd.robot.urdf import parse_urdf

INERTIAL = (
    '<inertial><origin xyz="0.1 0 0"/><mass value="2"/>'
    '<inertia ixx="0.02" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.04"/></inertial>'
)
LIMIT = '<limit lower="-2" upper="2" effort="50" velocity="3"/>'


def link(name: str, inner: str = INERTIAL) -> str:
    return f'<link name="{name}">{inner}</link>\n'


def joint(name: str, parent: str, child: str, inner: str = LIMIT, kind: str = "revolute") -> str:
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{name}" type="{kind}">{ends}{inner}</joint>\n'


def urdf(*parts: str, head: str = 'name="sample"') -> str:
    return f"<robot {head}>\n{''.join(parts)}</robot>\n"


def one_joint(inner: str = LIMIT, kind: str = "revolute", inertial: str = INERTIAL) -> str:
    """A ground and an arm on one joint 'j'."""
    return urdf(link("ground", ""), link("arm", inertial), joint("j", "ground", "arm", inner, kind))


def read_joint(inner: str = LIMIT, kind: str = "revolute"):
    robot = parse_urdf(one_joint(inner, kind))
    return next(j for j in robot.joints if j.name == "j")


def read_arm(inertial: str):
    robot = parse_urdf(one_joint(inertial=inertial))
    return next(b for b in robot.bodies if b.name == "arm")


def difference(a: Any, b: Any) -> float:
    """The largest difference of two records' numbers; all else must be equal, places set apart."""
    if is_dataclass(a):
        names = [f.name for f in fields(a) if f.compare and f.name not in {"source", "sources"}]
        return max(difference(getattr(a, name), getattr(b, name)) for name in names)
    if isinstance(a, tuple):
        pairs = list(zip(a, b, strict=True))
        return max((difference(x, y) for x, y in pairs), default=0.0)
    if isinstance(a, (int, float)) and not isinstance(a, bool):
        return abs(a - b)
    assert a == b
    return 0.0
