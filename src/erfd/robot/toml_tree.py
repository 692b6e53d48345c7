"""The joints, bodies and frames of a robot file, from base to tip.

Everything that the file gives in a body's reference frame is brought to the body's joint frame,
through `ends[body]`, the constant placement of the one in the other (see `erfd.robot.reference`).
"""

from __future__ import annotations

from erfd.robot.placement import Placement
from erfd.robot.records import BASE, MOST_JOINTS, Body, Frame, Joint, Kind
from erfd.robot.reference import carried, tidy
from erfd.robot.toml_bodies import BODY, mass_of
from erfd.robot.toml_geometry import PLACEMENT, direction, placement_of
from erfd.robot.toml_joints import JOINT, KINDS, link_at, mimic_of, refuse_contradictions
from erfd.robot.toml_limits import friction_of, limits_of
from erfd.robot.toml_table import Table
from erfd.robot.toml_values import did_you_mean, shortened
from erfd.robot.units import Units

FRAME = ("name", "body", *PLACEMENT)


class TreeReader:
    """Reads the joints when made, then the frames that are asked for."""

    def __init__(self, top: Table, units: Units, convention: str | None) -> None:
        self.units, self.convention = units, convention
        self.warnings: list[str] = []
        self.ends = {BASE: Placement()}
        self.frames: dict[str, Frame] = {}
        self.joints: list[Joint] = []
        self.bodies: list[Body] = []
        tables = top.tables("joint", "joint")
        if not tables:
            raise top.error("it has no joint", "add a [[joint]]")
        if len(tables) > MOST_JOINTS:
            what = f"it has {len(tables)} joints"
            raise top.error(what, f"at most {MOST_JOINTS} are read", "joint", MOST_JOINTS)
        self.kinds = _kinds(tables)
        for k, table in enumerate(tables, 1):
            self._joint(table, f"dh_{k}")
        for table in top.tables("frame", "frame"):
            self._frame(table.only(*FRAME))

    @property
    def last(self) -> str:
        return self.bodies[-1].name if self.bodies else BASE

    def placed(self, table: Table, name: str) -> Frame:
        """A frame on the body that the table names, by default the last one."""
        body = self.body_named(table, "body", "it sits on")
        place = placement_of(table, self.units, self.warnings.append)
        return Frame(name=name, body=body, placement=self.inside(body, place))

    def _joint(self, table: Table, row: str) -> None:
        kind = self.kinds[table.text("name")]
        refuse_contradictions(table, kind)
        parent = self.body_named(table, "parent", "it hangs on")
        link = link_at(table, kind, self.convention, self.units, self.warnings.append)
        axis = direction(table, "axis", self.warnings.append) if "axis" in table else (0, 0, 1)
        body = self._body(table, link.after)
        self.joints.append(
            Joint(
                name=table.text("name"),
                kind=kind,
                parent=parent,
                child=body.name,
                placement=self.inside(parent, link.before),
                axis=axis,
                limits=limits_of(table, kind, self.units),
                friction=friction_of(table, kind, self.units),
                mimic=mimic_of(table, kind, self.kinds, self.units),
                continuous=table.flag("continuous"),
                sources=table.sources(),
            )
        )
        self.bodies.append(body)
        self.ends[body.name] = link.after
        if "dh" in table:
            self.frames[row] = Frame(name=row, body=body.name, placement=link.after)

    def _body(self, joint: Table, end: Placement) -> Body:
        wanted = "give [joint.body] with name, mass, com and inertia"
        name = joint.table("body", f"the body of {joint.what}", wanted=wanted).text("name")
        table = joint.table("body", f"body '{shortened(name)}'").only(*BODY)
        if name in self.ends:
            remedy = "name it otherwise" if name == BASE else "give it its own"
            raise table.error("this name is taken", remedy, "name")
        return carried(end, name, *mass_of(table, self.units), table.sources())

    def body_named(self, table: Table, key: str, relation: str) -> str:
        name = table.text(key, self.last, wanted="a body's name")
        if name not in self.ends:
            what = f"{relation} '{shortened(name)}', which is not a body above"
            raise table.error(what, did_you_mean(name, self.ends) or "name a body or 'base'", key)
        return name

    def inside(self, body: str, place: Placement) -> Placement:
        end = self.ends[body]
        return place if end == Placement() else tidy(end.then(place))

    def _frame(self, table: Table) -> None:
        name = table.text("name")
        if name in self.ends or name in self.frames:
            what = f"{'a body' if name in self.ends else 'a frame above'} has this name"
            raise table.error(what, "give it its own", "name")
        self.frames[name] = self.placed(table, name)


def _kinds(tables: list[Table]) -> dict[str, Kind]:
    """Every joint's kind by its name."""
    kinds: dict[str, Kind] = {}
    for table in tables:
        name = table.only(*JOINT).text("name")
        if name in kinds:
            raise table.error("an earlier joint has this name", "give it its own", "name")
        kinds[name] = KINDS[table.word("kind", KINDS)]
    return kinds
