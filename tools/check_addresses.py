"""No file of the project names a package registry: which one to use is the reader's own setting."""

import re
import subprocess
import sys
from pathlib import Path

# Single letters in brackets keep this file itself clean.
HOSTS = re.compile(
    r"py[p]i\.(org|io)|python[h]osted\.|registry\.(npm[j]s|yarn[p]kg)\.|deb\.[d]ebian\.|"
    r"[a]rchive\.ubuntu\.|crates\.[i]o|anaconda\.[o]rg",
    re.IGNORECASE,
)
SOURCES = re.compile(r"://|--find-links|--(extra-)?index-url|^\s*-[fi]\b")


def faults(name: str, text: str) -> list[str]:
    patterns = [HOSTS, SOURCES] if name.startswith("requirements/") else [HOSTS]
    return [
        f"{name}:{number}: {line.strip()}"
        for number, line in enumerate(text.splitlines(), 1)
        if any(pattern.search(line) for pattern in patterns)
    ]


def project_files() -> list[str]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return sorted(name for name in names.split("\0") if name and Path(name).is_file())


def main() -> int:
    found = [
        fault
        for name in project_files()
        for fault in faults(name, Path(name).read_text("utf-8", errors="replace"))
    ]
    print("\n".join(found) or "no registry address in any file")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
