"""docs/pictures/report*.png: the report of the demo, as Chromium shows it."""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path

import erfd
from tests.judge.chromium import Chromium

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
WIDE, HIGH = 1400, 1060


def report(folder: Path) -> Path:
    arm = erfd.load("rl15")
    program = erfd.parse(ROOT / "examples" / "lola15.irl")
    return erfd.verify(erfd.plan(program, arm), arm, replan=program).save(folder / "report.html")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Chromium(Path(folder), (WIDE, HIGH)) as page:
        page.ask(
            "Emulation.setDeviceMetricsOverride",
            width=WIDE, height=HIGH, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip
        page.open(report(Path(folder)))
        page.value("seek(4.443)")
        shot(page, "report", "window.scrollTo(0, 0)")
        dark = [{"name": "prefers-color-scheme", "value": "dark"}]
        page.ask("Emulation.setEmulatedMedia", features=dark)
        shot(page, "report-plots", "document.getElementById('moves-section').scrollIntoView()")


def shot(page: Chromium, name: str, before: str) -> None:
    page.value(before)
    page.value("new Promise((done) => setTimeout(done, 800))")
    data = page.ask("Page.captureScreenshot", format="png")["data"]
    (PICTURES / f"{name}.png").write_bytes(base64.b64decode(data))


if __name__ == "__main__":
    main()
