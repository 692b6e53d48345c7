"""Letters factored as a person would write them, and never to something else."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

import erfd
from erfd.robot.library import load
from erfd.trace.equations.derive import equations_text
from erfd.trace.equations.polynomial import Polynomial, divided, normal, product, split
from tests.trace.equations.test_exports import differences

LETTERS = ("a", "b", "c", "d")
linear = some.dictionaries(
    some.sampled_from([((x, 1),) for x in LETTERS]),
    some.integers(-4, 4).filter(bool) | some.fractions(-2, 2, max_denominator=3).filter(bool),
    min_size=1,
)


def multiplied(parts: list[Polynomial]) -> Polynomial:
    total: Polynomial = {(): 1}
    for x in parts:
        total = product(total, x)
    return total


@given(linear, linear)
def test_products_of_linear_forms_are_found(p: Polynomial, q: Polynomial) -> None:
    whole = product(p, q)
    parts = split(whole)
    assert multiplied(parts) == whole
    if len(whole) > 2:
        assert len(parts) == 2


@given(linear, linear, linear)
def test_a_split_is_the_same_polynomial(p: Polynomial, q: Polynomial, r: Polynomial) -> None:
    whole = {k: v for k, v in {**product(p, q), **product(r, r)}.items() if v}
    assert multiplied(split(whole)) == whole


@given(linear, linear)
def test_division_is_exact_or_refused(p: Polynomial, q: Polynomial) -> None:
    assert divided(product(p, q), q) == p
    beside = {**product(p, q), (("z", 2),): 1}
    assert divided(beside, q) is None


@given(linear)
def test_normal_forms_have_whole_numbers(p: Polynomial) -> None:
    size, form = normal(p)
    assert {k: Fraction(v) * Fraction(size) for k, v in form.items()} == p
    assert form[min(form)] > 0


@pytest.mark.parametrize(
    ("name", "what", "line"),
    [
        ("stanford", "M", "m3*q3**2 + m4*(cy4 - d4 - q3)**2 + (m5 + m6)*(d4 + q3)**2"),
        ("stanford", "M", "c4*s5*(m5*cz5 + m6*(cz6 + d6))"),
        ("trttr1", "reactions", "M2*l1 + M3*(l1 + l2 + q3) + (M4 + M5)*(l1 + l2 + l3 + q3)"),
        ("three_link", "M", "M_33 = m3*a3**2/3\n"),
    ],
)
def test_what_a_person_reads(name: str, what: str, line: str) -> None:
    text = equations_text(load(name), (what,), "python", form="closed")
    assert line in text


def changed(tmp_path: Path, **numbers: str) -> erfd.Arm:
    """The file of the library's three-link arm with other numbers in it."""
    source = Path(erfd.robot.__file__).parent / "library" / "three_link.toml"
    text = source.read_text("utf-8")
    for old, new in numbers.values():
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "three_link.toml"
    path.write_text(text, "utf-8")
    return erfd.load(str(path))


def test_an_arm_of_that_name_need_not_be_of_rods(tmp_path: Path) -> None:
    """Its centre of mass is a letter of its own then; the library's arm is one of rods."""
    arm = changed(tmp_path, com=("com = [-0.11, 0, 0]", "com = [-0.05, 0, 0]"))
    text = arm.derive(["g", "M"], "python")
    assert "cx3 = -0.05" in text
    space: dict[str, object] = {}
    exec(text, space)
    assert space["gravity"]([0.3, 0.2, 0.1]) == pytest.approx(list(arm.gravity([0.3, 0.2, 0.1])))  # type: ignore[operator]
    rods = erfd.load("three_link").derive(["M"], "python")
    assert "cx3" not in rods
    assert "the file has five decimals" in rods


def test_rods_of_other_lengths_are_rods(tmp_path: Path) -> None:
    arm = changed(
        tmp_path,
        com=("com = [-0.11, 0, 0]", "com = [-0.15, 0, 0]"),
        a=("a = 0.22", "a = 0.3"),
        I=("yy = 0.00121, zz = 0.00121", "yy = 0.00225, zz = 0.00225"),
    )
    text = arm.derive(["g", "M"], "python")
    assert "a3 = 0.3 " in text
    assert "cx3" not in text
    assert max(differences(text)) < 1e-14
