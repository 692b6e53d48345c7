"""Sums of products of letters, factored as a person would write them.

    m5 c^2 + m6 c^2 + 2 m6 c d + m6 d^2   =   m5 c^2 + m6 (c + d)^2
    m4 a d + m4 a q + m5 b d + m5 b q     =   (m4 a + m5 b) (d + q)

By the masses; what multiplies each is split into linear factors where it has some (products of two,
and squares), masses with the same cofactor meet, and factors that all share stand before.
"""

from __future__ import annotations

from collections.abc import Callable

from erfd.trace.equations.expression import Number
from erfd.trace.equations.polynomial import Polynomial, common, less, normal, split, whole, without


class Term:
    """coefficient x letters x forms x (sum of masses)."""

    def __init__(self, p: Polynomial) -> None:
        self.masses: list[str] = []
        self.letters = common(p)
        rest = {without(m, self.letters) or (): c for m, c in p.items()}
        self.coefficient: Number = 1
        self.forms: list[Polynomial] = []
        for form in split(rest):
            size, form_ = normal(form)
            self.coefficient = whole(self.coefficient * size)
            self.forms += [form_] if form_ != {(): 1} else []

    def key(self) -> tuple[object, ...]:
        forms = sorted(tuple(sorted(f.items())) for f in self.forms)
        return self.coefficient, self.letters, tuple(forms)


def by_masses(
    p: Polynomial, is_mass: Callable[[str], bool], apart: bool = False
) -> tuple[list[Term], Polynomial]:
    """Terms of masses with equal cofactors together, and what has no mass (or more than one).

    `apart` makes two cofactors of a quadratic one, c^2 + (d + e)^2, whose letters never meet.
    """
    own: dict[str, Polynomial] = {}
    rest: Polynomial = {}
    for m, c in p.items():
        masses = [(x, power) for x, power in m if is_mass(x)]
        if len(masses) == 1 and masses[0][1] == 1 and len(m) > 1:
            own.setdefault(masses[0][0], {})[less(m, masses[0][0])] = c
        else:
            rest[m] = c
    terms: dict[tuple[object, ...], Term] = {}
    for mass, cofactor in sorted(own.items()):
        for part in unconnected(cofactor) if apart else [cofactor]:
            term = Term(part)
            terms.setdefault(term.key(), term).masses.append(mass)
    return list(terms.values()), rest


def unconnected(p: Polynomial) -> list[Polynomial]:
    """A quadratic form's parts that have no letter in common."""
    if any(sum(e for _, e in m) != 2 for m in p):
        return [p]
    parts: list[Polynomial] = []
    for m, c in sorted(p.items()):
        near = [q for q in parts if any(dict(m).keys() & dict(k).keys() for k in q)]
        joined = {m: c}
        for q in near:
            joined |= q
            parts.remove(q)
        parts.append(joined)
    return parts


def shared_forms(terms: list[Term]) -> list[Polynomial]:
    """Forms that all terms have; they are taken out of them."""
    found = []
    for form in list(terms[0].forms):
        if all(form in t.forms for t in terms):
            found.append(form)
            for t in terms:
                t.forms.remove(form)
    return found
