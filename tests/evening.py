"""An evening, seated and played without a browser."""

import secrets
from dataclasses import dataclass

from scorekeeper.book.access.event_grants import EventRef, find_event
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.events import entrants, events, rounds, table_results
from scorekeeper.book.events.event_loader import StoredEvent, load_event
from scorekeeper.book.events.events import EventSetup
from scorekeeper.book.joining import links
from scorekeeper.rules import HouseRules
from scorekeeper.rules.seating.event import EventKind, EventRound, TableResult
from scorekeeper.rules.seating.next_round import seat_next_round

NINE = [("Ann",), ("Ben",), ("Cleo",), ("Dan",), ("Eva",), ("Finn",), ("Gus",), ("Ida",), ("Jo",)]
PAIRS = [("Ann", "Ben"), ("Cleo", "Dan"), ("Eva", "Finn"), ("Gus", "Ida")]


@dataclass
class Evening:
    """An evening and its organiser."""

    database: Database
    secret: Secret
    id: str

    @classmethod
    def create(
        cls,
        database: Database,
        names: list[tuple[str, ...]] = NINE,
        kind: EventKind = EventKind.SINGLES,
        planned: int = 5,
        secret: Secret | None = None,
        hands: int = 8,
    ) -> "Evening":
        secret = secret or Secret(secrets.token_urlsafe(16))
        house = HouseRules.of("partnership", hand_limit=hands, floor=None)
        with database.write() as session:
            setup = EventSetup("Friday club", kind, house, planned)
            public_id = events.create_event(session, secret, setup)
            entrants.add_entrants(session, secret, public_id, names)
        return cls(database, secret, public_id)

    @property
    def path(self) -> str:
        return f"/events/{self.id}"

    def find(self) -> EventRef:
        with self.database.read() as session:
            return find_event(session, self.secret, self.id)

    def load(self) -> StoredEvent:
        with self.database.read() as session:
            return load_event(session, find_event(session, self.secret, self.id))

    @property
    def latest(self) -> EventRound:
        latest = self.load().event.latest
        assert latest is not None
        return latest

    def seat(self) -> None:
        """Start the next round."""
        stored = self.load()
        number, revision = stored.event.next_number, stored.ref.revision
        seating = seat_next_round(stored.event)
        with self.database.write() as session:
            rounds.start_round(session, self.secret, self.id, number, revision, seating)

    def type_result(self, table: int, first: int, second: int) -> None:
        """Type the result of a table of the latest round."""
        self.change_result(self.latest.number, table, first, second)

    def change_result(self, number: int, table: int, first: int, second: int) -> None:
        """Type the result of a table of any round, also in place of another."""
        place = number, table
        typed, shown = TableResult.of_points(first, second), self.load().typed.get(place)
        with self.database.write() as session:
            table_results.save_results(
                session, self.secret, self.id, {place: typed}, {place: shown}
            )

    def leave(self, number: int) -> None:
        with self.database.write() as session:
            entrants.set_present(session, self.secret, self.id, number, is_present=False)

    def end(self) -> None:
        with self.database.write() as session:
            events.set_ended(session, self.secret, self.id, is_ended=True)

    def delete(self) -> None:
        with self.database.write() as session:
            events.set_deleted(session, self.secret, self.id, is_deleted=True)

    def link(self, key: str, role: str, table: int = 0) -> str:
        """The path of the link at the door (spectator) or of a table card (scorer)."""
        text = links.sign_event_link(key, self.find(), role)
        return f"/t/{text}/{table}" if role == "scorer" else f"/e/{text}"

    def seated(self, table: int) -> list[str]:
        """The four names at a table of the latest round, from North."""
        (found,) = [one for one in self.latest.tables if one.number == table]
        return [self.load().names[entrant][0] for entrant in found.seats]

    def key_of(self, name: str) -> str:
        """The value of a player's key."""
        return next(
            f"{entrant}-{person}"
            for entrant, names in self.load().names.items()
            for person, one in enumerate(names)
            if one == name
        )
