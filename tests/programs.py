"""The programs that tests need; as a command, it prints the missing Debian packages."""

import os
import shutil
from collections.abc import Sequence
from ctypes.util import find_library
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = {
    "chromium": "chromium",
    "firefox-esr": "firefox-esr",
    "WebKitWebDriver": "webkit2gtk-driver",
    "xvfb-run": "xvfb",
    "xauth": "xauth",
    "nginx": "nginx",
    "caddy": "caddy",
    "openssl": "openssl",
    "systemd-analyze": "systemd",
}
"""Debian's packages by program; libatomic1 is a library, which Playwright needs."""
NEEDED = {
    "tests/browser": (
        "libatomic1",
        "chromium",
        "firefox-esr",
        "webkit2gtk-driver",
        "xvfb",
        "xauth",
    ),
    "tests/hosting": ("nginx", "caddy", "openssl", "systemd"),
    "tests/test_benchmarks.py": ("nginx",),
}


def find_missing(paths: Sequence[str] = ("tests",)) -> list[str]:
    """Return the missing packages that the tests at these paths need."""
    folders = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
    missing = {PACKAGES[name] for name in PACKAGES if shutil.which(name, path=folders) is None}
    missing |= set() if find_library("atomic") else {"libatomic1"}
    chosen = [(ROOT / path.partition("::")[0]).resolve() for path in paths]
    needed = [
        package
        for place, packages in NEEDED.items()
        if any(
            one.is_relative_to(ROOT / place) or (ROOT / place).is_relative_to(one) for one in chosen
        )
        for package in packages
    ]
    return sorted(missing.intersection(needed))


if __name__ == "__main__":
    print(*find_missing())
