"""Creates the scorebooks that the benchmarks measure."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.clients import READER, SCORER
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.demo.simulated_play import play_match
from scorekeeper.rules import Bid, HouseRules, Match
from tests.people import PLAYERS

FINISHED = 100
"""Finished matches in the reader's history."""
HANDS = 13
"""Hands of the displayed matches; a match usually has about ten."""


@dataclass(frozen=True)
class Scorebook:
    """The folder of a scorebook and its matches: three to read and some without hands."""

    folder: Path
    over: str
    bidding: str
    playing: str
    new: list[str]

    @property
    def url(self) -> str:
        """The URL of its database."""
        return f"sqlite:///{self.folder / 'scorebook.sqlite'}"


def start_match() -> Match:
    """Start a match to 1000 points, a day ago."""
    house = HouseRules.of("partnership", target=1000, floor=None)
    yesterday = datetime.now(UTC) - timedelta(days=1)
    return Match.start(house, PLAYERS["partnership"], started=yesterday)


def fill(folder: Path, new: int) -> Scorebook:
    """Create a scorebook with finished matches, plus `new` ones to save hands in."""
    empty = Scorebook(folder, "", "", "", [])
    prepare(empty.url)
    start = start_match()
    finished = [play_match(start, Random(seed)) for seed in range(FINISHED)]
    running = (play_match(start, Random(seed), hands=HANDS) for seed in count())
    bidding = next(match for match in running if match.outcome is None)
    playing = bidding.bid([Bid(4), Bid(3), Bid(3), Bid(2)])
    with closing(Database(empty.url)) as database:
        over, *_ = _write(database, READER, [match for match in finished if match.outcome])
        running_ids = _write(database, READER, [bidding, playing])
        return Scorebook(folder, over, *running_ids, _write(database, SCORER, [start] * new))


@contextmanager
def folder() -> Iterator[Path]:
    """Yield a temporary folder."""
    with TemporaryDirectory(prefix="scorekeeper-benchmark-") as name:
        data = Path(name) / "data"
        data.mkdir()
        yield data


def _write(database: Database, device: str, played: Sequence[Match]) -> list[str]:
    with database.write() as session:
        return [
            matches.start_match(
                session, Secret(device), Submission.of(f"{id(played)} {number}", ()), match
            )
            for number, match in enumerate(played)
        ]
