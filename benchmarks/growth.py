"""Compare a scorebook of very many matches with a small one: `python -m benchmarks growth`."""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import chain, cycle, pairwise
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from flask.testing import FlaskClient
from sqlalchemy import select

from benchmarks import sample_evenings
from benchmarks.clients import READER
from benchmarks.measurement import Comparison, compare
from scorekeeper import rules
from scorekeeper.app import create_app
from scorekeeper.book.access.grants import Secret, find_owned_scorebooks
from scorekeeper.book.db.database import Database, parse_url
from scorekeeper.book.db.ids import new_public_id
from scorekeeper.book.db.lru_cache import LRUCache
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.tables import ADDRESSES, MATCHES, PLAYERS
from scorekeeper.book.statistics import cache
from scorekeeper.config import Config
from scorekeeper.demo.simulated_play import play_match
from scorekeeper.rules import HouseRules
from scorekeeper.web.site import page_cache
from tests import postgres
from tests.people import PLAYERS as NAMES

FEW, MORE, MANY = 1_000, 10_000, 100_000
PATTERNS = 40
"""Matches that are really played; the rest are copies."""
SOME = 40
"""Matches and players read in turn, so that none is cached."""
LOOKS = 5
"""First reads of a statistics page, of which the median counts."""
GOAL = "1.3"

# Even the rarest filter fills a page in the small scorebook.
PAGES = {
    "history": "/history",
    "history, third year": "/history?to=2024-03-31",
    "by name": "/history?name=guest+0",
    "by two names": "/history?name=guest+03+%26+guest+07",
    "a rare guest": "/history?name=guest+39",
    "player and result": "/history?player={player}&result=won",
    "game, rules and place": "/history?game=partnership&house=usual&place=kitchen",
    "a rare game, rules and places": "/history?game=two-player&house=quick-250&place=c",
    "what happened": "/history?what=last-hand",
    "what happened, and player": "/history?player={player}&what=nil,comeback",
    "still running": "/history?unfinished=yes",
    "a match": "/matches/{match}",
}
"""The measured pages."""

STATISTICS = {
    "players": "/players",
    "players, by nils this year": "/players?by=nil&period=year",
    "players, the last house rules": "/players?house=last",
    "partners": "/players?by=pairs",
    "a player": "/players/{player}",
    "a player, this year": "/players/{player}?period=year",
    "two partners": "/players/{player}/with/{other}",
    "records": "/history/records",
}
"""Pages summed over the finished matches; the first read grows with them."""

