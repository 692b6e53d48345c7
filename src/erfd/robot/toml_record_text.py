"""The records of a robot as tables of a robot file: joints, limits, bodies, frames, payload."""

from __future__ import annotations

from erfd.algebra import EMPTY, ZERO, Matrix
from erfd.robot.records import Body, Frame, Joint, Limit, Limits, Payload
from erfd.robot.toml_text import (
    Entry,
    inline,
    known,
    number,
    numbers,
    placed,
    rows,
    section,
    sources,
    string,
)

UNKNOWN = Limit().source
FRICTION = ("viscous", "coulomb", "reaction", "diameter")


def joint_text(joint: Joint, body: Body) -> list[str]:
    place = {e.key: e.value for e in placed(joint.placement) if e.value is not None}
    axis, unit = numbers(joint.axis), "m" if joint.kind == "prismatic" else "rad"
    entries = [
        Entry("name", string(joint.name)),
        Entry("kind", string(joint.kind)),
        Entry("continuous", "true" if joint.continuous else None),
        Entry("parent", string(joint.parent)),
        Entry("placement", inline(place)),
        Entry("axis", None if axis == numbers((0, 0, 1)) else axis),
        _friction(joint),
        _mimic(joint),
        sources(joint.sources),
    ]
    return [
        *section("[[joint]]", entries),
        *section("[joint.limits]", _limits(joint.limits, unit)),
        *section("[joint.body]", _body(body)),
    ]


def _friction(joint: Joint) -> Entry:
    given = {key: getattr(joint.friction, key) for key in FRICTION}
    spelt = {k: number(x) for k, x in given.items() if x is not None}
    unit = "N s/m, N" if joint.kind == "prismatic" else "N m s/rad, N m, m"
    return Entry("friction", inline(spelt) if spelt else None, unit)


def _mimic(joint: Joint) -> Entry:
    if joint.mimic is None:
        return Entry("mimic", None)
    multiplier, offset = number(joint.mimic.multiplier), number(joint.mimic.offset)
    spelt = {"of": string(joint.mimic.of), "multiplier": multiplier, "offset": offset}
    return Entry("mimic", inline(spelt))


def _limits(limits: Limits, unit: str) -> list[Entry]:
    """Both ends of the range as one `position` where both are known and have one source."""
    lower, upper = limits.lower, limits.upper
    one = lower.source == upper.source and lower.known == upper.known
    ends = {"position": lower} if one else {"lower": lower, "upper": upper}
    names = ("speed", "acceleration", "effort", "jerk")
    rest = {name: getattr(limits, name) for name in names}
    given = numbers((lower.value, upper.value)) if one and lower.known else None
    return [
        Entry("position", given, unit),
        Entry("lower", None if one else known(lower.value), unit),
        Entry("upper", None if one else known(upper.value), unit),
        Entry("speed", known(limits.speed.value), f"{unit}/s"),
        Entry("acceleration", known(limits.acceleration.value), f"{unit}/s^2"),
        Entry("effort", known(limits.effort.value), "N" if unit == "m" else "N m"),
        Entry("jerk", known(limits.jerk.value), f"{unit}/s^3"),
        _limit_sources({**ends, **rest}),
    ]


def _limit_sources(limits: dict[str, Limit]) -> Entry:
    """One text where it is that of all that is known, and of nothing else."""
    said = {key: limit.source for key, limit in limits.items() if limit.source != UNKNOWN}
    if said.keys() == {key for key, limit in limits.items() if limit.known} and said:
        first, *others = set(said.values())
        if not others and first:
            return Entry("source", string(first))
    texts = {key: string(source) for key, source in said.items()}
    return Entry("source", inline(texts) if texts else None)


def _body(body: Body) -> list[Entry]:
    return [Entry("name", string(body.name)), *mass_text(body), sources(body.sources)]


def mass_text(body: Body | Payload) -> list[Entry]:
    mass, com, inertia = number(body.mass), numbers(body.com), _inertia(body.inertia)
    if body.mass == 0 and com == numbers(ZERO) and inertia == _inertia(EMPTY):
        return [Entry("mass", mass, "kg")]
    return [
        Entry("mass", mass, "kg"),
        Entry("com", com, "m"),
        Entry("inertia", inertia, "kg m^2, about com"),
    ]


def _inertia(I: Matrix) -> str:
    """By its six entries, or whole where rounding has made it unsymmetric."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = I
    if numbers((xy, xz, yz)) != numbers((yx, zx, zy)):
        return inline({"matrix": rows(I)})
    entries = {"xx": xx, "yy": yy, "zz": zz, "xy": xy, "xz": xz, "yz": yz}
    return inline({key: number(x) for key, x in entries.items()})


def frame_text(header: str, frame: Frame) -> list[str]:
    name, body = Entry("name", string(frame.name)), Entry("body", string(frame.body))
    return section(header, [name, body, *placed(frame.placement)])


def payload_text(payload: Payload) -> list[str]:
    return section("[payload]", mass_text(payload))
