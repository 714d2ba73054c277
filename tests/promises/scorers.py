"""Scorers who keep saving while the server is killed and restarted, or loses its database."""

import http.client
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.clients import PATIENCE, Browser
from tests.reading import Page
from tests.servers import Server
from tests.table import Table

NO_ANSWER = (OSError, http.client.HTTPException)


@dataclass
class PatientBrowser(Browser):
    """A browser that asks again if no answer came, or if the server was too busy."""

    unanswered: int = 0
    refused: int = 0

    def request(self, *asked: Any, **options: Any) -> Page:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                page = super().request(*asked, **options)
            except ConnectionRefusedError:
                time.sleep(0.02)
            except NO_ANSWER:
                self.unanswered += 1
            else:
                if page.status != 503:
                    return page
                self.refused += 1
                time.sleep(0.1)
        raise AssertionError("the server did not come back")


@dataclass
class Scorer:
    """A client that saves again and again, and what was acknowledged."""

    browser: PatientBrowser
    match: str
    enough: threading.Event
    acknowledged: list[dict[str, object]] = field(default_factory=list)

    @classmethod
    def at(cls, port: int, enough: threading.Event) -> "Scorer":
        browser = PatientBrowser(port)
        return cls(browser, browser.start_match(), enough)

    def write_hands(self) -> None:
        """Write hands that differ from one another, until it is enough."""
        table = Table(self.browser, self.match)
        while not self.enough.is_set():
            number = len(self.acknowledged)
            # Nobody can make these bids.
            bids = [6 + number // 8**seat % 8 for seat in range(4)]
            table.play(tuple(bids), 6, 7)
            piles = {"Gold": 6, "Blue": 7}
            self.acknowledged.append({"bids": bids, "tricks": [None] * 4, "piles": piles})

    def start_matches(self) -> None:
        while not self.enough.is_set():
            names = ("Ann", f"Ben {len(self.acknowledged)}")
            Table(self.browser).start("two-player", player_0=names[0], player_1=names[1])
            self.acknowledged.append({"players": list(names)})

    @property
    def stored(self) -> list[dict[str, object]]:
        return self.browser.hands(self.match)


@contextmanager
def working(works: Sequence[Callable[[], None]], enough: threading.Event) -> Iterator[None]:
    """Let all work at the same time, until the end of the block."""
    with ThreadPoolExecutor(len(works)) as pool:
        running = [pool.submit(work) for work in works]
        try:
            yield
        finally:
            enough.set()
    for one in running:
        one.result()


def wait_for_another(scorers: Sequence[Scorer]) -> None:
    """Wait until each has saved again."""
    before = [len(scorer.acknowledged) for scorer in scorers]
    deadline = time.monotonic() + PATIENCE
    while any(len(one.acknowledged) == were for one, were in zip(scorers, before, strict=True)):
        assert time.monotonic() < deadline, "not all save"
        time.sleep(0.001)


def end_again_and_again(
    server: Server, ends: Iterable[signal.Signals]
) -> tuple[list[Scorer], list[int]]:
    """Let two write hands and one start matches, while signals end the server, which restarts.

    Return all three, and how the server ended each time.
    """
    enough, chance, statuses = threading.Event(), Random(1), []
    first, second, third = scorers = [Scorer.at(server.port, enough) for _ in range(3)]
    with working((first.write_hands, second.write_hands, third.start_matches), enough):
        for end in ends:
            wait_for_another(scorers)
            time.sleep(chance.uniform(0, 0.05))
            statuses.append(server.stop(end))
            server.start()
    return scorers, statuses
