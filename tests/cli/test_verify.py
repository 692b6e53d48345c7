"""`erfd verify`, `retime` and `demo`: what they print and write, and their exit codes."""

from __future__ import annotations

import json
import re
import sys
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import erfd
from erfd.cli.main import run
from tests.schema import misfits

Captured = pytest.CaptureFixture[str]
EXAMPLE = Path("examples/lola15.irl")
EASY = """program p;
seq
  move ptp mainjoint(40, 0, 0, 0, 0, 0) speed_ptp=0.8 acc_ptp=0.8 act_rob="lola_15";
endseq
endprogram
"""


@pytest.fixture
def easy(tmp_path: Path) -> Path:
    path = tmp_path / "easy.irl"
    path.write_text(EASY, "utf-8")
    return path


def printed(capsys: Captured, *arguments: str, code: int) -> str:
    assert run(list(arguments)) == code
    streams = capsys.readouterr()
    return streams.err if code in (3, 4) else streams.out


def test_a_program_that_is_too_fast(capsys: Captured, tmp_path: Path) -> None:
    out = tmp_path / "verdict"
    text = printed(capsys, "verify", str(EXAMPLE), "--no-remedies", "--out", str(out), code=1)
    assert text.startswith("NOT ACHIEVABLE: line 24 CIRCLE s1,s2: motor 4 torque at a speed step")
    assert all(len(line) <= 100 for line in text.splitlines() if "written" not in line)
    report = (out / "report.html").read_text("utf-8")
    assert "NOT ACHIEVABLE" in report
    assert len(report) < 8_000_000
    schema = json.loads((files("erfd.judge") / "verdict.schema.json").read_text("utf-8"))
    found = json.loads((out / "verdict.json").read_text("utf-8"))
    assert misfits(schema, found, schema) == []
    header, *rows = (out / "series.csv").read_text("utf-8").splitlines()
    assert header.startswith("t [s],joint_1 joint torque [N m]")
    assert len(rows) == 1344


def test_the_schema_finds_what_does_not_fit(capsys: Captured, easy: Path) -> None:
    schema = json.loads((files("erfd.judge") / "verdict.schema.json").read_text("utf-8"))
    found = json.loads(printed(capsys, "verify", str(easy), "--json", code=0))
    assert misfits(schema, found, schema) == []
    assert misfits(schema, {**found, "status": "MAYBE"}, schema)
    assert misfits(schema, {**found, "extra": 1}, schema)
    assert misfits(schema, {k: v for k, v in found.items() if k != "reason"}, schema)


def test_a_program_that_can_be_done(capsys: Captured, easy: Path) -> None:
    text = printed(capsys, "verify", str(easy), "--loads", code=0)
    assert text.startswith("ACHIEVABLE: ")
    assert "Bearings" in text
    assert (
        "Not checked, because unknown: stated joint jerk of all joints; continuous torque" in text
    )
    assert printed(capsys, "verify", str(easy), "--strict", code=2).startswith("NOT VERIFIED")


def test_less_margin_and_remedies(capsys: Captured, easy: Path) -> None:
    text = printed(capsys, "verify", str(easy), "--margin", "50%", code=1)
    assert "run this move at" in text
    assert "run the program at" in text
    first = " ".join(text.split("\n\n")[0].split())
    assert re.fullmatch(
        r"NOT ACHIEVABLE: line 3 PTP mainjoint\(40,0,0,0,0,0\): (joint|motor) \d .* \S+ > \S+ .* "
        r"\(\d+ %\) at t = \d\.\d{3} s: run this move at \d+ % speed: "
        r"speed_ptp=\S+ acc_ptp=\S+",
        first,
    )


def test_samples_are_judged_like_a_program(capsys: Captured, easy: Path, tmp_path: Path) -> None:
    samples = tmp_path / "easy.csv"
    printed(capsys, "plan", str(easy), "--out", str(samples), code=0)
    text = printed(capsys, "verify", str(samples), "--robot", "rl15", code=0)
    assert text.startswith("ACHIEVABLE: ")
    assert "--robot" in printed(capsys, "verify", str(samples), code=3)


