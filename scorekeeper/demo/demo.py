"""A scorebook to look at: two years of evenings in one house, and a match that is being played."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import new_public_id
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.config import Config
from scorekeeper.demo.sample_years import years
from scorekeeper.demo.simulated_play import play
from scorekeeper.rules import Bid, Ending, HouseRules, Match, Reason, Standing

LENGTH = range(4, 17)
"""Hands of an evening; a match that takes longer or ends at once is not told."""
MINUTE = timedelta(minutes=1)


@contextmanager
def scorebook() -> Iterator[Config]:
    """Make the scorebook of a demonstration, which every browser may read and write."""
    with TemporaryDirectory(prefix="scorekeeper-demo-") as folder:
        environment = {**os.environ, "SCOREKEEPER_DATA": folder, "SCOREKEEPER_DATABASE": ""}
        everyone = new_public_id()
        config = replace(Config.from_environment(environment), everyone=everyone, rates={})
        prepare(config.database)
        with closing(Database(config.database)) as database, database.write() as session:
            fill(session, Secret(everyone), datetime.now(UTC))
        yield config


def fill(session: Session, secret: Secret, now: datetime) -> None:
    """Write the matches of the demonstration into the scorebook of one device, oldest first."""
    for number, match in enumerate(played(now)):
        matches.start(session, secret, Submission.of(f"demo {number}", None, ()), match)


def played(now: datetime) -> list[Match]:
    """Return what was played in two years of evenings, and a match that began half an hour ago."""
    told = [_told(tale, _evening(now, tale.days_ago)) for tale in TALES]
    tied = _tied(_evening(now, days_ago=82))
    started = {match.started.date() for match in (*told, tied) if match.started}
    usual = [match for match in years(now) if match.started and match.started.date() not in started]
    over = sorted((*told, tied, *usual), key=lambda match: match.started or now)
    return [*over, _running(now)]


@dataclass(frozen=True)
class Tale:
    """What a match is about; `boldness` is how side 1 overbids, after `hands` the table stops."""

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


HOME = ("Ann", "Ben", "Cleo", "Dan")
LONG = ("Maximiliane-Alexandra von Hohenstein", "Ben", "Christopher Montgomery-Fitzgerald", "Cleo")
WORLD = ("Юлия", "美咲", "Αλέξανδρος", "محمد")
TALES = (
    Tale(158, HOME, _has(Reason.BAG_PENALTY), place="Kitchen"),
    Tale(144, ("Ann", "Ben"), _has(Reason.NIL_MADE, Reason.NIL_FAILED)),
    Tale(131, HOME, _ends(Ending.FLOOR), boldness=1.5),
    Tale(117, WORLD, _has(Reason.NIL_MADE, Reason.BAG_PENALTY), place="Hostel in Tbilisi"),
    Tale(96, ("Cleo", "Dan"), _has(Reason.BAG_PENALTY), {"target": 250}),
    Tale(61, LONG, _has(Reason.NIL_FAILED, Reason.FAILED_NIL_TRICKS)),
    Tale(47, ("Ann", "Cleo", "Ben", "Dan"), _ends(None), place="Train to the coast", hands=4),
    Tale(33, ("Zoë", "José"), _has(Reason.BLIND_NIL_MADE)),
    Tale(19, HOME, _has(Reason.NIL_MADE), opening=(Standing(212, 4), Standing(187, 8))),
    Tale(8, HOME, _has(Reason.BLIND_NIL_MADE, Reason.BAG_PENALTY), {"failed_nil": "help"}),
    Tale(1, ("Ann", "Ben"), _has(Reason.BAG_PENALTY, Reason.NIL_MADE)),
)
QUICK = {"target": 250, "bag_limit": 5, "bag_penalty": 50}
TIE = (
    ((4, 3, 3, 2), 8),
    ((3, 4, 3, 3), 6),
    ((4, 3, 3, 3), 7),
    ((2, 4, 3, 3), 5),  # 251 to 251: another hand decides
    ((4, 4, 2, 3), 7),
)
"""Bids, and the tricks of the first side: chance takes too long to bring a tie at the target."""


def _told(tale: Tale, started: datetime) -> Match:
    """Return the first match that chance brings and that shows what the tale is about."""
    game = "partnership" if len(tale.players) == 4 else "two-player"
    start = Match.start(
        HouseRules.of(game, **tale.house),
        tale.players,
        opening=tale.opening,
        started=started,
        place=tale.place,
    )
    tries = (
        play(start, Random(f"{tale.days_ago} {seed}"), tale.boldness, tale.hands)
        for seed in count()
    )
    match = next(found for found in tries if len(found.hands) in LENGTH and tale.shows(found))
    return match if match.outcome else match.end(started + tale.hands * 8 * MINUTE)


def _tied(now: datetime) -> Match:
    match = Match.start(HouseRules.of("partnership", **QUICK), HOME, started=now)
    for bids, taken in TIE:
        now += 8 * MINUTE
        match = match.bid([Bid(bid) for bid in bids], now)
        if len(match.hands) == 3:
            match = match.throw_in(now).bid([Bid(bid) for bid in bids], now)
        match = match.take([None] * 4, [taken, 13 - taken], now)
    return match


def _running(now: datetime) -> Match:
    start = Match.start(HouseRules.of("partnership"), HOME, started=now - 32 * MINUTE)
    tries = (play(start, Random(seed), hands=4) for seed in count())
    match = next(found for found in tries if _has(Reason.NIL_MADE)(found) and not found.outcome)
    return match.bid([Bid(4), Bid(3), Bid(3), Bid(2)], now - MINUTE)


def _evening(now: datetime, days_ago: int) -> datetime:
    day = now - timedelta(days=days_ago)
    return day.replace(hour=18, minute=days_ago % 60, second=0, microsecond=0)
