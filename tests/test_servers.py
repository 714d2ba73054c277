"""Starting a server fails with a reason and never waits forever."""

import sys
from pathlib import Path

import pytest

from tests.servers import ON_THIS_MACHINE, Server, serving

SLEEPS = (sys.executable, "-c", "import time; print('still at it', flush=True); time.sleep(60)")


def test_a_server_that_exits_at_start_is_explained(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", *ON_THIS_MACHINE, SCOREKEEPER_TRUSTED_PROXIES="many")

    with (
        pytest.raises(AssertionError, match="SCOREKEEPER_TRUSTED_PROXIES is 'many'"),
        serving(server),
    ):
        pass


def test_a_hanging_server_is_killed_and_explained(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", command=SLEEPS, patience=0.5)

    with pytest.raises(AssertionError, match="still at it"), serving(server):
        pass

    assert server.running.returncode == -9
