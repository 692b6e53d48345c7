"""A headless Chromium, driven through a pipe by the DevTools protocol: standard library only."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--hide-scrollbars", "--remote-debugging-pipe"),
)
PATIENCE = 60.0  # s
Message = dict[str, Any]


def installed() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Chromium:
    """One page; `events` are all that it told."""

    def __init__(self, profile: Path, size: tuple[int, int] = (1400, 1000)) -> None:
        to_read, self._out = os.pipe()
        self._in, to_write = os.pipe()
        program = installed()
        assert program is not None
        window = f"--window-size={size[0]},{size[1]}"
        arguments = [program, *FLAGS, window, f"--user-data-dir={profile}", "about:blank"]

        def wire() -> None:
            spare = [os.dup(to_read), os.dup(to_write)]
            os.dup2(spare[0], 3)
            os.dup2(spare[1], 4)

        self._process = subprocess.Popen(
            arguments,
            pass_fds=(3, 4, to_read, to_write),
            preexec_fn=wire,  # noqa: PLW1509 - the browser reads descriptor 3 and writes 4
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        os.set_blocking(self._in, False)
        self.events: list[Message] = []
        self._buffer, self._count, self._session = b"", 0, ""
        page = next(x for x in self.ask("Target.getTargets")["targetInfos"] if x["type"] == "page")
        attached = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")

    def __enter__(self) -> Chromium:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
        os.close(self._out)
        os.close(self._in)

    def ask(self, method: str, **parameters: Any) -> Message:
        self._count += 1
        asked: Message = {"id": self._count, "method": method, "params": parameters}
        if self._session:
            asked["sessionId"] = self._session
        os.write(self._out, json.dumps(asked).encode() + b"\0")
        number = self._count
        while True:
            told = self._next()
            if told.get("id") == number:
                assert "error" not in told, told
                result: Message = told["result"]
                return result
            self.events.append(told)

    def _next(self) -> Message:
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._buffer:
            assert time.monotonic() < end, "the browser does not answer"
            try:
                self._buffer += os.read(self._in, 1 << 20)
            except BlockingIOError:
                time.sleep(0.005)
        text, _, self._buffer = self._buffer.partition(b"\0")
        told: Message = json.loads(text)
        return told

    def open(self, path: Path) -> None:
        self.ask("Page.navigate", url=path.resolve().as_uri())
        self.until("document.readyState === 'complete'")

    def value(self, expression: str) -> Any:
        """Of an expression in the page; promises are awaited."""
        found = self.ask(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def until(self, expression: str) -> None:
        end = time.monotonic() + PATIENCE
        while not self.value(expression):
            assert time.monotonic() < end, f"never true: {expression}"
            time.sleep(0.02)

    def of(self, method: str) -> list[Mapping[str, Any]]:
        """What the page told of one kind of event."""
        return [x["params"] for x in self.events if x.get("method") == method]
