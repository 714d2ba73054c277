"""A club evening, led with the functions of the scorebook."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

from scorekeeper.book.access.event_refs import EventRef, find_event
from scorekeeper.book.access.grants import Right, Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.events import entrants, events, rounds
from scorekeeper.book.events.event_loader import StoredEvent, load_event
from scorekeeper.book.joining import links
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.rules import HouseRules
from scorekeeper.rules.seating.bracket import with_seeds
from scorekeeper.rules.seating.event import (
    Event,
    EventKind,
    EventRound,
    EventWay,
    Place,
    TableResult,
)
from scorekeeper.rules.seating.next_round import seat_next_round

NAMES = (
    *("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Ida", "Jo", "Kim", "Leo", "Max"),
    *("Nia", "Oz", "Pia", "Quin", "Rosa", "Sam", "Tom", "Uma"),
)
Entries = Sequence[tuple[str, ...]]
Done = TypeVar("Done")
Results = Mapping[Place, TableResult | None]


def singles(people: int) -> Entries:
    return [(name,) for name in NAMES[:people]]


NINE = singles(9)
PAIRS: Entries = [*zip(NAMES[0:8:2], NAMES[1:8:2], strict=True)]


@dataclass
class Evening:
    """An evening, and a phone: that of its organiser, if not another's."""

    database: Database
    secret: Secret
    id: str

    @classmethod
    def create(
        cls,
        database: Database,
        names: Entries = NINE,
        kind: EventKind = EventKind.SINGLES,
        planned: int = 5,
        secret: str | None = None,
        way: EventWay = EventWay.ROUNDS,
        **house: Any,
    ) -> Self:
        """Create an evening of eight hands a round, or under other house rules."""
        owner = Secret(secret or secrets.token_urlsafe(16))
        rules = HouseRules.of("partnership", **{"hand_limit": 8, "floor": None} | house)
        with database.write() as session:
            event = Event("", kind, planned, None, (), house=rules, way=way)
            public_id = events.create_event(session, owner, "Friday club", event)
            entrants.add_entrants(session, owner, public_id, names)
        return cls(database, owner, public_id)

    def on(self, secret: Secret) -> Self:
        """Return the same evening on another phone."""
        return replace(self, secret=secret)

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

    def do(self, change: Callable[..., Done], *values: object, **named: object) -> Done:
        """Make a change of the evening in a transaction."""
        with self.database.write() as session:
            return change(session, self.secret, self.id, *values, **named)

    def add(self, *entries: tuple[str, ...]) -> list[int]:
        return self.do(entrants.add_entrants, entries)

    def leave(self, number: int) -> None:
        self.do(entrants.set_present, number, is_present=False)

    def seat(self, attempt: int = 0) -> None:
        stored = self.load()
        number, revision = stored.event.next_number, stored.ref.revision
        self.do(rounds.start_round, number, revision, seat_next_round(stored.event, attempt))

    def start_playoff(self, seeds: Mapping[int, int], lives: int) -> None:
        stored = self.load()
        seating = seat_next_round(with_seeds(stored.event, seeds), lives=lives)
        place = stored.event.next_number, stored.ref.revision
        self.do(rounds.start_round, *place, seating, lives=lives, seeds=seeds)

    def undo_round(self, number: int = 1) -> list[int]:
        return self.do(rounds.take_back_round, number)

    def type(self, results: Results, shown: Results | None = None) -> Results:
        """Type results of tables; return those that they replace."""
        return self.do(rounds.save_results, results, shown or {})

    def type_result(self, table: int, first: int, second: int) -> None:
        self.change_result(self.latest.number, table, first, second)

    def change_result(self, number: int, table: int, first: int, second: int) -> None:
        """Type the result of a table of any round, also in place of another."""
        place = number, table
        shown = self.load().event.typed.get(place)
        self.type({place: TableResult.of_points(first, second)}, {place: shown})

    def finish(self) -> None:
        """Type a result for each table of the latest round; side 0 wins."""
        for table in self.latest.tables:
            self.type_result(table.number, 350, 212)

    def score(self, table: int, key: str = "") -> str:
        """Start or join the match of a table; return its public id."""
        sent = Submission.of(key or secrets.token_urlsafe(16), ())
        with self.database.write() as session:
            return rounds.start_table_match(session, self.secret, sent, self.id, table)

    def sit_down(self, table: int, name: str, was: str = "leaving") -> int:
        """Let someone else sit on the first seat of a table; return who left."""
        [leaves] = [one.seats[0] for one in self.latest.tables if one.number == table]
        place, form = (self.latest.number, table), Submission.of(secrets.token_urlsafe(16), ())
        self.do(entrants.take_seat, place, leaves, name, form, was=was)
        return leaves

    def end(self) -> None:
        self.do(events.set_ended, is_ended=True)

    def delete(self, *, is_deleted: bool = True) -> None:
        self.do(events.set_deleted, is_deleted=is_deleted)

    def right(self, role: str) -> Right:
        """The right that the door sign (spectator) or a table card (scorer) gives."""
        ref = self.find()
        return Right(ref.scorebook_id, None, role, ref.id)

    def sign_link(self, key: str, role: str, table: int = 0) -> str:
        """The path of the link at the door (spectator) or of a table card (scorer)."""
        kind = "t" if role == "scorer" else "e"
        text = links.sign_event_link(key, self.find(), kind)
        return f"/{kind}/{text}/{table}" if role == "scorer" else f"/{kind}/{text}"

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
