"""Measure the change of a round in a club evening: `python -m benchmarks evening`.

Phones of one address follow their guide cards, as everyone in a room does, and the next round is
seated. Meanwhile one table saves hands: the saves with and without the phones take turns. The
default rate limits apply. Ends with an error if a promise is broken.
"""

import argparse
import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from benchmarks import clients
from benchmarks.scorebooks import folder
from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.secret_key import load_key
from tests.clients import Browser
from tests.evening import Evening
from tests.servers import ON_THIS_MACHINE, Server, serving
from tests.table import SAVED, Table

SLOW = 1.0
"""Longest acceptable p99 of a guide card in seconds."""
RATIO = 1.5
"""How many times as long a save may take with the phones."""
EVERY = 10.0
"""Seconds between two looks at a guide card."""
PER_INTERVAL = 10
"""Saves between two looks at a guide card."""
# The limits that apply to anyone who sets none.
SETTINGS = {"SCOREKEEPER_RATE_LIMITS": "", "SCOREKEEPER_QUOTAS": ""}


@dataclass
class Card:
    """A phone that follows its guide card."""

    phone: Browser
    path: str
    known: str = ""

    def look(self, looks: "Looks") -> None:
        """Ask for the card, as its script does."""
        began = time.perf_counter()
        page = self.phone.open(self.path, headers={"If-None-Match": self.known})
        looks.seconds.append(time.perf_counter() - began)
        looks.statuses.append(page.status)
        self.known = page.headers.get("ETag", self.known)

    def follow(self, looks: "Looks", over: Event, later: float, every: float) -> None:
        """Look again and again."""
        pause = later
        while not over.wait(pause):
            self.look(looks)
            pause = every


@dataclass
class Room:
    """An evening on a server: its organiser, the phones of its people, and one table."""

    evening: Evening
    organiser: Browser
    cards: Sequence[Card]
    table: clients.Phone
    match: str

    def start_round(self) -> None:
        """Seat the next round; the table that saves hands goes on."""
        latest = self.evening.latest
        for table in latest.tables:
            if table.number > 1 and table.result is None:
                self.evening.type_result(table.number, 300, 250)
        form = self.organiser.open(f"{self.evening.path}/seating").form("/rounds")
        answer = self.organiser.send(form)
        if answer.status != SAVED:
            raise RuntimeError(f"the round was not seated: {answer.status}")

    def save(self) -> float:
        """Save a step at the table; return the seconds it took."""
        return self.table.save(self.match)


@dataclass
class Looks:
    """The answers to all phones: status codes, and seconds."""

    statuses: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    @property
    def slow(self) -> float:
        """The 99th percentile in seconds."""
        return sorted(self.seconds)[int(0.99 * len(self.seconds))]


@dataclass(frozen=True)
class Result:
    """What a change of a round meant for the phones and for a table."""

    looks: Looks
    alone: float
    together: float

    @property
    def is_kept(self) -> bool:
        """Whether all promises were kept."""
        is_answered = set(self.looks.statuses) == {200, 304}
        return is_answered and self.looks.slow <= SLOW and self.together <= RATIO * self.alone


def main(words: Sequence[str] | None = None) -> None:
    """Measure, print, and end with an error if a promise is broken."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks evening", description=__doc__)
    arguments.add_argument("--phones", type=int, default=60, help="phones of one address")
    arguments.add_argument("--rounds", type=int, default=3, help="changes of a round")
    arguments.add_argument("--every", type=float, default=EVERY, help="seconds between two looks")
    chosen = arguments.parse_args(words)
    result = measure(chosen.phones, chosen.rounds, chosen.every)
    looks = result.looks
    print("| phones | looks | new cards | refused | p99 ms | save alone ms | with phones ms |")
    print("|" + "--:|" * 7)
    print(
        f"| {chosen.phones} | {len(looks.statuses)} | {looks.statuses.count(200)} |",
        f"{len(looks.statuses) - looks.statuses.count(200) - looks.statuses.count(304)} |",
        f"{looks.slow * 1000:.0f} | {result.alone * 1000:.1f} | {result.together * 1000:.1f} |",
    )
    if not result.is_kept:
        raise SystemExit(1)


def measure(phones: int, rounds: int, every: float) -> Result:
    """Return what the phones and the table met in some changes of a round."""
    looks, alone, together = Looks(), list[float](), list[float]()
    with opened(phones) as room:
        room.save()
        for _ in range(rounds):
            alone += save_for(room, every)
            with following(room, looks, every):
                before = save_for(room, every)
                room.start_round()
                together += before + save_for(room, every)
    return Result(looks, statistics.median(alone), statistics.median(together))


def save_for(room: Room, seconds: float) -> list[float]:
    """Save hands for some seconds; return how long each save took."""
    end, taken = time.perf_counter() + seconds, []
    while time.perf_counter() < end:
        taken.append(room.save())
        time.sleep(seconds / PER_INTERVAL)
    return taken


@contextmanager
def following(room: Room, looks: Looks, every: float) -> Iterator[None]:
    """Let all phones follow their guide cards, evenly spread."""
    over = Event()
    with ThreadPoolExecutor(len(room.cards)) as pool:
        running = [
            pool.submit(card.follow, looks, over, every * place / len(room.cards), every)
            for place, card in enumerate(room.cards)
        ]
        try:
            yield
        finally:
            over.set()
        for one in running:
            one.result()


@contextmanager
def opened(phones: int) -> Iterator[Room]:
    """Open a room with this many people, seated in round 1; everyone has joined."""
    people = [(f"Player {number:02}",) for number in range(phones)]
    with folder() as data:
        url = f"sqlite:///{data / 'scorebook.sqlite'}"
        prepare(url)
        server = Server(data, *ON_THIS_MACHINE, **SETTINGS)
        with serving(server), closing(Database(url)) as database:
            evening = Evening.create(database, people, planned=40, hand_limit=50)
            evening.seat()
            room = _let_in(evening, server, data)
            with closing(room.table.connection):
                yield room


def _let_in(evening: Evening, server: Server, data: Path) -> Room:
    """Let all phones scan their codes, and one start the match of table 1."""
    key = load_key(data / "secret-key")
    organiser = server.browser()
    organiser.cookies["scorekeeper_device"] = evening.secret
    scorer = server.browser()
    scorer.open(evening.sign_link(key, "scorer", 1))
    scorer.open("/in")
    match = Table.at_evening(scorer, evening.path, 1).path
    joined = [
        _join(evening, server.browser(), key, name)
        for names in evening.load().names.values()
        for name in names
    ]
    table = clients.Phone(server.port)
    table.cookies = dict(scorer.cookies)
    return Room(evening, organiser, joined, table, match.rpartition("/")[2])


def _join(evening: Evening, phone: Browser, key: str, name: str) -> Card:
    """Scan the code at the door and say who reads this phone."""
    phone.open(evening.sign_link(key, "spectator"))
    form = phone.open(phone.open("/in").location).form("/guide")
    card = Card(phone, phone.send(form, player=evening.key_of(name)).location)
    card.look(Looks())
    return card
