"""The demo scorebook: two years of simulated evenings and a running match."""

import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from itertools import count
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import Secret, find_owned_scorebooks
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import new_public_id
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.transfer.comparison import load_scorebook_ref
from scorekeeper.book.transfer.importer import check_file, import_matches
from scorekeeper.config import Config
from scorekeeper.demo.club_evening import simulate_evening
from scorekeeper.demo.simulated_play import HOME_PLAYERS, QUICK_RULES, play_match, simulate_years
from scorekeeper.rules import Bid, Ending, HouseRules, Match, Reason, Standing

MATCH_HANDS = range(4, 17)
"""Number of hands of a demo match; shorter and longer ones are discarded."""
MINUTE = timedelta(minutes=1)
CLUB_EVENING_DAYS_AGO = 5


@contextmanager
def demo_scorebook() -> Iterator[Config]:
    """Create a temporary demo scorebook that every browser may read and write."""
    with TemporaryDirectory(prefix="scorekeeper-demo-") as folder:
        environment = {**os.environ, "SCOREKEEPER_DATA": folder, "SCOREKEEPER_DATABASE_URL": ""}
        secret = new_public_id()
        config = replace(Config.from_environment(environment), demo_secret=secret, rate_limits={})
        prepare(config.database_url)
        now = datetime.now(UTC)
        with closing(Database(config.database_url)) as database:
            with database.write() as session:
                add_matches(session, Secret(secret), now)
            add_evening(database, Secret(secret), now)
        yield config


def add_evening(database: Database, secret: Secret, now: datetime) -> None:
    """Import a finished club evening into the scorebook of one device."""
    with database.read() as session:
        (owned,) = find_owned_scorebooks(session, secret)
        book = load_scorebook_ref(session, owned)
    stream = BytesIO(simulate_evening(_evening(now, CLUB_EVENING_DAYS_AGO)))
    *_, report = check_file(database, book, stream)
    deque(import_matches(database, book, stream, report), maxlen=0)


def add_matches(session: Session, secret: Secret, now: datetime) -> None:
    """Add the demo matches to the scorebook of one device, oldest first."""
    for number, match in enumerate(simulate_matches(now)):
        matches.start_match(session, secret, Submission.of(f"demo {number}", ()), match)


def simulate_matches(now: datetime) -> list[Match]:
    """Return two years of matches, oldest first, and one that began half an hour ago."""
    special = [_find_match(wanted, _evening(now, wanted.days_ago)) for wanted in DEMO_MATCHES]
    tied = _tied_match(_evening(now, days_ago=82))
    started = {match.started.date() for match in (*special, tied) if match.started}
    started.add(_evening(now, CLUB_EVENING_DAYS_AGO).date())
    usual = [
        match
        for match in simulate_years(now)
        if match.started and match.started.date() not in started
    ]
    over = sorted((*special, tied, *usual), key=lambda match: match.started or now)
    return [*over, _running_match(now)]


@dataclass(frozen=True)
class DemoMatch:
    """A match to simulate until `shows` accepts it.

    `boldness` is how far side 1 overbids; after `hands` hands the match is ended.
    """

    days_ago: int
    players: tuple[str, ...]
    shows: Callable[[Match], bool]
    house: Mapping[str, Any] = field(default_factory=dict)
    opening: tuple[Standing, ...] | None = None
    place: str = ""
    boldness: float = -0.5
    hands: int = 30


def _has(*reasons: Reason) -> Callable[[Match], bool]:
    def shows(match: Match) -> bool:
        sides = [side for score in match.scores if score for side in score]
        return set(reasons) <= {line.reason for side in sides for line in side.lines}

    return shows


def _ends(*endings: Ending | None) -> Callable[[Match], bool]:
    return lambda match: (match.outcome.ending if match.outcome else None) in endings


