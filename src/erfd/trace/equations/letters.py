"""A robot's numbers as letters: named as in its file, zeros left out, values kept for the proof.

    a1 d1        lengths of row 1 of a Denavit-Hartenberg table     lx2 ...    a joint's translation
    m1 cx1 ...   mass and centre of mass of body 1                  Ixx1 ...   inertia about it
    g            gravity                                            lx_t ...   the tool's place

The 1 is the number at the end of the joint's or body's name, or the whole name: m_gondola. Centre
of mass and inertia are in the frame in which the file gives them: that of the table's row (named
dh_1), else the body's own. Rotations stay numbers: 0 and +-1 where axes are at right angles.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from erfd.algebra import Matrix, Vector, rotate_tensor, transpose
from erfd.robot.placement import Placement
from erfd.robot.records import Body, Frame, Joint, Payload
from erfd.robot.robot import Robot
from erfd.trace.equations.ring import Ring, Sum, exact

KINDS = ("lengths", "masses", "inertias")
LENGTHS = ("lx", "ly", "lz")
NOTHING = 1e-12


class Meaning(NamedTuple):
    """A letter, its value in the file, and what it is."""

    name: str
    latex: str
    value: float
    unit: str
    text: str

    @property
    def said(self) -> str:
        return f"{self.unit}: {self.text}" if self.unit else self.text


@dataclass
class Letters:
    """Those taken so far; `kinds` says which numbers become letters."""

    ring: Ring
    kinds: Sequence[str] = KINDS
    renamed: Mapping[str, str] = field(default_factory=dict)
    meanings: dict[str, Meaning] = field(default_factory=dict)

    def take(
        self, symbol: str, index: str, value: Any, unit: str, text: str, size: Any = 1.0
    ) -> Any:
        """A letter for this number; 0 stays 0, and what rounding leaves of 0 beside `size`."""
        if isinstance(value, Sum):
            return value
        if abs(value) <= NOTHING * size:
            return 0
        name, latex = named(symbol, index)
        if name in self.renamed:
            name = self.renamed[name]
            latex = f"{name[0]}_{{{name[1:]}}}"
        text = plain(text)
        while name in self.meanings and self.meanings[name][2:] != (value, unit, text):
            name, latex = name + "_", latex + "'"
        self.meanings[name] = Meaning(name, latex, float(value), unit, text)
        return self.ring.letter(name, latex)

    def maybe(
        self,
        kind: str,
        symbol: str,
        index: str,
        value: Any,
        unit: str,
        text: str,
        size: Any = 1.0,
    ) -> Any:
        if kind in self.kinds:
            return self.take(symbol, index, value, unit, text, size)
        return value if isinstance(value, Sum) else exact(_cleaned(value, size))


def _cleaned(value: float, size: Any) -> float:
    return 0.0 if abs(value) <= NOTHING * size else value


def identifier(text: str) -> str:
    """What every language takes as a part of a name."""
    return re.sub(r"\W", "_", text, flags=re.ASCII)


def plain(text: str) -> str:
    """A text of a robot file as one line that ends no comment and no string of any language."""
    seen = "".join(x if x.isprintable() else " " for x in text)
    return seen.replace('"', "'").replace("\\", "/").replace("*/", "* /").replace("/*", "/ *")


def named(symbol: str, index: str) -> tuple[str, str]:
    """The name, and how LaTeX writes it."""
    if re.fullmatch(r"[0-9]*", index):
        sub = symbol[1:] + index
        return symbol + index, symbol[0] + (f"_{{{sub}}}" if sub else "")
    word = identifier(index)
    text = word.replace("_", r"\_")
    comma = symbol[1:] + "," if symbol[1:] else ""
    return f"{symbol}_{word}", f"{symbol[0]}_{{{comma}\\mathrm{{{text}}}}}"


def index_of(name: str, names: Sequence[str]) -> str:
    """The number at the end of a name, where no other name ends in it; else the name."""
    ends = [m[1] if (m := re.search(r"(\d+)$", x)) else x for x in names]
    own = ends[list(names).index(name)]
    return own if ends.count(own) == 1 else name


def lettered(robot: Robot, letters: Letters) -> Robot:
    """The same robot, its numbers letters."""
    rows = _rows(robot)
    places = {k: _row_place(letters, k, at) for k, at in rows.items()}
    joints = tuple(_joint(robot, letters, joint, rows, places) for joint in robot.joints)
    bodies = tuple(
        _body(letters, body, index_of(body.name, [b.name for b in robot.bodies]), places)
        for body in robot.bodies
    )
    payload = _payload(letters, robot.payload) if robot.payload else None
    return dataclasses.replace(
        robot,
        joints=joints,
        bodies=bodies,
        payload=payload,
        gravity=_gravity(letters, robot.gravity),
        tool=_frame(letters, robot.tool, rows, places, "t"),
        frames=tuple(_frame(letters, f, rows, places, f.name) for f in robot.frames),
        base=Placement(
            robot.base.R, _vector(letters, "lengths", LENGTHS, "b", robot.base.p, "base")
        ),
        drives=None,
    )


def _rows(robot: Robot) -> dict[str, tuple[str, Placement]]:
    """By body: the number of its row in the table, and the row's frame on it."""
    bodies = [b.name for b in robot.bodies]
    return {
        f.body: (f.name[3:], f.placement)
        for f in robot.frames
        if re.fullmatch(r"dh_\d+", f.name) and f.body in bodies
    }


