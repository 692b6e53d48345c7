"""The fenced code blocks of a Markdown file, and how each language runs."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import erfd

FENCE = re.compile(r"^([ ]*)(`{3,}|~{3,})\s*(\S*)")


@dataclass(frozen=True)
class Block:
    file: str
    line: int  # of the first line inside the fence, from 1
    language: str
    text: str

    @property
    def where(self) -> str:
        return f"{self.file}:{self.line}"


def blocks(file: str, text: str) -> Iterator[Block]:
    lines = iter(enumerate(text.splitlines(), 1))
    for number, line in lines:
        if not (opening := FENCE.match(line)):
            continue
        indent, fence, language = opening.groups()
        body: list[str] = []
        for _, inner in lines:
            if inner.strip() == fence:
                break
            body.append(inner.removeprefix(indent))
        else:
            raise AssertionError(f"{file}:{number}: the code block is never closed")
        yield Block(file, number + 1, language, "\n".join(body) + "\n")


def run_python(block: Block, namespace: dict[str, Any]) -> None:
    code = compile("\n" * (block.line - 1) + block.text, block.file, "exec")
    exec(code, namespace)


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """Each command of a console block with the output that the page shows below it."""
    text = block.text.replace("\\\n", "")
    assert text.startswith("$ "), f"{block.where}: a console block starts with a '$ ' line"
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected


def matches(expected: str, output: str) -> bool:
    """Equal but for trailing blanks; '...' stands for anything, alone on a line for many lines."""
    pattern = ""
    for line in expected.strip("\n").splitlines():
        parts = [re.escape(part) for part in line.rstrip().split("...")]
        pattern += r"(.*\n)*?" if line.strip() == "..." else ".*?".join(parts) + r"\n"
    shown = "".join(line.rstrip() + "\n" for line in output.strip("\n").splitlines())
    return re.fullmatch(pattern, shown) is not None


def run_console(block: Block, _: dict[str, Any]) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    surroundings = {**os.environ, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    for command, expected in commands(block):
        done = subprocess.run(
            command,
            shell=True,
            env=surroundings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, f"{block.where}: $ {command}\n{done.stdout}"
        if expected.strip():
            wanted = f"{block.where}: $ {command}\nthe page shows\n{expected}\nbut it printed\n"
            assert matches(expected, done.stdout), wanted + done.stdout


def run_toml(block: Block, _: dict[str, Any]) -> None:
    if tomllib.loads(block.text).get("format") == 1:
        robot = Path(f"block_at_line_{block.line}.toml")
        robot.write_text(block.text, "utf-8")
        erfd.load(str(robot))


def leave(_: Block, __: dict[str, Any]) -> None:
    """Text for people and diagrams: nothing to run."""


RUNNERS: dict[str, Callable[[Block, dict[str, Any]], None]] = {
    "python": run_python,
    "console": run_console,
    "toml": run_toml,
    "text": leave,
    "mermaid": leave,
}


def run(page: Path, name: str) -> int:
    """Runs a page in the current folder, its blocks in order; returns how many did something."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    ran = 0
    for block in blocks(name, page.read_text("utf-8")):
        known = ", ".join(RUNNERS)
        assert block.language in RUNNERS, f"{block.where}: '{block.language}' is not one of {known}"
        RUNNERS[block.language](block, namespace)
        ran += RUNNERS[block.language] is not leave
    return ran
