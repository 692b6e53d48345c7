"""Every broken file of tests/bad/urdf is refused with exactly the message beside it.

`name.urdf` has its message in `name.txt`, the file called by its bare name.
"""

from pathlib import Path

import pytest

from erfd.errors import RobotError
from erfd.robot.urdf import read_urdf

FOLDER = Path(__file__).parents[1] / "bad" / "urdf"
FILES = sorted(FOLDER.glob("*.urdf"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_message_is_the_expected_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    with pytest.raises(RobotError) as caught:
        read_urdf(path.name)
    assert f"{caught.value}\n" == path.with_suffix(".txt").read_text("utf-8")
    assert caught.value.remedy
    assert caught.value.line or path.stat().st_size < 10


def test_every_message_belongs_to_a_file() -> None:
    assert len(FILES) >= 35
    assert {path.stem for path in FILES} == {path.stem for path in FOLDER.glob("*.txt")}


def test_the_file_that_they_were_broken_from_is_whole(tmp_path: Path) -> None:
    """The faults are the only faults: mended, a file of the folder is a robot."""
    text = (FOLDER / "mass_negative.urdf").read_text("utf-8").replace("-2.0", "2.0")
    path = tmp_path / "mended.urdf"
    path.write_text(text, "utf-8")
    robot = read_urdf(path)
    assert ([joint.name for joint in robot.moving], robot.warnings) == (["shoulder", "elbow"], ())
