"""Organisers of events who use the scorebook without pages."""

import secrets
from collections.abc import Mapping
from typing import Any

from scorekeeper import rules
from scorekeeper.book.access import event_grants
from scorekeeper.book.access.devices import Right
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.events import (
    entrants,
    event_loader,
    events,
    rounds,
    table_matches,
    table_results,
)
from scorekeeper.book.events.event_loader import Place, StoredEvent
from scorekeeper.book.events.events import EventSetup
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.rules.seating.event import EventKind, TableResult
from scorekeeper.rules.seating.next_round import seat_next_round

NAMES = (
    *("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Ida"),
    *("Jo", "Kim", "Leo", "Max", "Nia", "Oz", "Pia", "Quin", "Zoë"),
)


class Organiser:
    """A device that organises an event."""

    def __init__(self, database: Database, secret: str | None = None) -> None:
        self.database = database
        self.secret = Secret(secret or secrets.token_urlsafe(16))

    def create(self, people: int = 8, kind: EventKind = EventKind.SINGLES, **house: Any) -> str:
        """Create an event with this many people; return its public id."""
        game = rules.HouseRules.of("partnership", **(house or {"hand_limit": 4}))
        setup = EventSetup("Friday club", kind, game, planned_rounds=5)
        with self.database.write() as session:
            public_id = events.create_event(session, self.secret, setup)
            entries = [(name,) for name in NAMES[:people]]
            if kind is not EventKind.SINGLES:
                entries = [(a, b) for (a,), (b,) in zip(entries[::2], entries[1::2], strict=True)]
            entrants.add_entrants(session, self.secret, public_id, entries)
        return public_id

    def right(self, public_id: str, role: str) -> Right:
        """The right that a link or a table card of the event gives."""
        ref = self.load(public_id).ref
        return Right(ref.scorebook_id, None, role, ref.id)

    def delete(self, public_id: str, *, is_deleted: bool = True) -> None:
        """Delete or restore an event."""
        with self.database.write() as session:
            events.set_deleted(session, self.secret, public_id, is_deleted=is_deleted)

    def take_back(self, public_id: str, number: int = 1) -> list[int]:
        """Take back a round; return the tables that stay."""
        with self.database.write() as session:
            return rounds.take_back_round(session, self.secret, public_id, number)

    def load(self, public_id: str) -> StoredEvent:
        with self.database.read() as session:
            ref = event_grants.find_event(session, self.secret, public_id)
            return event_loader.load_event(session, ref)

    def seat(self, public_id: str, attempt: int = 0) -> StoredEvent:
        """Seat the next round; return the event with it."""
        self.start(public_id, attempt)
        return self.load(public_id)

    def start(self, public_id: str, attempt: int = 0) -> None:
        """Seat the next round."""
        stored = self.load(public_id)
        seating = seat_next_round(stored.event, attempt)
        with self.database.write() as session:
            number, revision = stored.event.next_number, stored.ref.revision
            rounds.start_round(session, self.secret, public_id, number, revision, seating)

    def type(
        self,
        public_id: str,
        results: Mapping[Place, TableResult | None],
        shown: Mapping[Place, TableResult | None] | None = None,
    ) -> Mapping[Place, TableResult | None]:
        """Type results of tables."""
        with self.database.write() as session:
            return table_results.save_results(session, self.secret, public_id, results, shown or {})

    def score(self, public_id: str, table: int, key: str = "") -> str:
        """Start or join the match of a table."""
        sent = Submission.of(key or secrets.token_urlsafe(16), None, [])
        with self.database.write() as session:
            return table_matches.start_table_match(session, self.secret, sent, public_id, table)
