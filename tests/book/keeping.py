"""People who keep score in a scorebook, without any page."""

import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import insert, select

from scorekeeper import rules
from scorekeeper.book import houses, matches
from scorekeeper.book.access import Secret
from scorekeeper.book.database import Database
from scorekeeper.book.loading import Kept
from scorekeeper.book.models import Device, Grant, Match
from scorekeeper.book.submissions import Submission

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
BIDS = [rules.Bid(4), rules.Bid(3), rules.Bid(3), rules.Bid(2)]


class Scorer:
    """A device with what it may do in a scorebook."""

    def __init__(self, database: Database, secret: str | None = None) -> None:
        self.database = database
        self.secret = Secret(secret or secrets.token_urlsafe(16))

    def start(
        self,
        players: Sequence[str] = ("Ann", "Ben", "Cleo", "Dan"),
        *,
        key: str | None = None,
        match: rules.Match | None = None,
    ) -> str:
        """Start a match and return its public id."""
        game = "two-player" if len(players) == 2 else "partnership"
        new = match or rules.Match.start(rules.HouseRules.of(game), players, started=NOON)
        sent = Submission.of(key or secrets.token_urlsafe(16), None, [("players", str(players))])
        with self.database.write() as session:
            return matches.start(session, self.secret, sent, new)

    def load(self, public_id: str) -> Kept:
        with self.database.read() as session:
            return matches.load(session, self.secret, public_id)

    def record(
        self,
        public_id: str,
        change: Callable[[rules.Match], rules.Match],
        *,
        version: int | None = None,
        key: str | None = None,
        content: str = "",
    ) -> None:
        """Record a change, made for the present version where none is given."""
        seen = self.load(public_id).version if version is None else version
        sent = Submission.of(key or secrets.token_urlsafe(16), seen, [("content", content)])
        with self.database.write() as session:
            matches.record(session, self.secret, public_id, sent, change)

    def correct(
        self, public_id: str, number: int, change: Callable[[rules.Match], rules.Match], why: str
    ) -> None:
        sent = Submission.of(secrets.token_urlsafe(16), self.load(public_id).version, [])
        with self.database.write() as session:
            matches.correct(session, self.secret, public_id, sent, number, change, why)

    def change_house(self, public_id: str, reason: str, **house: Any) -> None:
        sent = Submission.of(secrets.token_urlsafe(16), self.load(public_id).version, [])
        with self.database.write() as session:
            houses.change(session, self.secret, public_id, sent, house, reason)

    def changes(self, public_id: str) -> list[matches.Change]:
        with self.database.read() as session:
            kept = matches.load(session, self.secret, public_id)
            return matches.changes(session, kept)

    def let(self, other: "Scorer", role: str, public_id: str) -> None:
        """Give another device a grant for a match."""
        with self.database.write() as session:
            match_id = session.scalars(select(Match.id).where(Match.public_id == public_id)).one()
            known = select(Device.id).where(Device.secret_hash == hash_of(other.secret))
            device_id = session.scalar(known)
            if device_id is None:
                device = Device(secret_hash=hash_of(other.secret))
                session.add(device)
                session.flush()
                device_id = device.id
            session.execute(insert(Grant).values(device_id=device_id, role=role, match_id=match_id))


def hash_of(secret: str) -> bytes:
    """What is kept of a secret."""
    return sha256(secret.encode()).digest()


def bid(match: rules.Match) -> rules.Match:
    """Bid as everybody does here."""
    return match.bid(BIDS, NOON)


def take(match: rules.Match) -> rules.Match:
    """Take eight and five."""
    return match.take([None] * 4, [8, 5], NOON)
