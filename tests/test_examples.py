"""The examples run as their first lines say, and are short."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "examples"
RUNS = {
    "chapter9_fall.py": (
        ["."],
        [
            "kr5: joint 'joint_6' feels no inertia about its axis",
            "three_link at 1 s: -2.253554, -1.101909, -0.169288",
            "puma at 1 s: -0.359053, 2.493441, -2.714346, -0.356806, -0.300175, 0.013653",
            "stanford at 1 s: 0.013902, -2.997662, 4.630313, 0.036086, 4.387318, 3.136988",
            "kr5_inertia6 at 1 s: 0.287309, -2.397536, 1.550239, -0.516444, 1.268394, 0.77393",
        ],
    ),
    "chapter9_torques.py": (
        ["."],
        [
            "three_link at 3 s: 3.31581, 0.81227, 0.06521 N m",
            "puma at 3 s: 2.04684, -37.34176, 22.65892, 0.02001, 0.10074, 0.00674 N m",
            "stanford at 3 s: 0.34370, 45.12790, -9.27898, 0.04356, 3.27386, 0.00004 N m",
            "kr5 at 3 s: 1.66629, 253.95437, -28.86253, -0.00022, 0.08960, 0.00000 N m",
        ],
    ),
    "irb6_currents.py": (
        ["irb6.png"],
        ["motors at -130.0, -66.", "at rest: True, 0.00, 2.15, -3.65, 0.00, 0.00 A (our masses)"],
    ),
    "trainer_torques.py": (
        [str(FOLDER / "disorientation.irl")],
        ["joint_4: largest torque", "RNEA and mRNEA differ by"],
    ),
    "cycloid_torques.py": (["arm.svg"], ["joint_1: peak", "written: arm.svg"]),
    "dh_table.py": ([], ["tool at [", "every algorithm agrees: True"]),
    "held_arm.py": (["held.svg"], ["held: after 1.0 s joint 3 is at 0 deg", "Eq. (17): after"]),
    "pilot_machines.py": (
        [],
        [
            "centrifuge: NOT VERIFIED: the joint 1 range is unknown",
            "centrifuge with motors: NOT ACHIEVABLE: line 13 PTP",
            "run this move at 92 % speed",
            "sdt with motors: ACHIEVABLE",
        ],
    ),
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
