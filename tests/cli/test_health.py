import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.cli.health import check_health
from scorekeeper.config import Config
from scorekeeper.wsgi import RETRY_SECONDS
from tests.hosting.hosts import gunicorn, hosting, upgraded
from tests.servers import run


def test_health_finds_the_server_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "data"
    config = Config.from_environment({"SCOREKEEPER_DATA": str(data), "SCOREKEEPER_HOSTED": "1"})
    monkeypatch.setenv("SCRIPT_NAME", "/cards")
    before = run(data, "health")
    with hosting(gunicorn("--workers=1"), data):
        unprepared = check_health(config)
        assert run(data, "upgrade").returncode == 0
        time.sleep(RETRY_SECONDS)
        well = check_health(config)

    sentence = f"Error: No server is running for the data folder {data}.\n"
    assert (before.returncode, before.stdout, before.stderr) == (1, "", sentence)
    assert unprepared == (
        False,
        "The scorebook is not ready. See the server log.\nThe database doesn't respond.",
    )
    assert well[0]


def test_health_finds_a_server_at_a_unix_socket(tmp_path_factory: pytest.TempPathFactory) -> None:
    # Its path may have about a hundred characters.
    folder = tmp_path_factory.mktemp("s")
    data, path = folder / "data", folder / "socket"
    upgraded(data)
    config = Config.from_environment({"SCOREKEEPER_DATA": str(data), "SCOREKEEPER_HOSTED": "1"})

    def command(port: int) -> list[str]:
        at_port = gunicorn()(port)
        return [*at_port[:-1], f"--bind=unix:{path}", at_port[-1]]

    with hosting(command, data) as (server, _):
        assert f"unix:{path}" in (data / "address").read_text()
        assert check_health(config) == (True, "Ready.")
        server.kill()
    result = check_health(config)

    assert result == (False, f"No server is running for the data folder {data}.")


def test_health_fails_after_a_failed_upgrade(tmp_path: Path) -> None:
    data = tmp_path / "data"
    config = Config.from_environment({"SCOREKEEPER_DATA": str(data), "SCOREKEEPER_HOSTED": "1"})
    with closing(sqlite3.connect(data / "scorebook.sqlite")) as other:
        other.execute("CREATE TABLE shopping (what)")
    with hosting(gunicorn("--workers=1"), data):
        assert run(data, "upgrade").returncode == 1
        assert not check_health(config)[0]