# As long in the small scorebook as in the large one.
FULL = (
    select(ADDRESSES.c.public_id)
    .join(MATCHES)
    .where(MATCHES.c.game == "partnership", MATCHES.c.ended_at.is_not(None))
    .limit(SOME)
)
REGULARS = select(PLAYERS.c.public_id).where(
    PLAYERS.c.name.in_(
        [sample_evenings.guest(number) for number in range(sample_evenings.OFTEN_THERE)]
    )
)


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print a table of statistics for each database, then one of pages."""
    arguments = argparse.ArgumentParser(prog="python -m benchmarks growth", description=__doc__)
    arguments.add_argument("--few", type=int, default=FEW)
    arguments.add_argument("--more", type=int, default=MORE, help="for statistics")
    arguments.add_argument("--many", type=int, default=MANY)
    arguments.add_argument("--database", choices=("sqlite", "postgresql"), action="append")
    chosen = arguments.parse_args(words)
    compared: dict[str, list[Comparison]] = {}
    sizes: list[float] = []
    for kind in chosen.database or ("sqlite", "postgresql"):
        with databases(kind) as new:
            few, many = (Client(new(), size) for size in (chosen.few, chosen.many))
            compared[kind] = [
                Comparison(name, GOAL, base=partial(few.get, page), ours=partial(many.get, page))
                for name, page in PAGES.items()
            ]
            compare(compared[kind])
            sizes = [many.sizes[page] / few.sizes[page] for page in PAGES.values()]
            clients = (few, Client(new(), chosen.more))
            summed = {
                name: [seconds for client in clients for seconds in client.looks(page)]
                for name, page in STATISTICS.items()
            }
        show_statistics(kind, chosen.few, chosen.more, summed)
    show(compared, sizes)


class Client:
    """A client of a scorebook with `size` matches."""

    def __init__(self, url: str, size: int) -> None:
        self.matches, self.players = fill(url, size)
        app = create_app(
            Config(database_url=parse_url(url), data=Path(), secret_key="k" * 64, rate_limits={})
        )
        self.app = app
        self.client: FlaskClient = app.test_client()
        self.client.set_cookie("scorekeeper_device", READER)
        self.sizes: Counter[str] = Counter()

    def get(self, page: str) -> float:
        """Read a page; return the seconds it took."""
        player, other = next(self.players)
        path = page.format(match=next(self.matches), player=player, other=other)
        begun = time.perf_counter()
        answer = self.client.get(path)
        taken = time.perf_counter() - begun
        if answer.status_code != 200:
            raise RuntimeError(f"{path} returned {answer.status}")
        self.sizes[page] += len(answer.data)
        return taken

    def looks(self, page: str) -> tuple[float, float]:
        """Return the seconds of a first and a second read of a statistics page."""
        self.get(page)
        seconds = []
        for _ in range(LOOKS):
            # As if the scorebook had just changed. Both reads show the same players.
            self.app.extensions["page_cache"] = LRUCache(page_cache.MAX_CACHED_PAGES)
            self.app.extensions["statistics_cache"] = cache.Cache(cache.MAX_CACHED_QUERIES)
            pair = next(self.players)
            self.players = chain([pair, pair], self.players)
            seconds.append((self.get(page), self.get(page)))
        first, again = zip(*seconds, strict=True)
        return median(first), median(again)


def fill(url: str, size: int) -> tuple[Iterator[str], Iterator[tuple[str, str]]]:
    """Create a scorebook of `size` matches; return endless samples of matches and pairs."""
    prepare(url)
    with closing(Database(url)) as database:
        with database.write() as session:
            for number, match in enumerate(played()):
                sent = Submission.of(str(number), ())
                matches.start_match(session, Secret(READER), sent, match)
        with database.read() as session:
            [scorebook_id] = find_owned_scorebooks(session, Secret(READER))
        with database.write() as session:
            sample_evenings.fill(session, scorebook_id, size)
        with database.write() as session:
            sample_evenings.analyze(session)
        with database.read() as session:
            found = session.scalars(FULL).all()
            people = session.scalars(REGULARS).all()
    return cycle(found), cycle(pairwise(people))


def played() -> list[rules.Match]:
    """Return the matches to copy: several games and house rules."""
    quick = {"target": 250, "bag_limit": 5, "bag_penalty": 50}
    kinds = (
        *[HouseRules.of("partnership")] * 6,
        HouseRules.of("partnership", **quick),
        HouseRules.of("two-player"),
        HouseRules.of("two-player", **quick),
        HouseRules.of("solo"),
    )
    return [
        play_match(
            rules.Match.start(
                kinds[seed % len(kinds)],
                NAMES[kinds[seed % len(kinds)].game.key],
                started=sample_evenings.NOW,
            ),
            Random(seed),
        )
        for seed in range(PATTERNS)
    ]


@contextmanager
def databases(kind: str) -> Iterator[Callable[[], str]]:
    """Yield a function that creates databases of a kind, deleted at the end."""
    with TemporaryDirectory(prefix="scorekeeper-growth-") as folder:
        if kind == "sqlite":
            yield lambda: f"sqlite:///{folder}/{new_public_id()}.sqlite"
        else:
            with postgres.running_server() as server:
                yield lambda: server.url(server.create())


def show(compared: Mapping[str, Sequence[Comparison]], sizes: Sequence[float]) -> None:
    """Print a table for docs/speed.md: the growth of pages in bytes, milliseconds, and ratios."""
    print("| page | size |", " | ".join(f"{kind} ms | ratio" for kind in compared), "|")
    print("|---|--:|" + "--:|--:|" * len(compared))
    for name, size, *lines in zip(PAGES, sizes, *compared.values(), strict=True):
        cells = [f"{line.medians[1]:.2f} | **{line.ratios[0]:.2f}**" for line in lines]
        print(f"| {name} | {size:.2f} |", " | ".join(cells), "|")


def show_statistics(kind: str, few: int, more: int, summed: dict[str, list[float]]) -> None:
    """Print the milliseconds of statistics as a table; docs/speed.md has its range."""
    sizes = " | ".join(f"{size:,} matches | again" for size in (few, more))
    print(f"| {kind} | {sizes} |\n|---|--:|--:|--:|--:|")
    for name, seconds in summed.items():
        print(f"| {name} | " + " | ".join(f"{one * 1000:.0f}" for one in seconds) + " |")
    print()
