"""Spectators cost nothing: many phones can follow a match without slowing down the scorer."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Event

import pytest

from scorekeeper.book.db.database import Database
from tests.book.scorers import Phone
from tests.clients import BIDS, PATIENCE, TRICKS, Browser
from tests.reading import Page
from tests.servers import ON_THIS_MACHINE, Server, serving
from tests.table import Table

WATCHERS = 20
HANDS = 6
POLLS = 40
"""How often a minute a device may find nothing new in these tests."""


class Watcher:
    """A phone that asks if the match is as it knows it, over one connection that stays open."""

    def __init__(self, port: int, secret: str, match: str) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.connection.connect()
        # Where the server closes it, the test fails.
        self.connection.auto_open = 0
        self.browser = Browser(port, cookies={"scorekeeper_device": secret})
        self.match = match
        self.tag = '"none"'
        self.version = ""
        self.statuses: list[int] = []

    def poll(self) -> int:
        headers = {**self.browser.headers(), "If-None-Match": self.tag}
        self.connection.request("GET", self.match, headers=headers)
        answer = self.connection.getresponse()
        page = Page(self.match, answer.status, answer.getheaders(), answer.read())
        self.browser.keep(page)
        if page.status == 200:
            self.tag, self.version = page.headers["ETag"], version(page)
        self.statuses.append(page.status)
        return page.status

    def watch(self, enough: Event) -> None:
        """Ask until it is enough, oftener than pages do so that no test takes minutes."""
        while not enough.wait(0.2):
            self.poll()


@pytest.fixture
def server(data: Path) -> Iterator[Server]:
    """A server that counts how often nothing new is found, as all do."""
    with serving(
        Server(data, *ON_THIS_MACHINE, SCOREKEEPER_RATE_LIMITS=f"polls={POLLS}")
    ) as running:
        yield running


@contextmanager
def watching(server: Server, scorer: Browser, match: str, count: int) -> Iterator[list[Watcher]]:
    with closing(Database(server.database or f"sqlite:///{server.scorebook}")) as database:
        owner = Phone(database, scorer.cookies["scorekeeper_device"])
        right = owner.right("spectator", match.rpartition("/")[2])
        secrets = [Phone(database).gain(right) for _ in range(count)]
    with ExitStack() as open_connections:
        watchers = [Watcher(server.port, secret, match) for secret in secrets]
        for watcher in watchers:
            open_connections.enter_context(closing(watcher.connection))
        yield watchers


def version(page: Page) -> str:
    [followed] = page.root.having("data-live")
    return str(followed.attributes["data-version"])


def saved(scorer: Browser, match: str) -> Sequence[int]:
    table = Table(scorer, match)
    return [table.send("bids", "", **BIDS).status, table.send("tricks", "", **TRICKS).status]


def test_a_hand_reaches_every_spectator_without_waiting(server: Server) -> None:
    scorer, enough = server.browser(), Event()
    match = scorer.start_match()
    with watching(server, scorer, match, WATCHERS) as watchers:
        with ThreadPoolExecutor(WATCHERS) as pool:
            followed = [pool.submit(watcher.watch, enough) for watcher in watchers]
            try:
                statuses = [saved(scorer, match) for _ in range(HANDS)]
            finally:
                enough.set()
            for one in followed:
                one.result()
        last = [(watcher.poll(), watcher.poll())[1] for watcher in watchers]

    assert statuses == [[303, 303]] * HANDS
    assert {status for watcher in watchers for status in watcher.statuses} == {200, 304}
    assert last == [304] * WATCHERS
    assert {watcher.version for watcher in watchers} == {version(scorer.open(match))}
    assert len(scorer.hands(match)) == HANDS


def test_only_the_client_that_polls_too_often_is_refused(server: Server) -> None:
    scorer = server.browser()
    match = scorer.start_match()
    with watching(server, scorer, match, 2) as (hasty, calm):
        statuses = [hasty.poll() for _ in range(1 + POLLS + 3)]
        beside = [calm.poll(), calm.poll()]

    assert statuses == [200] + [304] * POLLS + [429] * 3
    assert beside == [200, 304]
    assert saved(scorer, match) == [303, 303]


@pytest.mark.parametrize("name", ["sqlite", "gunicorn"])
def test_every_change_is_seen_at_the_next_poll(request: pytest.FixtureRequest, name: str) -> None:
    server: Server = request.getfixturevalue(f"{name}_server")
    scorer = server.browser()
    match = scorer.start_match()
    with watching(server, scorer, match, 3) as watchers:
        unchanged = [[watcher.poll() for watcher in watchers] for _ in range(4)]
        saved(scorer, match)
        changed = [[watcher.poll() for watcher in watchers] for _ in range(4)]
        scorer.send(scorer.open(f"{match}/share").forms_to("/removal")[0])
        after_removal = sorted(watcher.poll() for watcher in watchers)
        scorer.send(scorer.open(match).form("/deletion"))
        tags = {"If-None-Match": watchers[0].tag}
        after_deletion = [watcher.browser.open(match, tags) for watcher in watchers]

    assert unchanged == changed == [[200] * 3] + [[304] * 3] * 3
    assert after_removal == [304, 304, 404]
    assert sorted(page.status for page in after_deletion) == [200, 200, 404]
    assert [page for page in after_deletion if page.root.having("data-live")] == []