LONG_NAMES = (
    "Maximiliane-Alexandra von Hohenstein",
    "Ben",
    "Christopher Montgomery-Fitzgerald",
    "Cleo",
)
WORLD_NAMES = ("Юлия", "美咲", "Αλέξανδρος", "محمد")
DEMO_MATCHES = (
    DemoMatch(158, HOME_PLAYERS, _has(Reason.BAG_PENALTY), place="Kitchen"),
    DemoMatch(144, ("Ann", "Ben"), _has(Reason.NIL_MADE, Reason.NIL_FAILED)),
    DemoMatch(131, HOME_PLAYERS, _ends(Ending.FLOOR), boldness=1.5),
    DemoMatch(
        117, WORLD_NAMES, _has(Reason.NIL_MADE, Reason.BAG_PENALTY), place="Hostel in Tbilisi"
    ),
    DemoMatch(96, ("Cleo", "Dan"), _has(Reason.BAG_PENALTY), {"target": 250}),
    DemoMatch(61, LONG_NAMES, _has(Reason.NIL_FAILED, Reason.FAILED_NIL_TRICKS)),
    DemoMatch(47, ("Ann", "Cleo", "Ben", "Dan"), _ends(None), place="Train to the coast", hands=4),
    DemoMatch(33, ("Zoë", "José"), _has(Reason.BLIND_NIL_MADE)),
    DemoMatch(
        19, HOME_PLAYERS, _has(Reason.NIL_MADE), opening=(Standing(212, 4), Standing(187, 8))
    ),
    DemoMatch(
        8, HOME_PLAYERS, _has(Reason.BLIND_NIL_MADE, Reason.BAG_PENALTY), {"failed_nil": "help"}
    ),
    DemoMatch(1, ("Ann", "Ben"), _has(Reason.BAG_PENALTY, Reason.NIL_MADE)),
)
TIED_HANDS = (
    ((4, 3, 3, 2), 8),
    ((3, 4, 3, 3), 6),
    ((4, 3, 3, 3), 7),
    ((2, 4, 3, 3), 5),  # 251 to 251: another hand decides
    ((4, 4, 2, 3), 7),
)
"""Bids, and tricks of the first side: random play takes too long to reach a tie at the target."""


def _find_match(wanted: DemoMatch, started: datetime) -> Match:
    game = "partnership" if len(wanted.players) == 4 else "two-player"
    start = Match.start(
        HouseRules.of(game, **wanted.house),
        wanted.players,
        opening=wanted.opening,
        started=started,
        place=wanted.place,
    )
    tries = (
        play_match(start, Random(f"{wanted.days_ago} {seed}"), wanted.boldness, wanted.hands)
        for seed in count()
    )
    match = next(one for one in tries if len(one.hands) in MATCH_HANDS and wanted.shows(one))
    return match if match.outcome else match.end(started + wanted.hands * 8 * MINUTE)


def _tied_match(now: datetime) -> Match:
    match = Match.start(HouseRules.of("partnership", **QUICK_RULES), HOME_PLAYERS, started=now)
    for bids, taken in TIED_HANDS:
        now += 8 * MINUTE
        match = match.bid([Bid(bid) for bid in bids], now)
        if len(match.hands) == 3:
            match = match.record_misdeal(now).bid([Bid(bid) for bid in bids], now)
        match = match.record_tricks([None] * 4, [taken, 13 - taken], now)
    return match


def _running_match(now: datetime) -> Match:
    start = Match.start(HouseRules.of("partnership"), HOME_PLAYERS, started=now - 32 * MINUTE)
    tries = (play_match(start, Random(seed), hands=4) for seed in count())
    match = next(one for one in tries if _has(Reason.NIL_MADE)(one) and not one.outcome)
    return match.bid([Bid(4), Bid(3), Bid(3), Bid(2)], now - MINUTE)


def _evening(now: datetime, days_ago: int) -> datetime:
    day = now - timedelta(days=days_ago)
    return day.replace(hour=18, minute=days_ago % 60, second=0, microsecond=0)
