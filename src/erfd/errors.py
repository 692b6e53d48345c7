"""What erfd says when it cannot do what it was asked: never a traceback, never a plausible zero."""

from __future__ import annotations


class ErfdError(Exception):
    """An error of the input: where it is, what is wrong and what to do about it."""

    def __init__(
        self,
        what: str,
        remedy: str = "",
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(what, remedy)
        self.what, self.remedy = what, remedy
        self.file, self.line, self.column = file, line, column

    def __str__(self) -> str:
        place = ":".join(str(x) for x in (self.file, self.line, self.column) if x is not None)
        head = f"{place}: {self.what}" if place else self.what
        return f"{head}; {self.remedy}" if self.remedy else head

    def at(self, file: str | None, line: int | None = None, column: int | None = None) -> ErfdError:
        """The same error with its place filled in where it was still unknown."""
        self.file = self.file or file
        self.line = self.line if self.line is not None else line
        self.column = self.column if self.column is not None else column
        return self


class RobotError(ErfdError):
    """The robot, or what was asked of it, is not possible."""


class ProgramError(ErfdError):
    """The robot program is wrong; `others` are further errors of the same program.

    `excerpt` is the line with a caret, where the text is known.
    """

    def __init__(
        self,
        what: str,
        remedy: str = "",
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        excerpt: str = "",
    ) -> None:
        super().__init__(what, remedy, file=file, line=line, column=column)
        self.excerpt = excerpt
        self.others: tuple[ProgramError, ...] = ()

    def __str__(self) -> str:
        parts = (ErfdError.__str__(self), self.excerpt, *map(str, self.others))
        return "\n".join(part for part in parts if part)

    @property
    def every(self) -> tuple[ProgramError, ...]:
        """This error and the others, in the order of the text."""
        return (self, *self.others)


class TrajectoryError(ErfdError):
    """The trajectory is wrong."""


def extra(name: str) -> str:
    """How to install an extra, from the index or in a clone."""
    clone = f"in a clone .venv/bin/python -m pip install -e '.[{name}]'"
    return f"install the extra: pip install 'erfd[{name}]', {clone}"
