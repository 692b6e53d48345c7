"""The XML of one link and of one joint, line by line, numbers with all their digits."""

from __future__ import annotations

from collections.abc import Iterable

from erfd.algebra import EMPTY, IDENTITY, ZERO, Matrix, Scalar
from erfd.errors import RobotError
from erfd.robot.placement import Placement
from erfd.robot.records import Body, Joint, Limit
from erfd.robot.rpy import to_rpy

ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
ESCAPES |= {blank: f"&#{ord(blank)};" for blank in "\t\n\r"}


def quote(text: str) -> str:
    """A text as the value of an attribute."""
    for letter in text:
        if letter not in ESCAPES and (letter < " " or letter in "\ufffe\uffff"):
            raise RobotError(f"the name {text!r} holds what XML cannot", "give it another name")
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise RobotError(f"the name {text!r} holds half a letter", "give it another name")
    return '"' + "".join(ESCAPES.get(letter, letter) for letter in text) + '"'


def number(x: Scalar) -> str:
    """The shortest decimal that reads back to the same float."""
    return repr(float(x)).removesuffix(".0")


def numbers(values: Iterable[Scalar]) -> str:
    return f'"{" ".join(number(x) for x in values)}"'


def link_tags(body: Body) -> list[str]:
    name = quote(body.name)
    if body.mass == 0 and body.inertia == EMPTY:
        return [f"<link name={name}/>"]
    return [
        f"<link name={name}>",
        "  <inertial>",
        f"    <origin xyz={numbers(body.com)}/>",
        f'    <mass value="{number(body.mass)}"/>',
        f"    <inertia {_tensor(body.inertia)}/>",
        "  </inertial>",
        "</link>",
    ]


def _tensor(inertia: Matrix) -> str:
    pairs = ("xx", "xy", "xz", "yy", "yz", "zz")
    at = {letter: k for k, letter in enumerate("xyz")}
    entries = {pair: _mean(inertia, at[pair[0]], at[pair[1]]) for pair in pairs}
    return " ".join(f'i{pair}="{number(value)}"' for pair, value in entries.items())


def _mean(M: Matrix, i: int, j: int) -> Scalar:
    return M[i][j] if M[i][j] == M[j][i] else 0.5 * (float(M[i][j]) + float(M[j][i]))


def joint_tags(joint: Joint) -> list[str]:
    kind = "continuous" if joint.continuous else joint.kind
    tags = [
        f"  <parent link={quote(joint.parent)}/>",
        f"  <child link={quote(joint.child)}/>",
        *_origin(joint.placement),
    ]
    if joint.kind != "fixed":
        tags += [f"  <axis xyz={numbers(joint.axis)}/>", *_limit(joint)]
        tags += [*_dynamics(joint), *_mimic(joint)]
    return [f'<joint name={quote(joint.name)} type="{kind}">', *tags, "</joint>"]


def _origin(at: Placement) -> list[str]:
    xyz = "" if at.p == ZERO else f" xyz={numbers(at.p)}"
    R = tuple(tuple(float(x) for x in row) for row in at.R)
    rpy = "" if R == IDENTITY else f" rpy={numbers(to_rpy(at.R))}"
    return [f"  <origin{xyz}{rpy}/>"] if xyz or rpy else []


def _limit(joint: Joint) -> list[str]:
    """Both position limits or none: one that is missing would be read as 0."""
    limits = joint.limits
    lower, upper = limits.lower.value, limits.upper.value
    words = []
    if not joint.continuous and lower is not None and upper is not None:
        words += [f'lower="{number(lower)}"', f'upper="{number(upper)}"']
    words += [f'effort="{_or_zero(limits.effort)}"', f'velocity="{_or_zero(limits.speed)}"']
    if limits.acceleration.known:
        words.append(f'acceleration="{number(limits.acceleration.value)}"')
    return [f"  <limit {' '.join(words)}/>"]


def _or_zero(limit: Limit) -> str:
    return number(limit.value) if limit.known else "0"


def _dynamics(joint: Joint) -> list[str]:
    losses = {"damping": joint.friction.viscous, "friction": joint.friction.coulomb}
    words = [f' {name}="{number(x)}"' for name, x in losses.items() if x is not None]
    return [f"  <dynamics{''.join(words)}/>"] if words else []


def _mimic(joint: Joint) -> list[str]:
    if joint.mimic is None:
        return []
    ratio, offset = number(joint.mimic.multiplier), number(joint.mimic.offset)
    return [f'  <mimic joint={quote(joint.mimic.of)} multiplier="{ratio}" offset="{offset}"/>']
