"""`erfd derive`: to the screen and to a file, and what it refuses."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from erfd.cli.main import run


def test_on_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["derive", "one_link"]) == 0
    text = capsys.readouterr().out
    assert "M_{11} &= \\frac{1}{3} \\, m_{1} \\, a_{1}^{2}" in text
    assert "Made by: erfd derive one_link\n" in text
    assert "mass_matrix: largest difference" in text


def test_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "two_link.py"
    options = ["--format", "python", "--what", "M,tau", "--simplify", "2", "--out", str(target)]
    assert run(["derive", "two_link", *options]) == 0
    said = capsys.readouterr().out
    assert f"{target}: {target.stat().st_size} bytes" in said
    assert "\ninverse_dynamics: largest difference" in said
    text = target.read_text("utf-8")
    assert "made by: erfd derive two_link --what M,tau --format python --simplify 2\n" in text
    compile(text, str(target), "exec")


def test_options_reach_the_equations(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--symbols", "none", "--form", "cse", "--what", "C,tau", "--coriolis", "denoc"]
    more = ["--wrench", "--payload", "2kg,0,0,100mm", "--format", "python"]
    assert run(["derive", "stanford", *options, *more]) == 0
    text = capsys.readouterr().out
    assert "natural orthogonal complement" in text
    assert "def inverse_dynamics(q, qd, qdd, wrench):" in text
    assert "kg: mass" not in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--format", "word"], "there is no format 'word'; use latex"),
        (["--what", "energy"], "'energy' cannot be derived; use M"),
        (["--out", "/nowhere/x.md"], "there is no folder '/nowhere'"),
    ],
)
def test_refusals(options: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["derive", "one_link", *options]) == 3
    assert message in capsys.readouterr().err


def test_a_person_at_a_terminal_sees_what_is_worked_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["derive", "one_link", "--what", "M,g"]) == 0
    streams = capsys.readouterr()
    assert streams.err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert run(["derive", "one_link", "--what", "M,g"]) == 0
    seen = capsys.readouterr()
    assert seen.out == streams.out
    for words in ("derive one_link: M, 1 of 2 ...", "g, 2 of 2 ...", "proof ..."):
        assert words in seen.err
    assert seen.err.endswith("\r\x1b[K")


def test_an_interrupted_derivation_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    target = tmp_path / "x.md"
    target.write_text("mine")
    monkeypatch.setattr("erfd.trace.equations.derive.written", interrupted)
    assert run(["derive", "one_link", "--out", str(target)]) == 130
    assert target.read_text() == "mine"
