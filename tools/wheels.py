"""Shows that every pin has a wheel on every platform: downloads them all, hashes checked.

pip evaluates markers for the interpreter it runs on, so they are evaluated here for the target
first, and pip gets the lines that apply there.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from packaging.markers import Marker

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
# name: (wheel tags, sys_platform, platform_machine, platform_system, os_name)
LINUX = ("manylinux_2_28", "manylinux_2_27", "manylinux_2_17", "manylinux2014")
PLATFORMS = {
    "Linux x86_64": ([f"{tag}_x86_64" for tag in LINUX], "linux", "x86_64", "Linux", "posix"),
    "Linux aarch64": ([f"{tag}_aarch64" for tag in LINUX], "linux", "aarch64", "Linux", "posix"),
    "macOS arm64": (["macosx_12_0_arm64"], "darwin", "arm64", "Darwin", "posix"),
    "macOS x86_64": (["macosx_12_0_x86_64"], "darwin", "x86_64", "Darwin", "posix"),
    "Windows": (["win_amd64"], "win32", "AMD64", "Windows", "nt"),
}


def environment(platform: str, python: str) -> dict[str, str]:
    _, sys_platform, machine, system, os_name = PLATFORMS[platform]
    return {
        "sys_platform": sys_platform,
        "platform_machine": machine,
        "platform_system": system,
        "os_name": os_name,
        "python_version": python,
        "python_full_version": f"{python}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }


def applicable(text: str, target: dict[str, str]) -> list[str]:
    """The requirements of a pip file, without markers, that hold for the target."""
    kept = []
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        pin, *hashes = line.split(" --hash=")
        name, _, marker = pin.partition(";")
        if name.strip() and (not marker or Marker(marker.strip()).evaluate(target)):
            kept.append(" --hash=".join([name.strip(), *map(str.strip, hashes)]))
    return kept


def download(lines: list[str], platform: str, python: str, folder: Path) -> str:
    """Downloads the wheels; returns pip's complaint, empty when there is none."""
    wanted = folder / "wanted.txt"
    wanted.write_text("\n".join(lines), "utf-8")
    command = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "--require-hashes"]
    command += ["--only-binary", ":all:", "--python-version", python, "--implementation", "cp"]
    command += [part for tag in PLATFORMS[platform][0] for part in ("--platform", tag)]
    command += ["--dest", str(folder), "-r", str(wanted)]
    return subprocess.run(command, check=False, capture_output=True, text=True).stderr.strip()


def shown(platform: str, python: str, texts: list[str]) -> bool:
    lines = [line for text in texts for line in applicable(text, environment(platform, python))]
    with tempfile.TemporaryDirectory() as name:
        complaint = download(lines, platform, python, Path(name))
        sizes = [wheel.stat().st_size for wheel in Path(name).glob("*.whl")]
    good = not complaint and len(sizes) == len(lines)
    row = f"{platform:<14} Python {python}  {len(sizes):>3} of {len(lines)} wheels"
    print(f"{row} {sum(sizes) / 1e6:>6.0f} MB  {'yes' if good else 'NO'}", flush=True)
    if complaint:
        print(complaint)
    return good


def main(files: list[str]) -> int:
    texts = [Path(name).read_text("utf-8") for name in files]
    print("wheels for", ", ".join(files))
    results = [shown(platform, python, texts) for platform in PLATFORMS for python in PYTHONS]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