def _row_place(letters: Letters, body: str, row: tuple[str, Placement]) -> Placement:
    k, (R, p) = row
    a = letters.maybe("lengths", "a", k, p[0], "m", f"a of row {k} of the table ({body})")
    d = letters.maybe("lengths", "d", k, p[2], "m", f"d of row {k} of the table ({body})")
    b = letters.maybe("lengths", "b", k, p[1], "m", f"y of row {k} of the table ({body})")
    return Placement(whole(R), (a, b, d))


def whole(R: Matrix) -> Matrix:
    """0 and +-1 exactly."""
    return tuple(  # type: ignore[return-value]
        tuple(round(x) if abs(x - round(x)) < NOTHING else x for x in row) for row in R
    )


def _joint(
    robot: Robot,
    letters: Letters,
    joint: Joint,
    rows: dict[str, tuple[str, Placement]],
    places: dict[str, Placement],
) -> Joint:
    at = joint.placement
    k = index_of(joint.name, [j.name for j in robot.joints])
    p = _beyond(letters, joint.parent, at.p, rows, places, k, f"of {joint.name}'s placement")
    return dataclasses.replace(joint, placement=Placement(whole(at.R), p))


def _beyond(
    letters: Letters,
    body: str,
    p: Vector,
    rows: dict[str, tuple[str, Placement]],
    places: dict[str, Placement],
    index: str,
    text: str,
) -> Vector:
    """A translation on a body: along the table's row where there is one, then the rest."""
    if body not in rows:
        return _vector(letters, "lengths", LENGTHS, index, p, text)
    rest = rows[body][1].inverse().point(p)
    return places[body].point(_vector(letters, "lengths", LENGTHS, index, rest, text))


def _vector(
    letters: Letters, kind: str, symbols: Sequence[str], index: str, v: Vector, text: str
) -> Vector:
    x, y, z = (
        letters.maybe(kind, s, index, value, "m", f"{axis} {text}")
        for s, axis, value in zip(symbols, "xyz", v, strict=True)
    )
    return x, y, z


def _body(letters: Letters, body: Body, index: str, places: dict[str, Placement]) -> Body:
    """Centre and inertia in the file's frame, carried back with the letters of the lengths."""
    name = body.name
    m = letters.maybe("masses", "m", index, body.mass, "kg", f"mass of {name}", 0)
    after = places.get(name, Placement())
    numeric = Placement(after.R, _numbers(letters, after.p))
    x, y, z = (float(f"{v:.14g}") for v in numeric.inverse().point(body.com))
    tensor = rotate_tensor(transpose(after.R), body.inertia)
    c = _vector(
        letters, "masses", ("cx", "cy", "cz"), index, (x, y, z), f"of {name}'s centre of mass"
    )
    I = _tensor(letters, index, tensor, name)
    return dataclasses.replace(body, mass=m, com=after.point(c), inertia=rotate_tensor(after.R, I))


def _numbers(letters: Letters, v: Vector) -> Vector:
    x, y, z = (evaluated(u, {k: m.value for k, m in letters.meanings.items()}) for u in v)
    return x, y, z


def evaluated(x: Any, values: dict[str, float]) -> Any:
    """The number that a sum without angles stands for."""
    return x.value(values, {0: 1.0}) if isinstance(x, Sum) else x


def _tensor(letters: Letters, index: str, tensor: Matrix, name: str) -> Matrix:
    size = max((abs(x) for row in tensor for x in row if not isinstance(x, Sum)), default=0)

    def entry(i: int, j: int) -> Any:
        pair = "xyz"[i] + "xyz"[j]
        text = f"{pair} of {name}'s inertia about its centre of mass"
        return letters.maybe("inertias", "I" + pair, index, tensor[i][j], "kg m^2", text, size)

    xx, xy, xz = entry(0, 0), entry(0, 1), entry(0, 2)
    yy, yz, zz = entry(1, 1), entry(1, 2), entry(2, 2)
    return (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)


def _payload(letters: Letters, payload: Payload) -> Payload:
    m = letters.maybe("masses", "m", "payload", payload.mass, "kg", "mass of the payload", 0)
    c = _vector(
        letters, "masses", ("cx", "cy", "cz"), "payload", payload.com, "of the payload's centre"
    )
    return Payload(mass=m, com=c, inertia=_tensor(letters, "payload", payload.inertia, "payload"))


def _gravity(letters: Letters, g: Vector) -> Vector:
    """One letter where gravity is along an axis."""
    if not letters.kinds:
        x, y, z = (exact(v) for v in g)
        return x, y, z
    along = [k for k in range(3) if abs(g[k]) > NOTHING]
    if len(along) == 1:
        size = letters.take("g", "", abs(g[along[0]]), "m/s^2", "gravity")
        x, y, z = (size * (1 if g[k] > 0 else -1) if k in along else 0 for k in range(3))
        return x, y, z
    x, y, z = (letters.take("g" + "xyz"[k], "", g[k], "m/s^2", "gravity") for k in range(3))
    return x, y, z


def _frame(
    letters: Letters,
    frame: Frame,
    rows: dict[str, tuple[str, Placement]],
    places: dict[str, Placement],
    index: str,
) -> Frame:
    R, p = frame.placement
    at = _beyond(letters, frame.body, p, rows, places, index, f"of the frame {frame.name}")
    return dataclasses.replace(frame, placement=Placement(whole(R), at))


def numeric(robot: Robot, values: dict[str, float]) -> Robot:
    """The robot of numbers that one of letters stands for."""
    convert: Callable[[Any], Any] = lambda x: evaluated(x, values)  # noqa: E731
    return robot.map(convert)
