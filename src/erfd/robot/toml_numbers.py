"""The numbers of a robot file's tables: finite, of the right sign, in lists of the right length."""

from __future__ import annotations

from erfd.algebra import Matrix, Vector
from erfd.robot.toml_table import Table
from erfd.robot.toml_values import number_of


def number(table: Table, key: str, wanted: str) -> float:
    """A mandatory number."""
    value = number_of(table.get(key, f"give {wanted}"))
    if value is None:
        raise table.wrong(key, wanted)
    return value


def optional(table: Table, key: str, wanted: str) -> float | None:
    return number(table, key, wanted) if key in table else None


def not_negative(table: Table, key: str, unit: str) -> float | None:
    """An optional number that is zero or more."""
    wanted = f"zero or a positive number{unit and f' in {unit}'}"
    value = optional(table, key, wanted)
    if value is not None and value < 0.0:
        raise table.wrong(key, wanted)
    return value


def positive(table: Table, key: str, unit: str) -> float | None:
    """An optional number that is more than zero; who does not know it leaves it out."""
    wanted = f"a positive number in {unit}, or leave it out if it is unknown"
    value = optional(table, key, wanted)
    if value is not None and value <= 0.0:
        raise table.wrong(key, wanted)
    return value


def numbers(table: Table, key: str, count: int, wanted: str) -> list[float]:
    """A mandatory list of exactly so many numbers."""
    values = table.get(key, f"give {wanted}")
    if not isinstance(values, list) or len(values) != count:
        raise table.wrong(key, wanted)
    for k, value in enumerate(values):
        if number_of(value) is None:
            raise table.wrong(key, wanted, k)
    return [float(x) for x in values]


def vector(table: Table, key: str, wanted: str) -> Vector:
    x, y, z = numbers(table, key, 3, wanted)
    return x, y, z


def matrix(table: Table, key: str) -> Matrix:
    """A mandatory matrix of three rows."""
    rows = table.get(key, "give three rows of three numbers")
    if not isinstance(rows, list) or len(rows) != 3:
        raise table.wrong(key, "three rows of three numbers")
    for k, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != 3:
            raise table.wrong(key, "a row of three numbers", k)
        for j, value in enumerate(row):
            if number_of(value) is None:
                raise table.wrong(key, "a number", k, j)
    (a, b, c), (d, e, f), (g, h, i) = ([float(x) for x in row] for row in rows)
    return (a, b, c), (d, e, f), (g, h, i)
