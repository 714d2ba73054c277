"""Several workers lose nothing and never wait a long time, whatever PostgreSQL does."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.effort import THOROUGH
from tests.hosting.hosts import gunicorn, hosting, upgraded
from tests.postgres import Server as PostgreSQL, running_server
from tests.promises.scorers import Scorer, wait_for_another, working
from tests.servers import Server

TROUBLES: dict[str, Callable[[PostgreSQL], AbstractContextManager[None]]] = {
    "killed": PostgreSQL.killed,
    "restarted": PostgreSQL.restarted,
    "cut off": PostgreSQL.cut_off,
}
TABLES = 6 if THOROUGH else 3
SECONDS = 10.0 if THOROUGH else 1.0
ROUNDS = 5 if THOROUGH else 1
NOTICED = {"killed", "cut off"}
"""Those that are not over before anybody asks."""


@pytest.fixture(scope="module")
def database() -> Iterator[PostgreSQL]:
    with running_server() as running:
        yield running


@pytest.fixture(scope="module")
def workers(
    database: PostgreSQL, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, int]]:
    """Two workers of gunicorn on it, and their port."""
    data: Path = tmp_path_factory.mktemp("workers") / "data"
    url = database.url(database.create())
    upgraded(data, url)
    with hosting(gunicorn("--workers=2"), data, SCOREKEEPER_DATABASE_URL=url) as served:
        yield served


@pytest.mark.parametrize("trouble", TROUBLES if THOROUGH else ("killed", "cut off"))
def test_concurrent_scorers_lose_nothing(
    workers: tuple[Server, int], database: PostgreSQL, trouble: str
) -> None:
    server, port = workers
    enough = threading.Event()
    tables = [Scorer.at(port, enough) for _ in range(TABLES)]

    with working([table.write_hands for table in tables], enough):
        for _ in range(ROUNDS):
            wait_for_another(tables)
            with TROUBLES[trouble](database):
                time.sleep(SECONDS)
        wait_for_another(tables)

    assert [table.stored for table in tables] == [table.acknowledged for table in tables]
    assert sum(table.browser.refused for table in tables) > 0 or trouble not in NOTICED
    assert [table.browser.unanswered for table in tables] == [0] * TABLES
    assert "Traceback" not in server.printed
