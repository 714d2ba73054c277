"""Loading events: from rows to the events of the rules."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from typing import Any

from sqlalchemy import and_, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.event_refs import EventRef
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.models.conditions import IN_ANY_ROUND, NOT_DELETED, of_scorebook, same_match
from scorekeeper.book.models.events import ROUND_KEY, of_event
from scorekeeper.book.models.tables import (
    ADDRESSES,
    EVENT_ENTRANTS,
    EVENT_ROUNDS,
    EVENT_SEATS,
    EVENT_TABLES,
    EVENTS,
    MATCH_SIDES,
    MATCHES,
    PLAYERS,
)
from scorekeeper.book.players.clocks import FIND_TIME_ZONE, convert_to_clock, make_clock
from scorekeeper.book.serialization import read_house
from scorekeeper.rules.seating.event import (
    GAME,
    Entrant,
    Event,
    EventKind,
    EventRound,
    EventTable,
    TableEnding,
    TableResult,
)

Place = tuple[int, int]
"""A round and the number of a table in it."""


@dataclass(frozen=True)
class TableMatch:
    """The match of a table; without a result it is running or was ended early."""

    id: int
    public_id: str
    result: TableResult | None


@dataclass(frozen=True)
class StoredEvent:
    """An event loaded from the database: its key, the event of the rules, names and matches.

    `names` and `players` (public ids) are those of one person or of the two of a pair, by entrant.
    `changed_at` has when a table was last changed.
    """

    ref: EventRef
    name: str
    event: Event
    house_rules: rules.HouseRules
    started_at: datetime
    ended_at: datetime | None
    clock: tzinfo | None
    names: Mapping[int, tuple[str, ...]]
    players: Mapping[int, tuple[str, ...]]
    round_rules: Mapping[int, rules.HouseRules] = field(default_factory=dict)
    round_starts: Mapping[int, datetime] = field(default_factory=dict)
    matches: Mapping[Place, TableMatch] = field(default_factory=dict)
    typed: Mapping[Place, TableResult] = field(default_factory=dict)
    changed_at: Mapping[Place, datetime] = field(default_factory=dict)

    def to_local(self, moment: datetime) -> datetime:
        """Convert a moment to the clock of the event."""
        return convert_to_clock(self.clock, moment)

    def find_match_result(self, place: Place) -> TableResult | None:
        """Return the result of the match of a table, whatever was typed."""
        match = self.matches.get(place)
        return None if match is None else match.result

    def has_two_results(self, place: Place) -> bool:
        """Whether the result that was typed differs from that of the match.

        In the playoff, a table without a result is played again.
        """
        typed, played = self.typed.get(place), self.find_match_result(place)
        if typed == TableResult.none() and place[0] > len(self.event.main_rounds):
            return False
        return typed is not None and played is not None and typed != played

    def list_changed_since_seating(self) -> list[Place]:
        """Return the tables of earlier rounds that were changed after the latest was seated.

        Those whose people were free then, so they had a result; others only finish late. So one
        without a result has lost it since then.
        """
        latest = self.event.latest
        if latest is None:
            return []
        free = {*latest.sits_out, *(one for table in latest.tables for one in table.seats)}
        began = self.round_starts[latest.number]
        return [
            place
            for seated in self.event.rounds
            if seated is not latest
            for table in seated.tables
            if not free.isdisjoint(table.seats)
            for place in [(seated.number, table.number)]
            if table.result is None or self.changed_at.get(place, began) > began
        ]


LOAD_EVENT = select(EVENTS, FIND_TIME_ZONE.scalar_subquery().label("time_zone")).where(
    *of_event(EVENTS), EVENTS.c.deleted_at.is_(None)
)
_SPELLINGS, _PARTNER_SPELLINGS = PLAYERS.alias("spelling"), PLAYERS.alias("partner_spelling")
_PARTNERS = PLAYERS.alias("partners")
LIST_ENTRANTS = (
    select(
        *EVENT_ENTRANTS.c["number", "lot", "is_present", "seed"],
        *PLAYERS.c["name", "public_id"],
        _PARTNERS.c.name.label("partner_name"),
        _PARTNERS.c.public_id.label("partner_public_id"),
    )
    .join(_SPELLINGS, of_scorebook(_SPELLINGS) & (_SPELLINGS.c.id == EVENT_ENTRANTS.c.player_id))
    .join(PLAYERS, of_scorebook(PLAYERS) & (PLAYERS.c.id == _SPELLINGS.c.canonical_id))
    .outerjoin(
        _PARTNER_SPELLINGS,
        of_scorebook(_PARTNER_SPELLINGS) & (_PARTNER_SPELLINGS.c.id == EVENT_ENTRANTS.c.partner_id),
    )
    .outerjoin(
        _PARTNERS, of_scorebook(_PARTNERS) & (_PARTNERS.c.id == _PARTNER_SPELLINGS.c.canonical_id)
    )
    .where(*of_event(EVENT_ENTRANTS))
    .order_by(EVENT_ENTRANTS.c.number)
)
_OF_ROUND = [EVENT_ROUNDS.c[name] == EVENT_SEATS.c[name] for name in ROUND_KEY]
_OF_TABLE = [EVENT_TABLES.c[name] == EVENT_SEATS.c[name] for name in (*ROUND_KEY, "table_number")]
LIST_SEATS = (
    select(
        *EVENT_ROUNDS.c["round", "house_rules", "lives", "started_at"],
        *EVENT_SEATS.c["entrant", "table_number"],
        *EVENT_TABLES.c["ending", "points_0", "points_1", "winner", "entered_at"],
    )
    .join(EVENT_SEATS, and_(*_OF_ROUND))
    .outerjoin(EVENT_TABLES, and_(*_OF_TABLE))
    .where(*of_event(EVENT_ROUNDS))
    .order_by(EVENT_ROUNDS.c.round, EVENT_SEATS.c.table_number, EVENT_SEATS.c.seat)
    .order_by(EVENT_SEATS.c.entrant)
)
LIST_MATCHES = (
    select(
        *MATCHES.c["id", "event_round", "event_table", "ended_at", "winner", "ending"],
        MATCHES.c.last_played_at,
        ADDRESSES.c.public_id,
        *MATCH_SIDES.c["side", "points"],
    )
    .select_from(MATCHES.join(ADDRESSES).join(MATCH_SIDES, same_match(MATCH_SIDES, MATCHES)))
    .where(of_scorebook(MATCHES), MATCHES.c.event_id == bindparam("event"), IN_ANY_ROUND)
    .where(NOT_DELETED)
    .order_by(*MATCHES.c["event_round", "event_table"], MATCH_SIDES.c.side)
)


def load_event(session: Session, ref: EventRef) -> StoredEvent:
    """Load an event that was found, in four statements; raise AccessDenied if it was deleted."""
    where = {"scorebook": ref.scorebook_id, "event": ref.id}
    head = session.execute(LOAD_EVENT, where).first()
    if head is None:
        raise AccessDenied(ref.public_id)
    entrants = session.execute(LIST_ENTRANTS, where).all()
    seats = session.execute(LIST_SEATS, where).all()
    rows_of_matches = session.execute(LIST_MATCHES, where).all()
    matches = _read_matches(rows_of_matches)
    typed = {
        (row.round, row.table_number): _read_typed(row) for row in seats if row.ending is not None
    }
    event = Event(
        key=ref.public_id,
        kind=EventKind(head.kind),
        planned_rounds=head.planned_rounds,
        max_tables=head.max_tables,
        entrants=tuple(Entrant(row.number, row.lot, row.is_present, row.seed) for row in entrants),
        rounds=_read_rounds(seats, typed, matches),
    )
    starts = {row.round: row.started_at for row in seats}
    differing = {row.round: row.house_rules for row in seats}
    return StoredEvent(
        ref=replace(ref, revision=head.revision, generation=head.generation),
        name=head.name,
        event=event,
        house_rules=read_house(GAME, head.house_rules),
        started_at=head.started_at,
        ended_at=head.ended_at,
        clock=make_clock(head.utc_offset, head.time_zone),
        names={row.number: _pair(row.name, row.partner_name) for row in entrants},
        players={row.number: _pair(row.public_id, row.partner_public_id) for row in entrants},
        round_rules={
            number: read_house(GAME, {**head.house_rules, **own})
            for number, own in differing.items()
        },
        round_starts=starts,
        matches=matches,
        typed=typed,
        changed_at=_read_changes(rows_of_matches, seats),
    )


def _read_rounds(
    seats: Sequence[Any], typed: Mapping[Place, TableResult], matches: Mapping[Place, TableMatch]
) -> tuple[EventRound, ...]:
    tables: dict[int, dict[int | None, list[int]]] = defaultdict(lambda: defaultdict(list))
    lives: dict[int, int | None] = {}
    for row in seats:
        tables[row.round][row.table_number].append(row.entrant)
        lives[row.round] = row.lives
    return tuple(
        EventRound(
            number,
            tuple(
                EventTable(table, tuple(seated), _find_result((number, table), typed, matches))
                for table, seated in by_table.items()
                if table is not None
            ),
            tuple(by_table.get(None, ())),
            lives[number],
        )
        for number, by_table in tables.items()
    )


def _find_result(
    place: Place, typed: Mapping[Place, TableResult], matches: Mapping[Place, TableMatch]
) -> TableResult | None:
    if place in typed:
        return typed[place]
    return matches[place].result if place in matches else None


def _read_matches(rows: Sequence[Any]) -> dict[Place, TableMatch]:
    points: dict[int, list[int | None]] = defaultdict(list)
    for row in rows:
        points[row.id].append(row.points)
    return {
        (row.event_round, row.event_table): TableMatch(
            row.id, row.public_id, _read_result(row, points[row.id])
        )
        for row in rows
    }


def _read_result(row: Any, points: Sequence[int | None]) -> TableResult | None:
    """Return the result of a match; none if it is running or was ended early."""
    first, second = points
    if row.ended_at is None or row.ending == "early" or first is None or second is None:
        return None
    return TableResult(TableEnding.PLAYED, (first, second), row.winner)


def _read_changes(matches: Sequence[Any], seats: Sequence[Any]) -> dict[Place, datetime]:
    """Return when each table was changed; a typed result hides its match."""
    played = {(row.event_round, row.event_table): row.last_played_at for row in matches}
    typed = {(row.round, row.table_number): row.entered_at for row in seats if row.ending}
    return played | typed


def _read_typed(row: Any) -> TableResult:
    points = None if row.points_0 is None else (row.points_0, row.points_1)
    return TableResult(TableEnding(row.ending), points, row.winner)


def _pair(first: str, second: str | None) -> tuple[str, ...]:
    return (first,) if second is None else (first, second)
