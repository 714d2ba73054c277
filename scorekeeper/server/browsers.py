"""The browser of the server's computer: whether there is one, and opening a page in it."""

import os
import sys
import threading
import webbrowser
from collections.abc import Mapping


def is_available(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether the command was started in a terminal on a computer with a screen."""
    if not sys.stdout.isatty() or "SSH_CONNECTION" in environment:
        return False
    # systemd sets this to the process id of its own services; terminals may inherit other values.
    if environment.get("SYSTEMD_EXEC_PID") == str(os.getpid()):
        return False
    has_screen = any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return has_screen or platform in ("darwin", "win32")


def open_page(address: str) -> None:
    """Open a page without waiting for the browser; the address is printed in any case."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
