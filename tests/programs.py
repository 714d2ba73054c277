"""The programs that tests need; as a command, it prints the missing Debian packages."""

import os
import shutil
from collections.abc import Sequence
from ctypes.util import find_library
from pathlib import Path

ROOT = Path(__file__).parents[1]
NEEDED = {
    "tests/browser": {
        **{"atomic": "libatomic1", "chromium": "chromium", "firefox-esr": "firefox-esr"},
        **{"WebKitWebDriver": "webkit2gtk-driver", "xvfb-run": "xvfb", "xauth": "xauth"},
        **{"caddy": "caddy", "openssl": "openssl"},
        **{"pdftoppm": "poppler-utils", "zbarimg": "zbar-tools"},
    },
    "tests/hosting": {
        **{"nginx": "nginx", "caddy": "caddy", "openssl": "openssl", "systemd-analyze": "systemd"},
    },
    "tests/test_benchmarks.py": {"nginx": "nginx"},
}
"""Debian's packages by program; Playwright needs the library atomic."""
FOLDERS = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"


def find_missing(paths: Sequence[str] = ("tests",)) -> list[str]:
    """Return the missing packages that the tests at these paths need."""
    chosen = [(ROOT / path.partition("::")[0]).resolve() for path in paths]
    needed = {}
    for place, packages in NEEDED.items():
        if any(
            ROOT / place in (one, *one.parents) or one in (ROOT / place).parents for one in chosen
        ):
            needed.update(packages)
    return [
        needed[name]
        for name in needed
        if not (shutil.which(name, path=FOLDERS) or find_library(name))
    ]


if __name__ == "__main__":
    print(*find_missing())
