"""Every broken file of tests/bad/toml is refused with exactly the message beside it.

`name.toml` has its message in `name.txt`, the file called by its bare name.
"""

from pathlib import Path

import pytest

from erfd.errors import RobotError
from erfd.robot.toml_reader import read_toml

FOLDER = Path(__file__).parents[1] / "bad" / "toml"
FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_message_is_the_expected_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    with pytest.raises(RobotError) as caught:
        read_toml(path.name)
    assert f"{caught.value}\n" == path.with_suffix(".txt").read_text("utf-8")
    assert caught.value.remedy
    assert caught.value.line
    assert caught.value.column


def test_every_message_belongs_to_a_file() -> None:
    assert len(FILES) >= 130
    assert {path.stem for path in FILES} == {path.stem for path in FOLDER.glob("*.txt")}


@pytest.mark.parametrize(
    ("name", "fault", "mended"),
    [
        ("mass_negative", "mass = -2.5", "mass = 0"),
        ("dh_theta_of_revolute", "theta", "offset"),
        ("limits_exchanged", "[170, -170]", "[-170, 170]"),
        ("motor_key_misspelt", "rotor_intertia", "rotor_inertia"),
        ("rotation_axis_without_angle", "axis = [0, 0, 1]", "axis = [0, 0, 1], angle = 90"),
    ],
)
def test_the_fault_is_the_only_one(name: str, fault: str, mended: str, tmp_path: Path) -> None:
    text = (FOLDER / f"{name}.toml").read_text("utf-8")
    path = tmp_path / "mended.toml"
    path.write_text(text.replace(fault, mended), "utf-8")
    assert read_toml(path).name == "arm"
