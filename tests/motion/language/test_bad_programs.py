"""Every broken program of tests/bad/programs is refused with exactly the message beside it.

`name.irl` has its message in `name.txt`, the file called by its bare name. Most fail when they are
parsed; those called run_... when they run, those called plan_... when planned, on the RL15.
"""

from pathlib import Path

import pytest

import erfd
from erfd.errors import ProgramError

FOLDER = Path(__file__).parents[2] / "bad" / "programs"
FILES = sorted(FOLDER.glob("*.irl"))
CODES = {
    *("E_LEX_COMMENT", "E_SYNTAX", "E_UNDECLARED", "E_REDECLARED", "E_TYPE", "E_OPTION"),
    *("E_RANGE", "E_STATUS", "E_BLEND", "E_UNSET", "E_STEPS"),
    *("E_ROBOT", "E_COLLINEAR", "E_UNREACHABLE", "E_BRANCH", "E_SINGULAR", "E_JOINT_LIMIT"),
    "E_NO_MOTION",
}
ARM = erfd.load("rl15")


def failing(path: Path) -> None:
    if not path.stem.startswith(("run_", "plan_")):
        erfd.parse(path.name)
        return
    program = erfd.parse(path.name)
    if path.stem.startswith("run_"):
        list(program.commands(ARM.robot, most_steps=100_000))
    else:
        erfd.plan(program, ARM)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_message_is_the_expected_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    with pytest.raises(ProgramError) as caught:
        failing(path)
    assert f"{caught.value}\n" == path.with_suffix(".txt").read_text("utf-8")
    for error in caught.value.every:
        assert error.what.split(":")[0] in CODES
        assert error.remedy
        assert error.excerpt.endswith("^")
        assert error.line
        assert error.column


def test_every_message_belongs_to_a_program() -> None:
    assert len(FILES) >= 80
    assert {path.stem for path in FILES} == {path.stem for path in FOLDER.glob("*.txt")}


def test_every_code_is_shown() -> None:
    texts = " ".join(path.with_suffix(".txt").read_text("utf-8") for path in FILES)
    assert {code for code in CODES if f" {code}: " in texts} == CODES
