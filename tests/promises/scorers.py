"""Scorers who keep saving while the server is killed and restarted."""

import http.client
import signal
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from random import Random

from tests.clients import PATIENCE, TRICKS, Browser
from tests.reading import Form, Page
from tests.servers import Server
from tests.table import bids_by_seat

NO_ANSWER = (OSError, http.client.HTTPException)


@dataclass
class Scorer:
    """A client that writes hand after hand, and sends a form again if no answer came."""

    browser: Browser
    match: str
    enough: threading.Event
    acknowledged: list[dict[str, object]] = field(default_factory=list)
    unanswered: int = 0

    def write_hands(self) -> None:
        """Write hands that differ from one another, until it is enough."""
        for number in count():
            if self.enough.is_set():
                return
            bids = bids_of(number)
            self._send(self._get(self.match).form("/bids").filled(**bids))
            tricks = self._get(f"{self.match}?by=side").form("/tricks")
            self._send(tricks.filled(**TRICKS))
            self.acknowledged.append(
                {
                    "bids": [int(bid) for bid in bids.values()],
                    "tricks": [None] * 4,
                    "piles": {"Gold": 6, "Blue": 7},
                }
            )

    def start_matches(self) -> None:
        while not self.enough.is_set():
            form = self._get("/matches/new?game=two-player").form("/matches")
            names = {"player_0": "Ann", "player_1": f"Ben {len(self.acknowledged)}"}
            self._send(form.filled(**names))
            self.acknowledged.append({"players": list(names.values())})

    def _send(self, form: Form) -> None:
        answer = self._until_answered(lambda: self.browser.send(form))
        assert answer.status == 303, answer.text

    def _get(self, path: str) -> Page:
        return self._until_answered(lambda: self.browser.open(path))

    def _until_answered(self, ask: Callable[[], Page]) -> Page:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                return ask()
            except ConnectionRefusedError:
                time.sleep(0.02)
            except NO_ANSWER:
                self.unanswered += 1
        raise AssertionError("the server did not come back")


@dataclass(frozen=True)
class Evening:
    """The record of an evening on which the server ended again and again."""

    hands: tuple[Scorer, Scorer]
    matches: Scorer
    statuses: list[int]

    @property
    def acknowledged(self) -> int:
        return sum(len(scorer.acknowledged) for scorer in (*self.hands, self.matches))

    @property
    def unanswered(self) -> int:
        return sum(scorer.unanswered for scorer in (*self.hands, self.matches))


def evening(server: Server, ends: Iterable[signal.Signals]) -> Evening:
    """Write from three clients at once while these signals end the server, which restarts."""
    enough, chance = threading.Event(), Random(1)
    browsers = [server.browser() for _ in range(3)]
    first, second, third = (Scorer(browser, browser.start_match(), enough) for browser in browsers)
    past = Evening((first, second), third, [])
    with ThreadPoolExecutor(3) as table:
        works = (first.write_hands, second.write_hands, third.start_matches)
        writing = [table.submit(work) for work in works]
        try:
            for end in ends:
                _wait_for_another(past)
                time.sleep(chance.uniform(0, 0.05))
                past.statuses.append(server.stop(end))
                server.start()
        finally:
            enough.set()
    for written in writing:
        written.result()
    return past


def _wait_for_another(past: Evening) -> None:
    before, deadline = past.acknowledged, time.monotonic() + PATIENCE
    while past.acknowledged == before and time.monotonic() < deadline:
        time.sleep(0.001)


def bids_of(number: int) -> dict[str, str]:
    """Return bids that identify a hand, and that nobody can make."""
    return bids_by_seat(*(6 + number // 8**seat % 8 for seat in range(4)))
