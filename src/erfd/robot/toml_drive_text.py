"""The drives of a robot as tables of a robot file."""

from __future__ import annotations

from collections.abc import Sequence

from erfd.algebra import Scalar
from erfd.errors import RobotError
from erfd.robot.drives import Drives, Motor
from erfd.robot.records import Limit, Sources
from erfd.robot.toml_text import Entry, inline, known, lines, number, section, sources, string

UNKNOWN = Limit().source


def drives_text(drives: Drives, joints: Sequence[str]) -> list[list[str]]:
    """A paragraph for all and one for each motor; `joints` in the order of q."""
    return [
        ["[drives]", *lines([sources(drives.sources)])],
        *(_motor(motor, joints, drives.sources) for motor in drives.motors),
    ]


def _motor(motor: Motor, joints: Sequence[str], common: Sources) -> list[str]:
    bounds = {
        "peak_torque": motor.peak_torque,
        "top_speed": motor.top_speed,
        "peak_current": motor.peak_current,
    }
    inherited = {**common, **motor.sources}
    own = {k: x.source for k, x in bounds.items() if x.source != inherited.get(k, UNKNOWN)}
    entries = [
        Entry("name", string(motor.name)),
        _transmission(motor, joints),
        Entry("peak_torque", known(motor.peak_torque.value), "N m"),
        Entry("top_speed", known(motor.top_speed.value), "rad/s"),
        Entry("peak_current", known(motor.peak_current.value), "A"),
        Entry("rotor_inertia", known(motor.rotor_inertia), "kg m^2"),
        Entry("torque_constant", known(motor.torque_constant), "N m/A"),
        Entry("viscous_friction", known(motor.viscous_friction), "N m s/rad"),
        Entry("load_friction", known(motor.load_friction), "of the transmitted torque"),
        sources({**motor.sources, **own}),
    ]
    return section("[[drives.motor]]", entries)


def _transmission(motor: Motor, joints: Sequence[str]) -> Entry:
    screw = motor.ball_screw
    if screw is None:
        return Entry("ratios", _by_joint(motor, motor.ratios, joints))
    given = {key: getattr(screw, key) for key in ("pitch", "constant", "cosine", "sine")}
    spelt = {key: number(x) for key, x in given.items()}
    of = _by_joint(motor, screw.of, joints)
    value = inline({**spelt, "of": of, "offset": number(screw.offset)})
    return Entry("ball_screw", value, "m, m^2, rad")


def _by_joint(motor: Motor, values: Sequence[Scalar], joints: Sequence[str]) -> str:
    if len(values) != len(joints):
        raise RobotError(
            f"motor '{motor.name}' has {len(values)} ratios for {len(joints)} coordinates",
            "give one ratio for each joint with a coordinate of its own",
        )
    pairs = zip(joints, values, strict=True)
    return inline({joint: number(x) for joint, x in pairs if x != 0})
