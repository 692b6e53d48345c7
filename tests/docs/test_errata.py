"""Every misprint has something that shows it, and what shows it can say no."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

import numpy as np
import pytest

from tools.errata.__main__ import main
from tools.errata.publications import PUBLICATIONS
from tools.errata.row import Row, holds, off

ROOT = Path(__file__).parents[2]
ROWS = [(name, row) for name, p in PUBLICATIONS.items() for row in p.rows]
NODES = sorted({node for _, row in ROWS for node in row.by})


@functools.cache
def names_in(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    return {x.name for x in tree.body if isinstance(x, ast.FunctionDef)}


@pytest.mark.parametrize("node", NODES)
def test_every_test_is_there(node: str) -> None:
    file, _, name = node.partition("::")
    assert name.startswith("test_")
    assert name in names_in(file)


@pytest.mark.parametrize(("name", "row"), ROWS, ids=lambda x: getattr(x, "where", x))
def test_every_line_has_evidence(name: str, row: Row) -> None:
    assert row.printed != row.right
    assert row.show or row.by or row.why


def test_a_print_that_is_right_is_no_misprint() -> None:
    one, two = np.array([1.0, 2.0]), np.array([1.0, 3.0])
    assert "printed form off by 0.5" in off(two, one, one)
    for printed, right, reference in ((one, one, one), (one, two, one)):
        with pytest.raises(ValueError, match="form is off"):
            off(printed, right, reference)
    with pytest.raises(ValueError, match="not so"):
        holds(False, "said")


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["saha", "(9.11c)"]) == 0
    out = capsys.readouterr().out
    assert "shown    printed form off by" in out
    assert "test `tests/dynamics/test_denoc_misprints.py::test_9_11c_sums_plain_masses`" in out
    assert main(["saha", "(1.1)"]) == 1
    assert main(["newton"]) == 3
