"""Expat's errors in words that help, with the line and the column."""

from __future__ import annotations

from xml.parsers import expat

from erfd.errors import RobotError
from erfd.robot.text_file import decode

BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
URDF = "give a URDF: <robot name=...> with links and joints"
WHOLE = "give the whole file, to </robot>"
WORDS = {
    expat.errors.XML_ERROR_NO_ELEMENTS: ("the file holds no element", URDF),
    expat.errors.XML_ERROR_UNCLOSED_TOKEN: ("the file ends inside the tag that opens here", WHOLE),
    expat.errors.XML_ERROR_INVALID_TOKEN: (
        "the XML is broken here",
        "look for a missing quote, < or &",
    ),
    expat.errors.XML_ERROR_DUPLICATE_ATTRIBUTE: ("an attribute is given twice", "keep one"),
    expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT: (
        "something follows the end of the robot",
        "one file holds one robot",
    ),
    expat.errors.XML_ERROR_UNDEFINED_ENTITY: (
        "this &...; is not defined",
        "write the text itself, and & as &amp;",
    ),
    expat.errors.XML_ERROR_INCORRECT_ENCODING: (
        "the file is not in the encoding that it declares",
        "save it as UTF-8 and declare nothing else",
    ),
}


def explain(error: expat.ExpatError, inner: str, data: bytes) -> RobotError:
    """`inner` is the innermost element that is still open, if there is one."""
    words = expat.ErrorString(error.code)
    what, remedy = WORDS.get(words, (f"this is not well-formed XML: {words}", "correct it"))
    if words == expat.errors.XML_ERROR_TAG_MISMATCH:
        what, remedy = f"this does not close {inner}", "close every element before its parent"
    elif words == expat.errors.XML_ERROR_NO_ELEMENTS and inner:
        what, remedy = f"the file ends inside {inner}", WHOLE
    elif words == expat.errors.XML_ERROR_INVALID_TOKEN and (bad := _not_utf8(data)):
        return bad
    return RobotError(what, remedy, line=error.lineno, column=error.offset + 1)


def _not_utf8(data: bytes) -> RobotError | None:
    """The first byte that is not UTF-8, unless the file declares another encoding."""
    begin = data[:100].lower()
    if begin.startswith(BYTE_ORDER_MARKS[1:]) or (b"encoding" in begin and b"utf-8" not in begin):
        return None
    try:
        decode(data, "")
    except RobotError as error:
        error.file, error.remedy = None, "save the file as UTF-8, or declare its encoding"
        return error
    return None
