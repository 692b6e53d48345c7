"""The drives of a robot as tables of a robot file."""

from __future__ import annotations

from collections.abc import Sequence

from erfd.algebra import Scalar
from erfd.errors import RobotError
from erfd.robot.drives import Coulomb, DriveElement, Drives, Motor, RotorPlace
from erfd.robot.records import Limit, Sources
from erfd.robot.toml_record_text import mass_text
from erfd.robot.toml_text import (
    Entry,
    inline,
    known,
    lines,
    number,
    numbers,
    placed,
    rows,
    section,
    sources,
    string,
)

UNKNOWN = Limit().source


def drives_text(drives: Drives, joints: Sequence[str]) -> list[list[str]]:
    """A paragraph for all and one for each motor; `joints` in the order of q."""
    return [
        ["[drives]", *lines([sources(drives.sources)])],
        *(_motor(motor, joints, drives.sources) for motor in drives.motors),
        *(_element(element, joints) for element in drives.elements),
    ]


def _motor(motor: Motor, joints: Sequence[str], common: Sources) -> list[str]:
    bounds = {
        "peak_torque": motor.peak_torque,
        "continuous_torque": motor.continuous_torque,
        "top_speed": motor.top_speed,
        "peak_current": motor.peak_current,
        "peak_power": motor.peak_power,
        "stall_torque": motor.stall_torque,
    }
    inherited = {**common, **motor.sources}
    own = {k: x.source for k, x in bounds.items() if x.source != inherited.get(k, UNKNOWN)}
    entries = [
        Entry("name", string(motor.name)),
        _transmission(motor, joints),
        Entry("peak_torque", known(motor.peak_torque.value), "N m"),
        Entry("continuous_torque", known(motor.continuous_torque.value), "N m"),
        Entry("top_speed", known(motor.top_speed.value), "rad/s"),
        Entry("peak_current", known(motor.peak_current.value), "A"),
        Entry("peak_power", known(motor.peak_power.value), "W"),
        Entry("stall_torque", known(motor.stall_torque.value), "N m, standing"),
        Entry(
            "torque_curve", rows(motor.torque_curve) if motor.torque_curve else None, "rad/s, N m"
        ),
        Entry("resistance", known(motor.resistance), "ohm"),
        Entry("supply_voltage", known(motor.supply_voltage), "V"),
        Entry("rotor_inertia", known(motor.rotor_inertia), "kg m^2"),
        Entry("rotor", _rotor(motor.rotor)),
        Entry("torque_constant", known(motor.torque_constant), "N m/A"),
        Entry("viscous_friction", known(motor.viscous_friction), "N m s/rad"),
        Entry("coulomb_friction", _coulomb(motor.coulomb_friction), "N m, forward and backward"),
        Entry("load_friction", known(motor.load_friction), "of the transmitted torque"),
        Entry("efficiency", known(motor.efficiency)),
        Entry("backward_efficiency", known(motor.backward_efficiency)),
        sources({**motor.sources, **own}),
    ]
    return section("[[drives.motor]]", entries)


def _rotor(rotor: RotorPlace | None) -> str | None:
    if rotor is None:
        return None
    return inline({"body": string(rotor.body), "axis": numbers(rotor.axis)})


def _coulomb(dry: Coulomb | None) -> str | None:
    if dry is None:
        return None
    spelt = {"kinetic": numbers((dry.forward, dry.backward))}
    if dry.starting_forward is not None and dry.starting_backward is not None:
        spelt["starting"] = numbers((dry.starting_forward, dry.starting_backward))
    return inline(spelt)


def _element(element: DriveElement, joints: Sequence[str]) -> list[str]:
    joint, unit = element.joint, "m" if element.joint.kind == "prismatic" else "rad"
    place = {e.key: e.value for e in placed(joint.placement) if e.value is not None}
    axis = numbers(joint.axis)
    by_motor = element.motor is not None
    entries = [
        Entry("name", string(joint.name)),
        Entry("kind", string(joint.kind)),
        Entry("on", string(joint.parent)),
        Entry("placement", inline(place)),
        Entry("axis", None if axis == numbers((0, 0, 1)) else axis),
        Entry("ratios", None if by_motor else _by_joint(joint.name, element.ratios, joints), unit),
        Entry("motor", string(element.motor) if element.motor is not None else None),
        Entry("ratio", known(element.ratio), f"{unit} for a rad of the motor"),
        *mass_text(element.body),
        sources(element.body.sources),
    ]
    return section("[[drives.element]]", entries)


def _transmission(motor: Motor, joints: Sequence[str]) -> Entry:
    screw = motor.ball_screw
    if screw is None:
        return Entry("ratios", _by_joint(motor.name, motor.ratios, joints))
    given = {key: getattr(screw, key) for key in ("pitch", "constant", "cosine", "sine")}
    spelt = {key: number(x) for key, x in given.items()}
    of = _by_joint(motor.name, screw.of, joints)
    value = inline({**spelt, "of": of, "offset": number(screw.offset)})
    return Entry("ball_screw", value, "m, m^2, rad")


def _by_joint(name: str, values: Sequence[Scalar], joints: Sequence[str]) -> str:
    if len(values) != len(joints):
        raise RobotError(
            f"'{name}' has {len(values)} ratios for {len(joints)} coordinates",
            "give one ratio for each joint with a coordinate of its own",
        )
    pairs = zip(joints, values, strict=True)
    return inline({joint: number(x) for joint, x in pairs if x != 0})
