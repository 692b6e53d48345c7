"""Formulas of the time as people type them: `10*sin(2*t)`, `5*step(t-1)`; nothing else is run.

Numbers, t, pi, + - * / **, brackets and the functions below; step(x) is 1 from x = 0 on. Python's
own parser reads them, a walk over its tree computes them: no name, call or attribute gets through
that is not in the tables.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from erfd.errors import ErfdError

LONGEST, DEEPEST = 2000, 60
OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(math, name) for name in ("sin", "cos", "tan", "exp", "sqrt", "log", "tanh")},
    "abs": abs,
    "min": min,
    "max": max,
    "sign": lambda x: (x > 0) - (x < 0),
    "step": lambda x: 1.0 if x >= 0 else 0.0,
}
Formula = Callable[[float], float]


def formula(text: str, what: str) -> Formula:
    """f(t), or an error that shows the place in the text."""
    tree = _tree(text, what)
    _check(tree, text, what, 0)

    def value(t: float) -> float:
        try:
            found = float(computed(tree, {"t": t, "pi": math.pi}, FUNCTIONS))
        except (ArithmeticError, ValueError, TypeError):
            found = math.nan
        if not math.isfinite(found):
            raise ErfdError(f"{what}: '{text}' has no finite value at t = {t:g} s")
        return found

    return value


def is_formula(text: str) -> bool:
    """Whether the text could be one: it has a t or a bracket."""
    return any(c in text for c in "t(*")


def computed(
    node: ast.AST, names: Mapping[str, Any], functions: Mapping[str, Callable[..., Any]]
) -> Any:
    """The value of a tree that was checked; names and functions may be of any kind of number."""
    if isinstance(node, ast.Constant):
        return float(node.value)  # type: ignore[arg-type]
    if isinstance(node, ast.Name):
        return names[node.id]
    if isinstance(node, ast.BinOp):
        parts = (computed(x, names, functions) for x in (node.left, node.right))
        return OPERATORS[type(node.op)](*parts)
    if isinstance(node, ast.UnaryOp):
        return OPERATORS[type(node.op)](computed(node.operand, names, functions))
    assert isinstance(node, ast.Call)  # noqa: S101 (for the type checker)
    assert isinstance(node.func, ast.Name)  # noqa: S101
    return functions[node.func.id](*(computed(x, names, functions) for x in node.args))


def parsed(text: str, what: str) -> ast.AST:
    """The checked tree, for other kinds of numbers."""
    tree = _tree(text, what)
    _check(tree, text, what, 0)
    return tree


def _tree(text: str, what: str) -> ast.AST:
    if len(text) > LONGEST:
        raise ErfdError(f"{what}: a formula of {len(text)} characters", f"at most {LONGEST}")
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ErfdError(f"{what}: '{text}' is no formula", "write it like 10*sin(2*t)") from None


def _check(node: ast.AST, text: str, what: str, depth: int) -> None:
    if depth > DEEPEST:
        raise ErfdError(f"{what}: the formula is nested too deeply", "make it simpler")
    for part in _parts(node, text, what):
        _check(part, text, what, depth + 1)


def _parts(node: ast.AST, text: str, what: str) -> Sequence[ast.AST]:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return ()
    if isinstance(node, ast.Name) and node.id in ("t", "pi"):
        return ()
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return node.left, node.right
    if isinstance(node, ast.UnaryOp) and type(node.op) in OPERATORS:
        return (node.operand,)
    known = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    if known and node.func.id in FUNCTIONS and not node.keywords and node.args:  # type: ignore[attr-defined]
        return tuple(node.args)  # type: ignore[attr-defined]
    piece = ast.get_source_segment(text.strip(), node) or text
    raise ErfdError(
        f"{what}: '{piece}' means nothing in '{text}'",
        f"use numbers, t, pi, + - * / ** and {', '.join(FUNCTIONS)}",
    )


def split(text: str) -> list[str]:
    """The parts between commas that stand in no bracket."""
    parts, depth = [""], 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return parts
