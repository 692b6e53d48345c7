"""The drives of a robot file: motors and their rows of the transmission."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from erfd.robot.drives import BallScrew, Drives, Motor
from erfd.robot.records import Limit
from erfd.robot.toml_elements import by_joint, elements_of
from erfd.robot.toml_motor import CURVES, coulomb_of, curve_of, efficiency_of, rotor_of
from erfd.robot.toml_numbers import not_negative, number, optional, positive
from erfd.robot.toml_table import Table
from erfd.robot.toml_tree import TreeReader
from erfd.robot.units import Units

MOTOR = (
    *("name", "ratios", "ball_screw", "peak_torque", "continuous_torque", "top_speed"),
    *("top_speed_rpm", "peak_current", "peak_power", "stall_torque", *CURVES, "resistance"),
    "supply_voltage",
    *("rotor_inertia", "rotor", "torque_constant", "viscous_friction", "coulomb_friction"),
    *("load_friction", "efficiency", "backward_efficiency", "sources"),
)
SCREW = ("pitch", "constant", "cosine", "sine", "of", "offset")


def drives_of(table: Table, joints: Sequence[str], tree: TreeReader) -> Drives:
    """`joints` are those with a coordinate of their own, in the order of q."""
    motors = table.only("motor", "element", "sources").tables("motor", "motor")
    if not motors:
        raise table.error("there is no motor", "add [[drives.motor]] or leave out [drives]")
    sources = table.sources()
    made = [_motor(motor.only(*MOTOR), joints, tree, sources) for motor in motors]
    names = [motor.name for motor in made]
    for k, motor in enumerate(motors):
        if names[k] in names[:k]:
            raise motor.error("an earlier motor has this name", "give it its own", "name")
    elements = elements_of(table.tables("element", "drive element"), joints, names, tree)
    return Drives(motors=tuple(made), elements=elements, sources=sources)


def _motor(
    table: Table, joints: Sequence[str], tree: TreeReader, common: Mapping[str, str]
) -> Motor:
    sources = table.sources()
    known = {**common, **sources}

    def limit(key: str, value: float | None) -> Limit:
        return Limit(value, known.get(key, "unknown"))

    efficiency, backward = efficiency_of(table)
    return Motor(
        name=table.text("name"),
        ratios=_ratios(table, joints),
        ball_screw=_ball_screw(table, joints, tree.units),
        peak_torque=limit("peak_torque", positive(table, "peak_torque", "N m")),
        continuous_torque=limit("continuous_torque", _continuous(table)),
        top_speed=limit("top_speed", _top_speed(table)),
        peak_current=limit("peak_current", positive(table, "peak_current", "A")),
        peak_power=limit("peak_power", positive(table, "peak_power", "W")),
        stall_torque=limit("stall_torque", positive(table, "stall_torque", "N m")),
        torque_curve=curve_of(table),
        resistance=positive(table, "resistance", "ohm"),
        supply_voltage=positive(table, "supply_voltage", "V"),
        rotor_inertia=not_negative(table, "rotor_inertia", "kg m^2"),
        rotor=rotor_of(table, tree),
        torque_constant=positive(table, "torque_constant", "N m/A"),
        viscous_friction=not_negative(table, "viscous_friction", "N m s/rad"),
        coulomb_friction=coulomb_of(table),
        load_friction=not_negative(table, "load_friction", ""),
        efficiency=efficiency,
        backward_efficiency=backward,
        sources=sources,
    )


def _continuous(table: Table) -> float | None:
    """Not above the peak."""
    value, peak = (positive(table, f"{x}_torque", "N m") for x in ("continuous", "peak"))
    if value is not None and peak is not None and value > peak:
        what = f"the continuous torque {value:g} N m is above the peak torque {peak:g} N m"
        raise table.error(what, "exchange them", "continuous_torque")
    return value


def _ratios(table: Table, joints: Sequence[str]) -> tuple[float, ...]:
    table.not_both("ratios", "ball_screw")
    if "ratios" not in table and "ball_screw" not in table:
        remedy = "give ratios = { joint = ... } or ball_screw = { ... }"
        raise table.error("it drives no joint", remedy)
    return by_joint(table.table("ratios"), joints) if "ratios" in table else ()


def _ball_screw(table: Table, joints: Sequence[str], units: Units) -> BallScrew | None:
    if "ball_screw" not in table:
        return None
    screw = table.table("ball_screw").only(*SCREW)
    wanted = f"a positive number in {units.length_word}"
    pitch = number(screw, "pitch", wanted)
    if pitch <= 0.0:
        raise screw.wrong("pitch", wanted)
    constant, cosine, sine = (
        units.area(number(screw, key, f"a number in {units.length_word}^2"))
        for key in ("constant", "cosine", "sine")
    )
    if not constant >= math.hypot(cosine, sine) * (1.0 - 1e-9) > 0.0:
        what = "these three close no crank triangle"
        raise screw.error(what, "make constant >= sqrt(cosine^2 + sine^2) > 0", "constant")
    offset = optional(screw, "offset", f"a number in {units.angle_word}")
    return BallScrew(
        pitch=units.length(pitch),
        constant=constant,
        cosine=cosine,
        sine=sine,
        of=by_joint(screw.table("of", wanted="give of = { joint = 1 }"), joints),
        offset=units.angle(offset or 0.0),
    )


def _top_speed(table: Table) -> float | None:
    table.not_both("top_speed", "top_speed_rpm")
    rpm = positive(table, "top_speed_rpm", "turns per minute")
    return positive(table, "top_speed", "rad/s") if rpm is None else rpm / 30.0 * math.pi
