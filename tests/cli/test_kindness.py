"""What a newcomer meets: the list of robots, help, wrong words, robots standing still."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from erfd import text_table
from erfd.cli.main import run
from erfd.cli.robots import signature
from erfd.limit_tables import letters
from erfd.robot import library

Captured = pytest.CaptureFixture[str]
POST = '<robot name="post"><link name="a"><inertial><mass value="1"/>'
POST += '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link></robot>'


def printed(capsys: Captured, *arguments: str, code: int = 0) -> str:
    assert run(list(arguments)) == code
    streams = capsys.readouterr()
    return streams.err if code in (3, 4) else streams.out


@pytest.fixture
def post(tmp_path: Path) -> str:
    """A robot that stands still."""
    path = tmp_path / "post.urdf"
    path.write_text(POST, "utf-8")
    return str(path)


def test_a_line_for_each_robot(capsys: Captured) -> None:
    text = printed(capsys, "robots")
    first = [line.split() for line in text.splitlines() if line.strip()]
    names = [words[0] for words in first]
    assert [name for name in names if name in library.names()] == list(library.names())
    line = next(line for line in text.splitlines() if line.split()[:1] == ["rl15"])
    assert re.match(r" rl15 +6R +sd +s +sd +so +so +sd +\S+ +Lola 15 \(RL15\)$", line)
    assert all(len(line) <= 100 for line in text.splitlines())


def test_the_letters_say_what_the_list_says(capsys: Captured) -> None:
    entries = {e["name"]: e for e in json.loads(printed(capsys, "robots", "--json"))}
    assert entries["stanford"]["kinds"] == "2RP3R"
    assert "inertia" in entries["kr5_inertia6"]["decided"]
    assert set(entries["two_arm"]["ours"]) >= {"geometry", "mass", "com", "inertia"}
    assert not entries["two_arm"]["sourced"]
    assert signature(library.load("two_arm")) == "P9R"


@pytest.mark.parametrize("words", [("-h",), ("show", "-h"), ("torque", "--help")])
def test_help_is_found_both_ways(words: tuple[str, ...], capsys: Captured) -> None:
    assert "Usage: erfd" in printed(capsys, *words)


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (("shwo", "rl15"), "Did you mean 'show'?"),
        (("rl15",), "the verb comes first: erfd show rl15"),
        (("arm.urdf",), "the verb comes first: erfd show arm.urdf"),
        (("nonsense",), "erfd --help lists the verbs"),
        (("show",), "erfd show --help shows what it takes"),
        (("pose", "rl15", "-q", "1"), "erfd pose --help shows what it takes"),
        (("show", "kuka"), "did you mean 'kr5' or"),
        (("show", "lola"), "did you mean 'rl15'?"),
    ],
)
def test_a_wrong_word_gets_a_remedy(words: tuple[str, ...], remedy: str, capsys: Captured) -> None:
    assert remedy in printed(capsys, *words, code=3)


def test_a_robot_that_stands_still(post: str, capsys: Captured, tmp_path: Path) -> None:
    text = printed(capsys, "check", post)
    assert "post: no joint moves, nothing to compare\n" in text
    assert "Laws" not in text
    assert "0 coordinates, 0 moving joints" in printed(capsys, "show", post)
    assert "position  x 0.0000 mm" in printed(capsys, "pose", post)
    asked = [("torque", post), ("count", post), ("pose", post, "--xyz", "0,0,1")]
    for words in (*asked, ("export", post, "--c", str(tmp_path / "c"))):
        assert "no joint of 'post' moves" in printed(capsys, *words, code=3)


def test_one_is_not_many(capsys: Captured) -> None:
    assert "1 coordinate, 1 moving joint," in printed(capsys, "show", "one_link")
    text = printed(capsys, "check", "one_link", "--states", "1")
    assert "1 random state," in text
    assert "one_link, 1 joint. " in printed(capsys, "count", "one_link")


def test_torque_says_from_where_to_where(capsys: Captured) -> None:
    assert "from 0, 0 deg to 90, -30 deg\n" in printed(
        capsys, "torque", "two_link", "--to", "90deg,-30deg"
    )
    words = ("torque", "stanford", "--to", "0,0,250mm,0,0,10deg")
    text = " ".join(printed(capsys, *words).split())
    assert "to 0 deg, 0 deg, 250 mm, 0 deg, 0 deg, 10 deg rigid" in text


def test_a_foreign_file_is_not_recited(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "foreign.csv"
    header = ",".join(f"column_{k}" + "x" * 100 for k in range(50))
    path.write_text(f"{header}\n{','.join('1' * 50)}\n", "utf-8")
    text = printed(capsys, "torque", "rl15", "--trajectory", str(path), code=3)
    assert "and 38 more; give t and joint_1, joint_2" in text
    assert len(text) < 900


@pytest.mark.parametrize("robot", ["two_link", "puma", "seven_axis"])
def test_every_solution_has_all_its_columns(robot: str, capsys: Captured) -> None:
    text = printed(capsys, "pose", robot, "--xyz", "0.3,0.2,0", "--starts", "30")
    lines = text.splitlines()
    assert any(line.split()[-1] == "deg" for line in lines if line.split())
    assert all(len(line) <= 100 for line in lines)
    rows = [line.split() for line in lines if re.match(r" *\d+ +-?\d", line)]
    assert 1 <= len(rows) <= 16
    assert all(len(row) >= len(library.load(robot).independent) + 4 for row in rows)
    assert (": --json gives all" in text) is (robot != "two_link")


@pytest.fixture
def narrow() -> object:
    text_table.fit(64)
    yield None
    text_table.fit(100)


def test_a_narrow_terminal_breaks_no_number(narrow: object, capsys: Captured) -> None:
    text = printed(capsys, "torque", "rl15", "--wrench", "1000,2000,3000")
    assert max(map(len, text.splitlines()[:5])) <= 64
    peak = re.search(r"joint_2 +N m +(-?[\d.]+) ", text)
    assert peak
    summary = json.loads(printed(capsys, "torque", "rl15", "--wrench", "1000,2000,3000", "--json"))
    assert float(peak[1]) == pytest.approx(summary[1]["peak"], rel=1e-5)
    shown = printed(capsys, "show", "rl15")
    assert all(len(line) <= 100 for line in shown.splitlines())
    remarks = [line for line in shown.splitlines() if line.startswith(("remark", "source"))]
    assert max(map(len, remarks)) <= 64


def test_every_source_has_its_own_letters() -> None:
    marks = [letters(k) for k in range(800)]
    assert len(set(marks)) == 800
    assert (marks[0], marks[25], marks[26], marks[27]) == ("a", "z", "aa", "ab")


def test_a_warning_is_a_line() -> None:
    """As on a machine without llvmlite: no path into our code, no line of it."""
    code = "import sys; sys.modules['llvmlite'] = None; sys.argv = ['erfd', 'torque', 'one_link']; "
    code += "from erfd.cli.main import entry; entry()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.startswith("erfd: warning: llvmlite is not installed: ")
    assert done.stderr.count("\n") == 1
    assert "Joint torques" in done.stdout


def test_forces_are_not_moments(capsys: Captured) -> None:
    words = ("torque", "two_link", "--dt", "1s", "--wrench")
    assert "force: '3Nm' has the unit 'Nm'" in printed(capsys, *words, "1N,2N,3Nm", code=3)
    assert "moment: '3N' has the unit 'N'" in printed(capsys, *words, "1,2,3,1Nm,2Nm,3N", code=3)
    assert "1, 2, 3 N; 4, 5, 6 N m" in printed(capsys, *words, "1N,2N,3N,4Nm,5,6Nm")


def test_a_payload_a_hundred_metres_away_is_doubted(capsys: Captured) -> None:
    words = ("torque", "rl15", "--dt", "1s", "--payload")
    doubt = "the payload's mass centre is 100 m away, the arm is about 2.1 m long: did you mean mm?"
    assert doubt in " ".join(printed(capsys, *words, "15kg,0,0,100").split())
    assert "did you mean" not in printed(capsys, *words, "15kg,0,0,100mm")


def test_a_dash_prints_the_samples_alone(capsys: Captured, tmp_path: Path) -> None:
    words = ("torque", "two_link", "--dt", "1s", "--out")
    path = tmp_path / "a.csv"
    printed(capsys, *words, str(path))
    assert printed(capsys, *words, "-") == path.read_text("utf-8")


def test_a_tree_s_solutions_stand_upright(capsys: Captured) -> None:
    words = ("pose", "two_arm", "--xyz", "0.3,0.2,1.2", "--starts", "8")  # none in range
    text = printed(capsys, *words, code=1)
    lines = text.splitlines()
    assert all(len(line) <= 100 for line in lines)
    solutions = json.loads(printed(capsys, *words, "--json", code=1))["solutions"]
    for k, joint in enumerate(library.load("two_arm").independent):
        line = next(line for line in lines if line.strip().startswith(f"{joint.name}  "))
        factor = 1000.0 if joint.kind == "prismatic" else 57.29577951308232
        assert float(line.split()[2].rstrip("*")) == pytest.approx(
            factor * solutions[0][k], abs=0.006
        )
    assert any(line.split()[:2] == ["off", "deg"] for line in lines)
    assert "no: *" in text
