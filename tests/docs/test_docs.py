"""Every code block of the README and of docs/ does what the page says."""

from pathlib import Path

import pytest

from tests.docs.blocks import blocks, matches, run

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]


@pytest.mark.parametrize("name", NAMES)
def test_page(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run(ROOT / name, name)


def test_the_pages_are_found_with_their_blocks() -> None:
    assert len(NAMES) >= 4
    found = [block for name in NAMES for block in blocks(name, (ROOT / name).read_text("utf-8"))]
    assert sum(block.language in {"python", "console"} for block in found) >= 4


@pytest.mark.parametrize(
    ("page", "complaint"),
    [
        ("```python\n1 / 0\n```", "division by zero"),
        ("```console\n$ exit 3\n```", "page.md:2: \\$ exit 3"),
        ("```console\n$ echo one\ntwo\n```", "but it printed\none"),
        ("```console\necho one\n```", "starts with"),
        ("```toml\na = \n```", "Invalid value"),
        ("```\nno language\n```", "'' is not one of"),
        ("```pyhton\n```", "'pyhton' is not one of"),
        ("```python\npass\n", "never closed"),
    ],
)
def test_a_wrong_page_fails(
    page: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.md").write_text(page, "utf-8")
    with pytest.raises(Exception, match=complaint):
        run(tmp_path / "page.md", "page.md")


def test_blocks_of_a_page_share_names_and_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = (
        "```python\nfrom pathlib import Path\nPath('a.txt').write_text('hello')\n```\n"
        "- indented\n\n  ```console\n  $ cat \\\n    a.txt\n  hello\n  ```\n"
        "```python\nPath('a.txt').unlink()\n```\n```text\nnot run\n```\n"
    )
    (tmp_path / "page.md").write_text(page, "utf-8")
    assert run(tmp_path / "page.md", "page.md") == 3


@pytest.mark.parametrize(
    ("expected", "output", "same"),
    [
        ("a\nb\n", "a\nb  \n\n", True),
        ("a\n", "a\nb\n", False),
        ("a\n...\nd\n", "a\nb\nc\nd\n", True),
        ("a\n...\n", "a\n", True),
        ("mass ... kg\n", "mass 12.5 kg\n", True),
        ("mass ... kg\n", "mass 12\n.5 kg\n", False),
    ],
)
def test_output_is_compared(expected: str, output: str, same: bool) -> None:
    assert matches(expected, output) is same
