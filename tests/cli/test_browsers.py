import os
import sys
import threading
import webbrowser
from collections.abc import Mapping

import pytest

from scorekeeper.server import server

OWN = str(os.getpid())


@pytest.mark.parametrize(
    ("environment", "platform", "terminal", "expected"),
    [
        pytest.param({"DISPLAY": ":0"}, "linux", True, True, id="a screen"),
        pytest.param({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True, True, id="Wayland"),
        pytest.param({}, "darwin", True, True, id="a Mac"),
        pytest.param({}, "linux", True, False, id="no screen"),
        pytest.param({"DISPLAY": ""}, "linux", True, False, id="an empty screen"),
        pytest.param({"DISPLAY": ":0"}, "linux", False, False, id="nobody at a terminal"),
        pytest.param(
            {"DISPLAY": ":10", "SSH_CONNECTION": "…"}, "linux", True, False, id="from afar"
        ),
        pytest.param(
            {"DISPLAY": ":0", "SYSTEMD_EXEC_PID": OWN}, "linux", True, False, id="by systemd"
        ),
        pytest.param(
            {"DISPLAY": ":0", "SYSTEMD_EXEC_PID": "1"}, "linux", True, True, id="in its terminal"
        ),
    ],
)
def test_a_browser_is_available(
    monkeypatch: pytest.MonkeyPatch,
    environment: Mapping[str, str],
    platform: str,
    terminal: bool,
    expected: bool,
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    assert server.has_browser(environment, platform) is expected


def test_opening_a_page_does_not_wait_for_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    opened, may_end, addresses = threading.Event(), threading.Event(), list[str]()

    def slow(address: str) -> None:
        addresses.append(address)
        opened.set()
        may_end.wait(10)

    monkeypatch.setattr(webbrowser, "open", slow)
    server.open_page("http://localhost:8000/in/X")
    assert opened.wait(10)
    may_end.set()
    assert addresses == ["http://localhost:8000/in/X"]
