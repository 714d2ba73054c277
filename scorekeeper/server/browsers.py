"""The browser of the computer that serves: whether there is one, and opening a page in it."""

import os
import sys
import threading
import webbrowser
from collections.abc import Mapping


def is_available(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether somebody sits before a screen of this computer and has started the command."""
    if not sys.stdout.isatty() or "SSH_CONNECTION" in environment:
        return False
    # What systemd starts itself has its own number in there; a terminal may only hand it on.
    if environment.get("SYSTEMD_EXEC_PID") == str(os.getpid()):
        return False
    has_screen = any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return has_screen or platform in ("darwin", "win32")


def open_page(address: str) -> None:
    """Open a page without waiting for the browser; where it does not open, its address is said."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
