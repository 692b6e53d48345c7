"""XML read safely and with the place of every element, so that errors can point into the file.

Only the standard library's expat, and only what a robot needs: a document type declaration is
refused (entities grow without bound: "billion laughs"), and the size, the depth and the number of
elements are limited. Texts between tags mean nothing in a URDF and are not kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from erfd.errors import RobotError
from erfd.robot.xml_errors import BYTE_ORDER_MARKS, URDF, explain

MAX_BYTES = 32 * 2**20
MAX_ELEMENTS = 200_000
MAX_DEPTH = 100


@dataclass(slots=True, eq=False)
class Element:
    """A tag, its attributes, and where it opens (line and column count from 1)."""

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    parent: Element | None = None
    children: list[Element] = field(default_factory=list)

    def all(self, tag: str) -> list[Element]:
        return [child for child in self.children if child.tag == tag]

    def error(self, what: str, remedy: str = "") -> RobotError:
        return RobotError(what, remedy, line=self.line, column=self.column)


def encode(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise RobotError("the text holds half a surrogate pair", "remove it", line=line) from error


def parse_xml(data: bytes, encoding: str | None = None) -> Element:
    """The root element; an encoding that is given outranks the one that the file declares."""
    if len(data) > MAX_BYTES:
        raise RobotError(f"the text has more than {MAX_BYTES // 2**20} MB", "no robot is as large")
    _check_start(data)
    builder = _Builder(encoding)
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise explain(error, builder.innermost, data) from error
    except (LookupError, ValueError) as error:
        what = f"the declared encoding cannot be read ({error})"
        raise RobotError(what, "save the file as UTF-8", line=1) from error
    return builder.top[0]


class _Builder:
    def __init__(self, encoding: str | None) -> None:
        self.parser = expat.ParserCreate(encoding)
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.refuse
        self.parser.EntityDeclHandler = self.refuse
        self.top: list[Element] = []
        self.stack: list[Element] = []
        self.count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        parent = self.stack[-1] if self.stack else None
        element = Element(tag, attributes, line, column, parent)
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise element.error(f"more than {MAX_ELEMENTS} elements", "no robot is as large")
        if len(self.stack) == MAX_DEPTH:
            raise element.error(f"elements nest more than {MAX_DEPTH} deep", "no robot needs it")
        (parent.children if parent else self.top).append(element)
        self.stack.append(element)

    def end(self, _: str) -> None:
        self.stack.pop()

    @property
    def innermost(self) -> str:
        return f"<{self.stack[-1].tag[:60]}> of line {self.stack[-1].line}" if self.stack else ""

    def refuse(self, *_: object) -> None:
        raise RobotError(
            "document types and entities are not read, since they can grow without bound",
            "remove <!DOCTYPE ...> and write the values out",
            line=self.parser.CurrentLineNumber,
            column=self.parser.CurrentColumnNumber + 1,
        )


def _check_start(data: bytes) -> None:
    begin = data.lstrip()[:30]
    if not begin:
        raise RobotError("the file is empty", URDF)
    if begin.startswith((b"<", *BYTE_ORDER_MARKS)) or b"\0" in begin[:4]:
        return
    words = begin.splitlines()[0].decode("ascii", "replace")
    shown = f"it begins with '{words}'"
    if not words.isprintable() or "\ufffd" in words:
        shown = "its bytes are no text"
    raise RobotError(f"this is not XML: {shown}", URDF, line=1, column=1)
