"""What a robot file says of a joint's limits, each with its source, and of its friction."""

from __future__ import annotations

from erfd.robot.records import JointFriction, Limit, Limits
from erfd.robot.toml_numbers import not_negative, numbers, optional, positive
from erfd.robot.toml_table import Table
from erfd.robot.units import Units

LIMITS = ("position", "lower", "upper", "speed", "acceleration", "effort", "jerk")


def limits_of(joint: Table, kind: str, units: Units) -> Limits:
    """What is left out is unknown."""
    table = joint.table("limits").only(*LIMITS, "source")
    word = units.coordinate_word(kind)
    lower, upper = range_of(table, word)
    given = {
        "lower": lower,
        "upper": upper,
        "speed": positive(table, "speed", f"{word}/s"),
        "acceleration": positive(table, "acceleration", f"{word}/s^2"),
        "jerk": positive(table, "jerk", f"{word}/s^3"),
    }
    values = {k: None if x is None else units.coordinate(kind, x) for k, x in given.items()}
    values["effort"] = positive(table, "effort", "N" if kind == "prismatic" else "N m")
    sources = _sources(table, values)
    return Limits(**{key: Limit(x, sources.get(key, "unknown")) for key, x in values.items()})


def range_of(table: Table, word: str) -> tuple[float | None, float | None]:
    """`position`, or `lower` and `upper`, in the file's units."""
    table.not_both("position", "lower")
    table.not_both("position", "upper")
    if "position" not in table:
        lower, upper = (optional(table, key, f"a number in {word}") for key in ("lower", "upper"))
    else:
        wanted = f"[lowest, highest] in {word}, or leave it out if it is unknown"
        lower, upper = numbers(table, "position", 2, wanted)
    if lower is not None and upper is not None and lower > upper:
        what = f"the lower limit {lower:g} {word} is above the upper limit {upper:g} {word}"
        raise table.error(what, "exchange them", "position" if "position" in table else "lower")
    return lower, upper


def _sources(table: Table, values: dict[str, float | None]) -> dict[str, str]:
    """By limit: one text for all that are given, or a table of texts."""
    if isinstance(table.data.get("source"), str):
        return dict.fromkeys((k for k, x in values.items() if x is not None), table.text("source"))
    inner = table.table("source").only(*LIMITS)
    texts = {key: inner.text(key, "") for key in inner.data}
    if "position" in texts:
        return {"lower": texts["position"], "upper": texts["position"], **texts}
    return texts


def friction_of(joint: Table, kind: str, units: Units) -> JointFriction:
    table = joint.table("friction").only("viscous", "coulomb", "reaction", "diameter")
    viscous, coulomb = ("N s/m", "N") if kind == "prismatic" else ("N m s/rad", "N m")
    reaction, diameter = not_negative(table, "reaction", ""), None
    if "diameter" in table and kind == "prismatic":
        remedy = "leave it out: friction on a slide has no lever"
        raise table.error("'diameter' is given for a prismatic joint", remedy, "diameter")
    if "diameter" in table:
        diameter = positive(table, "diameter", units.length_word)
    elif reaction is not None and kind != "prismatic":
        remedy = f"give the spindle's diameter in {units.length_word}"
        raise table.error("'reaction' is given but no 'diameter'", remedy, "reaction")
    return JointFriction(
        viscous=not_negative(table, "viscous", viscous),
        coulomb=not_negative(table, "coulomb", coulomb),
        reaction=reaction,
        diameter=None if diameter is None else units.length(diameter),
    )