def test_retiming_keeps_the_path_and_passes(capsys: Captured, easy: Path, tmp_path: Path) -> None:
    out = tmp_path / "faster.csv"
    text = printed(capsys, "retime", str(easy), "--out", str(out), code=0)
    assert text.startswith("ACHIEVABLE: ")
    assert out.read_text("utf-8").startswith("t")
    facts = json.loads(printed(capsys, "retime", str(easy), "--json", code=0))
    assert facts["duration_s"] < 0.95 * facts["planned_s"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--margin", "0%"], "margin"),
        (["--margin", "120%"], "margin"),
        (["--window", "0s"], "window"),
        (["--payload", "-3kg"], "payload"),
        (["--wrench", "1,2"], "--wrench has 2 values"),
        (["--robot", "nobody"], "nobody"),
        (["--mode", "hopeful"], "mode"),
    ],
)
def test_wrong_words(capsys: Captured, easy: Path, arguments: list[str], words: str) -> None:
    assert words in printed(capsys, "verify", str(easy), *arguments, code=3)


def test_no_file_and_no_folder(capsys: Captured, easy: Path, tmp_path: Path) -> None:
    assert "nothing.irl" in printed(capsys, "verify", "nothing.irl", code=3)
    missing = str(tmp_path / "a" / "b")
    assert "no folder" in printed(capsys, "verify", str(easy), "--out", missing, code=3)
    assert "folder" in printed(capsys, "verify", str(easy), "--out", str(easy), code=3)


def test_the_demo_runs_as_described(capsys: Captured, tmp_path: Path) -> None:
    text = printed(capsys, "demo", "--out", str(tmp_path / "demo"), code=0)
    assert "NOT ACHIEVABLE: line 24" in text
    assert "r_blend_ori = " in text
    assert "Repaired: ACHIEVABLE" in text
    assert (tmp_path / "demo" / "report.html").stat().st_size > 4_000_000
    read = str(tmp_path / "demo" / "repaired.csv")
    assert printed(capsys, "verify", read, "--robot", "rl15", code=0).startswith("ACHIEVABLE: ")


def test_the_demo_shows_the_example() -> None:
    packaged = files("erfd.cli") / "data" / "lola15.irl"
    assert packaged.read_text("utf-8") == EXAMPLE.read_text("utf-8")


def test_a_tolerance_of_nothing_means_stops(capsys: Captured) -> None:
    facts = json.loads(printed(capsys, "retime", str(EXAMPLE), "--ori-tol", "0", "--json", code=0))
    assert facts["rounded_deg"] == 0.0
    assert facts["stops_after_lines"] == [24, 25, 26, 27, 29, 30, 31]
    smooth = json.loads(printed(capsys, "retime", str(EXAMPLE), "--json", code=0))
    assert 0.0 < smooth["rounded_deg"] <= 0.5
    assert smooth["stops_after_lines"] == []
    assert smooth["duration_s"] < facts["duration_s"]
    assert "did you mean 0.5deg?" in printed(
        capsys, "retime", str(EXAMPLE), "--ori-tol", "0.5", code=3
    )


def test_where_no_time_law_exists_the_place_and_the_limit_are_named(
    capsys: Captured, easy: Path, tmp_path: Path
) -> None:
    text = erfd.load("rl15").robot.to_toml()
    weak = tmp_path / "weak.toml"
    weak.write_text(text.replace("peak_torque = 38.6", "peak_torque = 0.5"), "utf-8")
    out = tmp_path / "x.csv"
    said = printed(capsys, "retime", str(easy), "--robot", str(weak), "--out", str(out), code=1)
    assert re.search(
        r"no time law exists: line 3, where the plan is at t = \d\.\d{3} s even standing still "
        r"breaks a limit: motor 2 torque \S+ N m, limit -?0\.5 N m \(\d+ %\)",
        said,
    )
    assert not out.exists()
    facts = json.loads(printed(capsys, "retime", str(easy), "--robot", str(weak), "--json", code=1))
    assert facts["status"] == "NO TIME LAW"


def test_loads_for_the_designer(capsys: Captured, easy: Path) -> None:
    found = json.loads(printed(capsys, "verify", str(easy), "--loads", "--json", code=0))["loads"]
    arm, program = erfd.load("rl15"), erfd.parse(easy)
    plan = erfd.plan(program, arm, 0.001)
    R = arm.joint_reactions(plan.q, plan.qd, plan.qdd)
    for k, row in enumerate(found["bearings"]):
        force = np.linalg.norm(R[:, k, :3], axis=1)
        assert row["peak_force_N"] == pytest.approx(force.max(), rel=1e-3)
        assert row["rms_force_N"] == pytest.approx(np.sqrt((force**2).mean()), rel=1e-2)
    one, all_ = found["power"][0], found["power"][-1]
    power = (
        arm.motor_torque(plan.q, plan.qd, plan.qdd)[:, 0]
        * (plan.qd @ arm.transmission_matrix().T)[:, 0]
    )
    assert one["peak_W"] == pytest.approx(power.max(), rel=1e-2)
    assert one["energy_J"] == pytest.approx(power.clip(0).sum() * 0.001, rel=1e-2)
    assert all_["energy_J"] >= one["energy_J"]


