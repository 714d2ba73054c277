import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from flask import Flask
from werkzeug.test import Client

from scorekeeper import wsgi
from scorekeeper.book.db.errors import StorageError
from scorekeeper.book.maintenance.schema import HEAD
from tests.book.release_fixture import OLDEST
from tests.servers import PATIENCE, environment, run

NOT_READY = "The scorebook is not ready. See the server log.\n"

ASK = """
import os, sys
from werkzeug.test import Client
from scorekeeper.wsgi import app
print(os.path.exists(os.environ["SCOREKEEPER_DATA"]))
sys.stdout.flush()
client = Client(app)
alive, answer = client.get("/healthz"), client.get("/readyz")
print(alive.status_code, answer.status_code, answer.text, end="")
"""


def ask_app(data: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Import the app in its own process, and request /healthz and /readyz."""
    return subprocess.run(
        [sys.executable, "-c", ASK],
        env=environment(data, **settings),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_first_request_asks_for_an_upgrade(tmp_path: Path) -> None:
    answered = ask_app(tmp_path / "data")

    assert answered.stdout == f"False\n200 503 {NOT_READY}"
    assert answered.stderr.endswith(
        f": not ready: There is no scorebook at {tmp_path}/data/scorebook.sqlite yet. Create"
        " it with `scorekeeper upgrade`.\n"
    )
    assert not (tmp_path / "data" / "scorebook.sqlite").exists()


def test_wsgi_answers_after_an_upgrade(tmp_path: Path) -> None:
    data = tmp_path / "data"
    upgraded = run(data, "upgrade")
    answered = ask_app(data)

    assert upgraded.stdout.endswith(f"/data/scorebook.sqlite is ready (database version {HEAD}).\n")
    assert (answered.stdout, answered.stderr) == ("True\n200 200 Ready.\n", "")
    assert (data / "scorebook.sqlite").stat().st_mode & 0o777 == 0o600


def test_an_older_scorebook_is_not_upgraded_by_requests(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(OLDEST, data / "scorebook.sqlite")
    before = (data / "scorebook.sqlite").read_bytes()

    refused = ask_app(data)

    assert refused.stdout == f"True\n200 503 {NOT_READY}"
    assert "is from an older version (database version 0015" in refused.stderr
    assert (data / "scorebook.sqlite").read_bytes() == before
    assert run(data, "upgrade").returncode == 0
    assert ask_app(data).stdout == "True\n200 200 Ready.\n"


def test_livez_answers_during_preparation(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = Event(), Event()

    def slow() -> Flask:
        begun.set()
        go_on.wait(PATIENCE)
        raise StorageError("it is gone")

    monkeypatch.setattr(wsgi, "prepare_app", slow)
    client = Client(wsgi.LazyApp())
    with ThreadPoolExecutor() as others:
        first = others.submit(client.get, "/")
        begun.wait(PATIENCE)
        alive = client.get("/healthz").status_code
        waited = first.running()
        go_on.set()

    assert (alive, waited, first.result().status_code) == (200, True, 503)


def test_unusable_settings_are_explained(tmp_path: Path) -> None:
    answered = ask_app(tmp_path, SCOREKEEPER_TRUSTED_PROXIES="many")

    assert answered.stdout == f"True\n200 503 {NOT_READY}"
    assert answered.stderr.startswith("not ready: SCOREKEEPER_TRUSTED_PROXIES is 'many'")
    assert answered.stderr.count("\n") == 1
