"""Reading XML: safely, in any encoding that Python knows, with true lines and columns."""

import encodings.aliases
import os
import threading
from pathlib import Path

import pytest

from erfd.errors import RobotError
from erfd.robot import urdf_xml
from erfd.robot.urdf import parse_urdf, read_urdf
from erfd.robot.urdf_xml import MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS, parse_xml
from tests.robot.urdf_samples import joint, link, one_joint, urdf


def test_elements_know_their_place() -> None:
    root = parse_xml('<a>\n  <é x="1"/><b/>\n\t<c>\n<d/></c></a>'.encode())
    accented, b, c = root.children
    assert (accented.line, accented.column, accented.attributes) == (2, 3, {"x": "1"})
    assert (b.line, b.column) == (2, 13)
    assert (c.line, c.column, c.children[0].line, c.children[0].column) == (3, 2, 4, 1)
    assert c.children[0].parent is c


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1", "cp1252", "ascii"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    name = "arm" if encoding == "ascii" else "bras é"
    declared = {"utf-8-sig": "utf-8"}.get(encoding, encoding)
    text = f'<?xml version="1.0" encoding="{declared}"?>\n' + one_joint().replace("sample", name)
    path = tmp_path / "arm.urdf"
    path.write_bytes(text.encode(encoding))
    assert read_urdf(path).name == name
    assert parse_urdf(text).name == name


def test_a_byte_order_mark_needs_no_declaration(tmp_path: Path) -> None:
    path = tmp_path / "arm.urdf"
    for encoding in ("utf-8-sig", "utf-16"):
        path.write_bytes(one_joint().encode(encoding))
        assert read_urdf(path).name == "sample"
    assert parse_urdf("\ufeff" + one_joint()).name == "sample"


def test_every_declared_encoding_gives_a_robot_or_an_error(tmp_path: Path) -> None:
    path = tmp_path / "arm.urdf"
    read = 0
    for encoding in {*encodings.aliases.aliases.values(), "undefined", "idna", "no such", "é"}:
        text = f'<?xml version="1.0" encoding="{encoding}"?>\n' + one_joint()
        path.write_bytes(text.encode())
        try:
            read += read_urdf(path).name == "sample"
        except RobotError:
            continue
    assert read > 20


def test_large_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.urdf"
    with path.open("wb") as file:
        file.truncate(100 * 10**6)
    with pytest.raises(RobotError, match=f"larger than {MAX_BYTES // 2**20} MB"):
        read_urdf(path)
    with pytest.raises(RobotError, match=f"more than {MAX_BYTES // 2**20} MB"):
        parse_urdf("<robot" + " " * MAX_BYTES + "/>")


def test_too_many_elements_are_refused() -> None:
    with pytest.raises(RobotError, match=f"more than {MAX_ELEMENTS} elements"):
        parse_urdf("<robot>" + "<a/>" * MAX_ELEMENTS + "</robot>")


def test_depth_is_limited_exactly() -> None:
    inner = MAX_DEPTH - 1
    text = urdf(link("base"), "<a>" * inner + "</a>" * inner)
    assert parse_urdf(text).bodies == ()
    with pytest.raises(RobotError, match=f"more than {MAX_DEPTH} deep"):
        parse_urdf(urdf(link("base"), "<a>" * (inner + 1) + "</a>" * (inner + 1)))


@pytest.mark.parametrize(
    "declaration",
    [
        "<!DOCTYPE robot>",
        '<!DOCTYPE robot SYSTEM "http:0.0.0.0/x.dtd">',
        '<!DOCTYPE robot [<!ENTITY a "a">]>',
        '<!DOCTYPE robot [<!ENTITY % a SYSTEM "file:/etc/passwd"> %a;]>',
        '<!DOCTYPE robot PUBLIC "x" "y">',
    ],
)
def test_document_types_are_refused(declaration: str) -> None:
    with pytest.raises(RobotError, match="document types and entities are not read") as caught:
        parse_urdf(f'<?xml version="1.0"?>\n{declaration}\n{one_joint()}')
    assert caught.value.line == 2


def test_predefined_entities_and_cdata_are_read() -> None:
    text = urdf(link("a &amp; &#98;"), "<![CDATA[<link/>]]><!-- <link/> --><?link?>")
    assert parse_urdf(text).bodies[0].name == "a & b"


@pytest.mark.parametrize("text", ["\udc80", one_joint().replace("arm", "\ud800"), "<a\0/>", "\0"])
def test_texts_that_no_file_can_hold(text: str) -> None:
    with pytest.raises(RobotError):
        parse_urdf(text)


def test_paths_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.urdf", "a\0b"):
        with pytest.raises(RobotError) as caught:
            read_urdf(path)
        assert caught.value.file == str(path)
        assert caught.value.remedy


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pipe.urdf"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_text, args=(one_joint(), "utf-8"))
    writer.start()
    assert read_urdf(path).name == "sample"
    writer.join()


def test_messages_stay_short_and_on_one_line() -> None:
    name = "x" * 10_000 + "&#10;"
    for text in (
        urdf(link(name), link(name)),
        urdf(link("a"), joint("j", "a", name)),
        one_joint(kind=name),
        one_joint(f'<origin xyz="{name}"/>'),
        f"<{'x' * 10_000}/>",
        "<robot>" + f"<{'x' * 10_000}>",
    ):
        with pytest.raises(RobotError) as caught:
            parse_urdf(text)
        assert len(str(caught.value)) < 400
        assert "\n" not in str(caught.value)


def test_no_other_parser_is_used() -> None:
    source = Path(urdf_xml.__file__).read_text("utf-8")
    assert "ElementTree" not in source
    assert "expat" in source
