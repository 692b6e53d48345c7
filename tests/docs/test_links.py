"""Every relative link of the pages leads to a file, and to a heading where it names one."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCED = re.compile(r"^( *)(```|~~~).*?^\1\2", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
OUTSIDE = re.compile(r"[a-z]+:")


def links(text: str) -> list[str]:
    return [x for x in LINK.findall(FENCED.sub("", text)) if not OUTSIDE.match(x)]


def anchors(text: str) -> set[str]:
    """The names that hosting sites give to headings."""
    heads = re.findall(r"^#+ (.*)$", FENCED.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


def broken(page: Path) -> list[str]:
    text = page.read_text("utf-8")
    found = []
    for link in links(text):
        name, _, heading = unquote(link).partition("#")
        target = page.parent / name if name else page
        heads = anchors(target.read_text("utf-8")) if heading and target.is_file() else set()
        if not target.exists() or (heading and heading not in heads):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    assert broken(page) == []


def test_the_readme_has_links() -> None:
    assert len(links((ROOT / "README.md").read_text("utf-8"))) >= 8


def test_broken_links_are_found(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text(
        "# One head\n[a](a.md) [b](b.md) [c](#one-head) [d](a.md#two) [e](https://x.y)\n"
        "```text\n[f](f.md)\n```\n![g](g.svg)\n",
        "utf-8",
    )
    assert broken(page) == ["b.md", "a.md#two", "g.svg"]
