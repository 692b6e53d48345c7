"""Every broken file of tests/bad/trajectories is refused with exactly the message beside it.

`name.csv` has its message in `name.txt`, the file called by its bare name. Those called sliding_...
are read for a robot with joints that slide. What claims to be large is made here.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import erfd
from erfd.cli.main import run
from erfd.errors import TrajectoryError

FOLDER = Path(__file__).parents[2] / "bad" / "trajectories"
FILES = sorted(FOLDER.glob("*.csv"))
HUGE = 10 << 30  # bytes


def robot(path: Path) -> str:
    return "trttr1" if path.stem.startswith("sliding") else "two_link"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_message_is_the_expected_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    with pytest.raises(TrajectoryError) as caught:
        erfd.read_trajectory(path.name, erfd.load(robot(path)))
    assert f"{caught.value}\n" == path.with_suffix(".txt").read_text("utf-8")
    assert caught.value.what


def test_every_message_belongs_to_a_file() -> None:
    assert len(FILES) >= 50
    assert {path.stem for path in FILES} == {path.stem for path in FOLDER.glob("*.txt")}


@pytest.mark.parametrize("name", ["gap", "nan", "time_runs_back", "minutes", "empty"])
def test_the_command_line_says_the_same_and_writes_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(FOLDER)
    out = tmp_path / "verdict"
    for verb in (["verify", "--out", str(out)], ["retime", "--out", str(tmp_path / "x.csv")]):
        assert run([verb[0], f"{name}.csv", "--robot", "two_link", *verb[1:]]) == 3
        text = (FOLDER / f"{name}.txt").read_text("utf-8")
        assert capsys.readouterr().err == f"erfd: {text}"
    assert not list(tmp_path.iterdir())


def refused(path: Path) -> str:
    with pytest.raises(TrajectoryError) as caught:
        erfd.read_trajectory(path, erfd.load("two_link"))
    return str(caught.value).replace(str(path), path.name)


def test_ten_gigabytes_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.csv"
    path.write_text("t [s],joint_1 [rad],joint_2 [rad]\n", "utf-8")
    os.truncate(path, HUGE)  # a hole: it takes no place on the disk
    text = "huge.csv: the file is larger than 1024 MB; take fewer samples or several files"
    assert refused(path) == text
    parquet = tmp_path / "huge.parquet"
    parquet.write_bytes(b"PAR1")
    os.truncate(parquet, HUGE)
    assert "is no Parquet file: " in refused(parquet)


def test_what_a_parquet_file_claims_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = {name: [0.0] for name in ("t", "joint_1", "joint_2")}
    many = tmp_path / "rows.parquet"
    rows = pa.chunked_array([pa.array([0.0] * 1000)] * 6000)
    parquet.write_table(pa.table(dict.fromkeys(columns, rows)), many)
    assert many.stat().st_size < 200_000
    assert refused(many) == "rows.parquet: 6,000,000 rows; at most 5,000,000 are read"
    wide = tmp_path / "columns.parquet"
    parquet.write_table(pa.table({f"c{k}": [0.0] for k in range(10_001)}), wide)
    assert refused(wide) == "columns.parquet: 10,001 columns; at most 10,000 are read"
    words = tmp_path / "words.parquet"
    parquet.write_table(pa.table({**columns, "joint_2": ["a"]}), words)
    assert refused(words) == "words.parquet: column 'joint_2' holds string; give numbers"
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(wide.read_bytes()[:5000])
    assert "is no Parquet file: " in refused(cut)


def test_folders_and_what_is_not_there(tmp_path: Path) -> None:
    assert "folder" in refused(tmp_path) or "directory" in refused(tmp_path).lower()
    assert "nothing.csv" in refused(tmp_path / "nothing.csv")