def test_the_series_as_parquet(capsys: Captured, easy: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "out"
    printed(capsys, "verify", str(easy), "--out", str(out), "--series", "parquet", code=0)
    printed(capsys, "verify", str(easy), "--out", str(out), code=0)
    table = parquet.read_table(out / "series.parquet")
    header, *rows = (out / "series.csv").read_text("utf-8").splitlines()
    assert ",".join(table.column_names) == header.replace('"', "")
    assert table.num_rows == len(rows)
    assert "motor_1 motor torque, achieved [N m]" in table.column_names
    assert "--series" in printed(capsys, "verify", str(easy), "--series", "xls", code=3)


def test_places_that_cannot_be_written_are_refused_before_anything_is_computed(
    capsys: Captured, easy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("computed")

    for verb in ("verify", "retime", "demo"):
        monkeypatch.setattr(
            f"erfd.cli.{verb}.load" if verb == "demo" else f"erfd.cli.{verb}.motion_input", never
        )
    nowhere = "/proc/nothere"
    for command in (
        ("verify", str(easy), "--out", nowhere),
        ("verify", str(easy), "--out", f"{nowhere}.html"),
        ("retime", str(easy), "--out", f"{nowhere}.csv"),
        ("demo", "--out", nowhere),
        ("demo", "--out", str(tmp_path / "none" / "deeper")),
    ):
        text = printed(capsys, *command, code=3)
        assert text.startswith("erfd: ")
        assert text.count("\n") == 1
        assert "no file can be written there" in text or "there is no folder" in text


def test_one_file_is_written_where_one_is_named(
    capsys: Captured, easy: Path, tmp_path: Path
) -> None:
    for name in ("v.html", "v.json", "v.csv"):
        printed(capsys, "verify", str(easy), "--out", str(tmp_path / name), code=0)
        assert (tmp_path / name).is_file()
    (tmp_path / "folder.html").mkdir()
    printed(capsys, "verify", str(easy), "--out", str(tmp_path / "folder.html"), code=0)
    assert (tmp_path / "folder.html" / "report.html").is_file()


@pytest.mark.parametrize("step", ["4ms", "25ms"])
def test_what_retime_and_demo_write_passes(capsys: Captured, tmp_path: Path, step: str) -> None:
    new = str(tmp_path / "new.csv")
    load = ("--payload", "15kg,0,0,100mm", "--margin", "95%")
    printed(capsys, "retime", str(EXAMPLE), *load, "--dt", step, "--out", new, code=0)
    assert printed(capsys, "verify", new, "--robot", "rl15", *load, code=0).startswith("ACHIEV")
    for wrong in ("0", "nan", "-1", "2s", "1deg"):
        assert "--dt" in printed(capsys, "retime", str(EXAMPLE), "--dt=" + wrong, code=3)
    for wrong in ("nan", "-1"):
        assert "--ori-tol" in printed(capsys, "retime", str(EXAMPLE), "--ori-tol=" + wrong, code=3)


@pytest.mark.parametrize(
    "arguments",
    [
        ["verify", "--series", "parquet", "--out", "all"],
        ["verify", "--out", "one.parquet"],
        ["retime", "--out", "new.parquet"],
    ],
)
def test_a_missing_extra_is_said_before_anything_is_computed_or_written(
    capsys: Captured,
    easy: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.chdir(tmp_path)
    verb, *rest = arguments
    assert run([verb, str(easy), "--robot", "rl15", *rest]) == 3
    told = capsys.readouterr()
    assert "Parquet files need pyarrow" in told.err
    assert told.out == ""
    assert list(tmp_path.glob("*.parquet")) == []
    assert not (tmp_path / "all").exists()


def test_a_report_of_another_kind_is_no_folder(
    capsys: Captured, easy: Path, tmp_path: Path
) -> None:
    assert run(["verify", str(easy), "--robot", "rl15", "--out", str(tmp_path / "x.pdf")]) == 3
    assert "cannot write 'x.pdf'; name a folder, or .html" in capsys.readouterr().err
