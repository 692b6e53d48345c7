"""One door for every robot: names, files, and what is neither."""

from __future__ import annotations

import dataclasses
import os
import random
from pathlib import Path
from typing import Any

import pytest

from erfd.errors import RobotError
from erfd.robot import library
from erfd.robot.read import read
from erfd.robot.robot import Robot
from erfd.robot.text_file import LARGEST
from erfd.robot.toml_writer import to_toml
from erfd.robot.urdf import parse_urdf
from tests.robot.toml_samples import full_robot


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def rl15() -> Robot:
    return library.load("rl15")


def test_a_library_name() -> None:
    assert read("rl15") == rl15()
    assert "rl15" in library.names()
    assert list(library.names()) == sorted(library.names())


@pytest.mark.parametrize("name", ["arm.toml", "ARM.TOML", "two words ü.toml", "rl15.toml"])
def test_a_toml_file(name: str) -> None:
    Path(name).write_text(to_toml(rl15()), "utf-8")
    assert read(name) == read(Path(name)) == read(f"./{name}") == rl15()


def test_a_urdf_file() -> None:
    Path("arm.urdf").write_text(library.load("two_link").to_urdf(), "utf-8")
    assert [joint.name for joint in read("arm.urdf").moving] == ["joint_1", "joint_2"]


def test_a_name_stays_a_name_beside_a_folder_of_that_name() -> None:
    Path("rl15").mkdir()
    assert read("rl15") == rl15()


def test_a_byte_order_mark_is_skipped() -> None:
    Path("arm.toml").write_bytes(b"\xef\xbb\xbf" + to_toml(rl15()).encode())
    assert read("arm.toml") == rl15()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("rl51", "the library has no robot 'rl51'; did you mean 'rl15'?"),
        ("Puma", "did you mean 'puma'?"),
        (
            "zzzzz",
            r"has no robot 'zzzzz'; it has .*two_link.*; a file's name ends in .toml or .urdf",
        ),
        ("a\0b\n", r"the library has no robot 'a\?b\?'"),
        ("x" * 5000, "the library has no robot 'x{60}...'"),
        ("", "the robot's name is empty"),
        ("none.toml", "^none.toml: there is no such file; check the path"),
        ("none.urdf", "^none.urdf: there is no such file"),
        ("../rl15", "^../rl15: there is no such file"),
        (Path("rl15"), "^rl15: there is no such file"),
        ("folder", "^folder: this is a folder; name a .toml or .urdf file in it"),
        ("folder.toml", "^folder.toml: this is a folder"),
        (".", "^.: this is a folder"),
        ("arm.xacro", "^arm.xacro: .xacro files are not read; expand it first"),
        ("arm.xml", "if it is a URDF, name it .urdf"),
        ("arm.txt", "^arm.txt: .txt files are not read; a robot is a .toml or a .urdf file"),
        ("arm", "^arm: the file's name has no ending"),
        ("a\0b.toml", "the file cannot be read"),
        ("x" * 5000 + ".toml", "the file cannot be read: File name too long"),
        ("latin.toml", r"^latin.toml:2:10: the byte 0xe9 is not UTF-8; save the file as UTF-8"),
        ("utf16.toml", r"^utf16.toml:1:1: the byte 0xff is not UTF-8"),
        ("large.toml", r"^large.toml: the file is larger than 16 MB"),
    ],
)
def test_what_is_no_robot(given: str | Path, message: str) -> None:
    for name in ("folder", "folder.toml"):
        Path(name).mkdir()
    for name in ("arm.xacro", "arm.xml", "arm.txt", "arm"):
        Path(name).write_text("?")
    Path("latin.toml").write_bytes(
        "format = 1\nname = 'ü\u00e9'".encode("latin-1").replace(b"\xfc", b"\xc3\xbc")
    )
    Path("utf16.toml").write_text("format = 1", "utf-16")
    with Path("large.toml").open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(RobotError, match=message) as caught:
        read(given)
    assert caught.value.remedy


def test_a_file_that_may_not_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the system would say it to anyone but root."""

    def refuse(self: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(RobotError, match=r"^arm.toml: the file cannot be read: Permission denied"):
        read("arm.toml")


def test_endless_files_end() -> None:
    Path("zero.toml").symlink_to("/dev/zero")
    with pytest.raises(RobotError, match="larger than 16 MB"):
        read("zero.toml")


def test_joints_that_follow_others_can_be_freed() -> None:
    robot = next(r for r in map(with_mimic, range(99)) if any(j.mimic for j in r.joints))
    Path("arm.toml").write_text(to_toml(robot), "utf-8")
    assert len(read("arm.toml").independent) < len(robot.moving)
    assert len(read("arm.toml", mimic="independent").independent) == len(robot.moving)
    assert read("rl15", mimic="independent") == rl15()
    with pytest.raises(RobotError, match="mimic='no' is not known; say exact or independent"):
        read("rl15", mimic="no")
    for name in ("rl15", "arm.toml"):
        with pytest.raises(RobotError, match="mimic='3' is not known"):
            read(name, mimic=3)  # type: ignore[arg-type]
    with pytest.raises(RobotError, match="mimic='True' is not known"):
        parse_urdf("<robot/>", mimic=True)  # type: ignore[arg-type]


def with_mimic(seed: int) -> Robot:
    return dataclasses.replace(full_robot(random.Random(seed), 5), drives=None)


def test_drives_do_not_fit_freed_joints() -> None:
    robot = next(
        r
        for r in (full_robot(random.Random(k), 5) for k in range(99))
        if any(j.mimic for j in r.joints)
    )
    Path("arm.toml").write_text(to_toml(robot), "utf-8")
    with pytest.raises(RobotError, match="read it with mimic='exact'"):
        read("arm.toml", mimic="independent")


def test_paths_are_shown_as_they_were_given() -> None:
    Path("sub").mkdir()
    Path("sub/arm.toml").write_text("format = 2\n")
    with pytest.raises(RobotError, match=f"^sub{os.sep}arm.toml:1:1: the robot: 'format' is 2"):
        read(Path("sub") / "arm.toml")


@pytest.mark.parametrize("source", [None, 3, b"rl15", ["rl15"]])
def test_what_is_no_text_is_no_file_that_is_missing(source: Any) -> None:
    with pytest.raises(RobotError, match="the robot is asked for by"):
        read(source)
