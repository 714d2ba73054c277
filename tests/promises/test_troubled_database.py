"""Several workers lose nothing and never wait a long time, whatever PostgreSQL does."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.clients import PATIENCE, TRICKS, Browser, hands_in
from tests.effort import THOROUGH
from tests.hosting.hosts import gunicorn, hosting, upgraded
from tests.postgres import Server as PostgreSQL, running_server
from tests.promises.scorers import bids_of
from tests.reading import Form, Page
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


@dataclass
class Table:
    """A table that writes hands; a refused form is sent again unchanged."""

    browser: Browser
    match: str
    enough: threading.Event
    hands: list[dict[str, object]] = field(default_factory=list)
    refused: int = 0

    def write(self) -> None:
        """Write hands that differ from one another, until it is enough."""
        while not self.enough.is_set():
            bids = bids_of(len(self.hands))
            self._save(self._open(self.match).form("/bids").filled(**bids))
            self._save(self._open(f"{self.match}?by=side").form("/tricks").filled(**TRICKS))
            told = [int(bid) for bid in bids.values()]
            piles = {"Gold": 6, "Blue": 7}
            self.hands.append({"bids": told, "tricks": [None] * 4, "piles": piles})

    def kept(self) -> list[dict[str, object]]:
        """Return the hands that are kept, as soon as the worker that is asked finds the server."""
        return hands_in(self._open(f"{self.match}/file"))

    def _open(self, path: str) -> Page:
        return self._until(200, lambda: self.browser.open(path))

    def _save(self, form: Form) -> None:
        self._until(303, lambda: self.browser.send(form))

    def _until(self, status: int, ask: Callable[[], Page]) -> Page:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            answer = ask()
            if answer.status == status:
                return answer
            assert answer.status == 503, answer.text
            self.refused += 1
            time.sleep(0.1)
        raise AssertionError("the database was not found again")


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
    browsers = [Browser(port) for _ in range(TABLES)]
    tables = [Table(browser, browser.start_match(), enough) for browser in browsers]

    with ThreadPoolExecutor(TABLES) as pool:
        writing = [pool.submit(table.write) for table in tables]
        try:
            for _ in range(ROUNDS):
                wait_for_a_hand_of_each(tables)
                with TROUBLES[trouble](database):
                    time.sleep(SECONDS)
            wait_for_a_hand_of_each(tables)
        finally:
            enough.set()
    for written in writing:
        written.result()

    assert [table.kept() for table in tables] == [table.hands for table in tables]
    assert sum(table.refused for table in tables) > 0 or trouble not in NOTICED
    assert "Traceback" not in server.printed


def wait_for_a_hand_of_each(tables: list[Table]) -> None:
    """Wait until each has written one more."""
    before = [len(table.hands) for table in tables]
    deadline = time.monotonic() + PATIENCE
    while any(len(one.hands) == were for one, were in zip(tables, before, strict=True)):
        assert time.monotonic() < deadline, "not all tables write"
        time.sleep(0.01)
