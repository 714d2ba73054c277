"""Phones that use the scorebook without pages: they keep score, and join as they would there."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, TypeVar

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access import devices, grants
from scorekeeper.book.access.grants import AccessDenied, MatchRef, Right, Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.matches import matches, undo_tree
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.tables import DEVICES, GRANTS
from scorekeeper.book.scorebooks import phones, scorebooks

Done = TypeVar("Done")
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15"
NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
BIDS = [rules.Bid(4), rules.Bid(3), rules.Bid(3), rules.Bid(2)]


class Scorer:
    """A device and its actions in a scorebook."""

    def __init__(self, database: Database, secret: str | None = None) -> None:
        self.database = database
        self.secret = Secret(secret) if secret else new_secret()

    def do(self, change: Callable[..., Done], *values: Any, **named: Any) -> Done:
        """Change something in a transaction."""
        with self.database.write() as session:
            return change(session, self.secret, *values, **named)

    def ask(self, query: Callable[..., Done], *values: Any, **named: Any) -> Done:
        with self.database.read() as session:
            return query(session, self.secret, *values, **named)

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
        sent = Submission.of(key or secrets.token_urlsafe(16), [("players", str(players))])
        return self.do(matches.start_match, sent, new)

    def look(self, public_id: str, submission: Submission | None = None) -> MatchRef:
        return self.ask(matches.find_match, public_id, submission)

    def sees(self, public_id: str) -> bool:
        with suppress(AccessDenied):
            return self.look(public_id) is not None
        return False

    def load(self, public_id: str) -> StoredMatch:
        with self.database.read() as session:
            return matches.load(session, matches.find_match(session, self.secret, public_id))

    def record(
        self,
        public_id: str,
        change: Callable[[rules.Match], rules.Match],
        *,
        seen: StoredMatch | None = None,
        key: str | None = None,
        content: str = "",
        reason: str = "",
    ) -> StoredMatch:
        """Record a change of the match as it is, or as it was seen before."""
        stored = seen or self.load(public_id)
        sent = Submission.of(key or secrets.token_urlsafe(16), [("content", content)])
        return self.do(matches.record, stored, change(stored.match), sent, reason)

    def undo(self, public_id: str) -> StoredMatch:
        return self._turn(public_id, undo_tree.undo)

    def redo(self, public_id: str) -> StoredMatch:
        return self._turn(public_id, undo_tree.redo)

    def _turn(
        self, public_id: str, turn: Callable[[Session, StoredMatch], undo_tree.Transition]
    ) -> StoredMatch:
        stored = self.load(public_id)
        with self.database.read() as session:
            turned = turn(session, stored)
        sent = Submission.of(secrets.token_urlsafe(16), [])
        return self.do(matches.record, stored, turned, sent)

    def correct(
        self, public_id: str, change: Callable[[rules.Match], rules.Match], why: str
    ) -> None:
        self.record(public_id, change, reason=why)

    def change_house(self, public_id: str, reason: str, **house: Any) -> None:
        """Continue under house rules that differ from the usual ones in these."""

        def other(match: rules.Match) -> rules.Match:
            return match.with_house_rules(rules.HouseRules.of(match.house.game.key, **house))

        self.record(public_id, other, reason=reason)

    def log(self, public_id: str, *facts: rules.Fact) -> list[undo_tree.LogEntry]:
        """The changes of a match, or those that were one of these facts."""
        stored = self.load(public_id)
        with self.database.read() as session:
            found = undo_tree.load_log(session, stored)
        return [one for one in found if not facts or one.record.fact in facts]

    def let(self, other: "Scorer", role: str, public_id: str) -> None:
        seen = self.look(public_id)
        with self.database.write() as session:
            values = {"scorebook_id": seen.scorebook_id, "match_id": seen.id, "role": role}
            session.execute(insert(GRANTS).values(device_id=other.device_id(session), **values))

    def share(self, other: "Scorer") -> None:
        (scorebook_id,) = self.ask(grants.find_owned_scorebooks)
        with self.database.write() as session:
            values = {"scorebook_id": scorebook_id, "role": "owner"}
            session.execute(insert(GRANTS).values(device_id=other.device_id(session), **values))

    def device_id(self, session: Session) -> int:
        """The id of the device, which is registered if necessary."""
        known = select(DEVICES.c.id).where(DEVICES.c.secret_hash == hash_of(self.secret))
        new = insert(DEVICES).values(secret_hash=hash_of(self.secret)).returning(DEVICES.c.id)
        return session.scalar(known) or session.scalars(new).one()


class Phone(Scorer):
    """A phone with the secret in its cookie, none at first."""

    def gain(
        self, right: Right, *, new: Secret | None = None, keep: bool = True, agent: str = IPHONE
    ) -> Secret:
        with self.database.write() as session:
            given = devices.grant_access(session, right, self.secret, new or new_secret(), agent)
        if keep:
            self.secret = given
        return given

    def come(self, enter: Callable[..., Secret], *shown: str) -> Secret:
        with self.database.write() as session:
            self.secret = enter(session, *shown, self.secret, new_secret(), IPHONE)
        return self.secret

    def here(self) -> None:
        self.do(devices.note_visit, IPHONE)

    @property
    def phone_id(self) -> str:
        """The id of this phone in lists."""
        with self.database.read() as session:
            return str(session.execute(phones.OWN_PHONE, grants.bind_device(self.secret)).one()[0])

    def owned(self) -> list[int]:
        return self.ask(grants.find_owned_scorebooks)

    def books(self) -> list[scorebooks.ScorebookAccess]:
        return self.ask(scorebooks.find_all)

    @property
    def book(self) -> str:
        """The public id of the scorebook used last."""
        return self.books()[0].public_id

    def find_phones(self, public_id: str) -> list[phones.Phone]:
        return self.ask(phones.find_for_match, self.look(public_id))

    def right(self, role: str, public_id: str | None = None) -> Right:
        """The right that this phone could give to its scorebook, or to a match of it."""
        if public_id is None:
            return Right(self.owned()[0], None, role)
        seen = self.look(public_id)
        return Right(seen.scorebook_id, seen.id, role)


def new_secret() -> Secret:
    return Secret(secrets.token_urlsafe(16))


def hash_of(secret: str) -> bytes:
    return sha256(secret.encode()).digest()


def bid(match: rules.Match) -> rules.Match:
    return match.bid(BIDS, NOON)


def take(match: rules.Match) -> rules.Match:
    return match.record_tricks([None] * 4, [8, 5], NOON)
