"""The examples run as their first lines say, and are short."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "examples"
RUNS = {
    "cycloid_torques.py": (["arm.svg"], ["joint_1: peak", "written: arm.svg"]),
    "dh_table.py": ([], ["tool at [", "every algorithm agrees: True"]),
    "held_arm.py": (["held.svg"], ["held: after 1.0 s joint 3 is at 0 deg", "Eq. (17): after"]),
    "million_states.py": (["2000"], ["2000 states in", "gives the torques back within"]),
    "unknown_payload.py": (["60"], ["60 robots for 2 s in", "0 diverged", "10 to 15 kg:"]),
}


def run(name: str, folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(FOLDER / name), *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_every_example_is_run() -> None:
    assert {path.name for path in FOLDER.glob("*.py")} == set(RUNS)


@pytest.mark.parametrize("name", RUNS)
def test_example(name: str, tmp_path: Path) -> None:
    arguments, words = RUNS[name]
    text = run(name, tmp_path, *arguments)
    assert all(word in text for word in words)
    assert len((FOLDER / name).read_text("utf-8").splitlines()) < 45


def test_the_cycloid_gives_the_printed_peak(tmp_path: Path) -> None:
    """Saha, Example 9.4 and Figure 9.6: the drawing has a curve for each joint and panel."""
    run("cycloid_torques.py", tmp_path, "arm.svg")
    assert (tmp_path / "arm.svg").read_text("utf-8").count("<polyline") == 6


def test_the_batch_comes_back(tmp_path: Path) -> None:
    text = run("million_states.py", tmp_path, "500")
    assert float(text.split("within")[1].split()[0]) < 1e-8
