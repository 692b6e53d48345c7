"""The project's own promises about its build files and its import."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import erfd
from tools.check_addresses import faults
from tools.wheels import PLATFORMS, applicable, environment

ROOT = Path(__file__).parents[2]
PINS = sorted((ROOT / "requirements").glob("*.txt"))
HEAVY = {"casadi", "lark", "llvmlite", "plotly", "rich", "scipy", "sympy", "typer"}


@pytest.mark.parametrize("path", PINS, ids=lambda path: path.name)
def test_every_pin_has_hashes(path: Path) -> None:
    pins = re.sub(r"\\\n\s*", "", path.read_text("utf-8")).splitlines()
    assert pins
    assert all(re.match(r"[a-z0-9-]+==\S+ .*--hash=sha256:", pin) for pin in pins)


def test_every_room_is_a_package() -> None:
    """The check of the rooms sees packages only."""
    folders = {path.parent for path in (ROOT / "src").rglob("*.py")}
    assert {path for path in folders if not (path / "__init__.py").exists()} == set()


def test_numbers_written_twice_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    pinned = (ROOT / "requirements/build.in").read_text("utf-8").split()
    assert project["build-system"]["requires"] == pinned
    assert project["project"]["version"] == erfd.__version__


@pytest.mark.parametrize(
    ("name", "line", "found"),
    [
        ("README.md", "see https" + "://example.org", False),
        ("README.md", "from pyp" + "i.org", True),
        ("src/a.py", "files.python" + "hosted.org", True),
        ("requirements/core.txt", "numpy==2.0 --hash=sha256:00", False),
        ("requirements/core.txt", "a @ file" + ":///wheels/a.whl", True),
        ("requirements/core.txt", "--find-links wheels", True),
        ("requirements/core.txt", "--extra-index-url x", True),
        ("requirements/core.txt", "-i x", True),
    ],
)
def test_addresses_are_found(name: str, line: str, found: bool) -> None:
    assert bool(faults(name, line)) is found


def test_import_loads_nothing_heavy() -> None:
    code = "import sys, erfd; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "erfd" in loaded
    assert HEAVY.isdisjoint(loaded)


SOURCE = ROOT / "src/erfd"
ROOM = SOURCE / "dynamics"
PUBLISHED = ["newton_euler", "modified_newton_euler", "walker_orin", "composite_body"]
PUBLISHED += ["articulated_body", "denoc", "denoc_inertia", "denoc_convective", "denoc_inverse"]
PUBLISHED += ["denoc_forward", "denoc_pivots", "lagrange", "lagrange_coefficients", "coriolis"]
PUBLISHED += ["derivatives", "general_vectors"]
BESIDE = ["kinematics", "jacobian", "energy", "hybrid", "rotors"]


@pytest.mark.parametrize("name", [*PUBLISHED, *BESIDE])
def test_an_algorithm_says_source_cost_and_frames(name: str) -> None:
    text = ast.get_docstring(ast.parse((ROOM / f"{name}.py").read_text("utf-8"))) or ""
    assert re.search(r"^\s*Source\b|^Source:", text, re.MULTILINE)
    assert re.search(r"\bCost\b|O\(n", text)
    assert re.search(r"\bFrames\b|\baxes\b|rows and columns", text)
    assert name in BESIDE or re.search(r"[Dd]epart", text)


def test_every_algorithm_has_its_page() -> None:
    chapter = (ROOT / "docs/algorithms.md").read_text("utf-8")
    pages = {path.name for path in (ROOT / "docs/algorithms").glob("*.md")}
    assert pages == set(re.findall(r"\(algorithms/(\w+\.md)\)", chapter))


def test_intel_macs_are_served_without_llvmlite() -> None:
    text = (ROOT / "requirements/core.txt").read_text("utf-8")
    for platform in PLATFORMS:
        names = {
            line.partition("==")[0] for line in applicable(text, environment(platform, "3.11"))
        }
        assert ("llvmlite" in names) is (platform != "macOS x86_64")
        assert {"numpy", "scipy", "sympy"} <= names


def test_the_page_on_the_house_names_every_room_and_module() -> None:
    """A newcomer finds every part where the page says it is, and nothing else is promised.

    A module that begins like a named one, as `arm_motors.py` does, belongs to it.
    """
    page = (ROOT / "docs/house.md").read_text("utf-8")
    table = page[page.index("| room |") : page.index("Data flows")]
    named = set(re.findall(r"`(\w+(?:/|\.py))`", table))
    there = {path.name for path in SOURCE.glob("[!_]*.py")}
    there |= {f"{path.parent.name}/" for path in SOURCE.glob("[!_]*/*.py")}
    stems = {name.removesuffix(".py") for name in named}
    assert {x for x in there - named if x.partition("_")[0] not in stems} == set()
    assert named - there <= {"library/", "language/"}
