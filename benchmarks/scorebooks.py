"""The scorebooks that are measured: all that these benchmarks ask of the book."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.clients import READER, SCORER
from benchmarks.data_generation import multiply
from scorekeeper.book.access import devices
from scorekeeper.book.access.devices import Right
from scorekeeper.book.access.grants import Secret, find_owned_scorebooks
from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.demo.simulated_play import play_match
from scorekeeper.rules import Bid, HouseRules, Match
from tests.people import PLAYERS

FINISHED = 100
"""The finished matches of the reader's history."""
HANDS = 13
"""The hands of the matches that are shown; a match has about ten."""


@dataclass(frozen=True)
class Scorebook:
    """The folder of a scorebook and its matches: two to look at, and some without a hand."""

    folder: Path
    bidding: str
    playing: str
    new: list[str]

    @property
    def url(self) -> str:
        """The address of its database."""
        return f"sqlite:///{self.folder / 'scorebook.sqlite'}"


def fill(folder: Path, new: int, size: int = FINISHED) -> Scorebook:
    """Make a scorebook with so many matches, and so many more to save hands in."""
    empty = Scorebook(folder, "", "", [])
    prepare(empty.url)
    start = Match.start(
        HouseRules.of("partnership", target=1000, floor=None),
        PLAYERS["partnership"],
        started=datetime.now(UTC) - timedelta(days=1),
    )
    finished = [play_match(start, Random(seed)) for seed in range(FINISHED)]
    running = (play_match(start, Random(seed), hands=HANDS) for seed in count())
    bidding = next(match for match in running if match.outcome is None)
    playing = bidding.bid([Bid(4), Bid(3), Bid(3), Bid(2)])
    with closing(Database(empty.url)) as database:
        _write(database, READER, [match for match in finished if match.outcome])
        multiply(folder / "scorebook.sqlite", size)
        bidding_id, playing_id = _write(database, READER, [bidding, playing])
        return Scorebook(folder, bidding_id, playing_id, _write(database, SCORER, [start] * new))


def let_watch(book: Scorebook, secrets: Iterable[str]) -> None:
    """Let devices read all that is the scorer's."""
    with closing(Database(book.url)) as database, database.write() as session:
        [scorebook_id] = find_owned_scorebooks(session, Secret(SCORER))
        right = Right(scorebook_id, None, "viewer")
        for secret in secrets:
            devices.grant_access(session, right, None, Secret(secret))


@contextmanager
def folder() -> Iterator[Path]:
    """Make a folder that is gone at the end."""
    with TemporaryDirectory(prefix="scorekeeper-benchmark-") as name:
        data = Path(name) / "data"
        data.mkdir()
        yield data


def _write(database: Database, device: str, played: Sequence[Match]) -> list[str]:
    with database.write() as session:
        return [
            matches.start_match(
                session, Secret(device), Submission.of(f"{id(played)} {number}", None, ()), match
            )
            for number, match in enumerate(played)
        ]
