"""The programs that tests need; as a command, it prints the missing Debian packages."""

import os
import shutil
from collections.abc import Sequence
from ctypes.util import find_library
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHROMIUM = {"atomic": "libatomic1", "chromium": "chromium"}
NEEDED = {
    "tests/browser": {
        **CHROMIUM,
        **{"firefox-esr": "firefox-esr", "WebKitWebDriver": "webkit2gtk-driver"},
        **{"xvfb-run": "xvfb", "xauth": "xauth", "caddy": "caddy", "openssl": "openssl"},
        **{"pdftoppm": "poppler-utils", "zbarimg": "zbar-tools"},
    },
    "tests/hosting": {
        **{"nginx": "nginx", "caddy": "caddy", "openssl": "openssl", "systemd-analyze": "systemd"},
    },
    "tests/test_benchmarks.py": {"nginx": "nginx"},
    "tests/browser/test_two_phones.py": CHROMIUM,
    "tests/browser/test_without_javascript.py": CHROMIUM,
    "tests/browser/offline/test_whole_match.py": CHROMIUM,
    "tests/test_release.py": {"bash": "bash", "git": "git"},
}
"""Debian's packages by program, for the tests below a path; the longest path counts.

Playwright needs the library atomic.
"""
FOLDERS = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"


def find_missing(paths: Sequence[str] = ("tests",)) -> list[str]:
    """Return the missing packages that the tests at these paths need."""
    needed = {}
    for path in paths:
        chosen = (ROOT / path.partition("::")[0]).resolve()
        around = [place for place in NEEDED if ROOT / place in (chosen, *chosen.parents)]
        below = [place for place in NEEDED if chosen in (ROOT / place).parents]
        for place in (*sorted(around, key=len)[-1:], *below):
            needed.update(NEEDED[place])
    return [
        needed[name]
        for name in needed
        if not (shutil.which(name, path=FOLDERS) or find_library(name))
    ]


if __name__ == "__main__":
    print(*find_missing())
