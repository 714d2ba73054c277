"""Loading events, from rows to the events of the rules, and the seasons of a club."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.book.access.event_refs import EventRef
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.events import document
from scorekeeper.book.models.conditions import (
    IN_ANY_ROUND,
    NOT_DELETED,
    of_events,
    of_scorebook,
    same_match,
)
from scorekeeper.book.models.tables import (
    ADDRESSES,
    EVENT_PLAYERS,
    EVENTS,
    MATCH_SIDES,
    MATCHES,
    PLAYERS,
)
from scorekeeper.book.players.clocks import (
    FIND_TIME_ZONE,
    convert_to_clock,
    find_local_start,
    make_clock,
)
from scorekeeper.book.statistics.queries import Days
from scorekeeper.book.statistics.results import day_number
from scorekeeper.book.statistics.roster import Roster
from scorekeeper.rules import fold
from scorekeeper.rules.seating.event import Event, Place, TableEnding, TableResult, with_tables
from scorekeeper.rules.seating.final import (
    SeasonRow,
    rank_season,
    score_evening,
    without_late_results,
)


@dataclass(frozen=True)
class TableMatch:
    """The match of a table; without a result it is running or was ended early."""

    id: int
    public_id: str
    result: TableResult | None
    changed_at: datetime


@dataclass(frozen=True)
class StoredEvent:
    """An event loaded from the database: its key, the event of the rules, names and matches.

    `names`, `players` (public ids) and `player_ids` are those of one person or of the two of a
    pair, by entrant.
    """

    ref: EventRef
    name: str
    event: Event
    started_at: datetime
    ended_at: datetime | None
    clock: tzinfo | None
    names: Mapping[int, tuple[str, ...]]
    players: Mapping[int, tuple[str, ...]]
    player_ids: Mapping[int, tuple[int, ...]]
    matches: Mapping[Place, TableMatch] = field(default_factory=dict)

    def to_local(self, moment: datetime) -> datetime:
        return convert_to_clock(self.clock, moment)

    @property
    def ends(self) -> datetime | None:
        """The end of the latest round by its clock; None without one, or if nobody plays in it."""
        latest = self.event.latest
        if latest is None or self.ended_at or all(table.result for table in latest.tables):
            return None
        return self.event.find_end(latest)

    def list_changed_since_seating(self) -> list[Place]:
        """Return the tables of earlier rounds that were changed after the latest was seated.

        Those whose people were free then, so they had a result; others only finish late. So one
        without a result has lost it since then.
        """
        latest = self.event.latest
        if latest is None or latest.started is None:
            return []
        free = {*latest.sits_out, *(one for table in latest.tables for one in table.seats)}
        changed = []
        for seated in self.event.rounds:
            for table in seated.tables if seated is not latest else ():
                place = seated.number, table.number
                match = self.matches.get(place)
                at = match.changed_at if match and not table.typed else table.typed_at
                is_late = table.result is None or (at is not None and at > latest.started)
                if is_late and not free.isdisjoint(table.seats):
                    changed.append(place)
        return changed


LOAD_EVENTS = select(EVENTS, FIND_TIME_ZONE.scalar_subquery().label("time_zone")).where(
    *of_events(EVENTS), EVENTS.c.deleted_at.is_(None)
)
_SPELLINGS = PLAYERS.alias("spelling")
LIST_PLAYERS = (
    select(*EVENT_PLAYERS.c["event_id", "entrant"], *PLAYERS.c["name", "public_id", "id"])
    .join(_SPELLINGS, of_scorebook(_SPELLINGS) & (_SPELLINGS.c.id == EVENT_PLAYERS.c.player_id))
    .join(PLAYERS, of_scorebook(PLAYERS) & (PLAYERS.c.id == _SPELLINGS.c.canonical_id))
    .where(*of_events(EVENT_PLAYERS))
    .order_by(*EVENT_PLAYERS.c["entrant", "person"])
)
LIST_MATCHES = (
    select(
        *MATCHES.c["id", "event_id", "event_round", "event_table", "ended_at", "winner", "ending"],
        MATCHES.c.last_played_at,
        ADDRESSES.c.public_id,
        *MATCH_SIDES.c["side", "points"],
    )
    .select_from(MATCHES.join(ADDRESSES).join(MATCH_SIDES, same_match(MATCH_SIDES, MATCHES)))
    .where(*of_events(MATCHES), IN_ANY_ROUND, NOT_DELETED)
    .order_by(*MATCHES.c["event_round", "event_table"], MATCH_SIDES.c.side)
)
LIST_FINISHED = (
    select(*EVENTS.c["scorebook_id", "id", "public_id", "revision", "generation", "name"])
    .add_columns(*EVENTS.c["started_at", "utc_offset"])
    .add_columns(FIND_TIME_ZONE.scalar_subquery().label("time_zone"))
    .where(of_scorebook(EVENTS), EVENTS.c.deleted_at.is_(None), EVENTS.c.ended_at.is_not(None))
    .order_by(EVENTS.c.started_at, EVENTS.c.id)
)


def load_event(session: Session, ref: EventRef) -> StoredEvent:
    """Load an event that was found, in three statements; raise AccessDenied if it was deleted."""
    for stored in load_events(session, [ref]):
        return stored
    raise AccessDenied(ref.public_id)


def load_events(session: Session, refs: Sequence[EventRef]) -> list[StoredEvent]:
    """Load events of one scorebook in three statements, but none that was deleted."""
    if not refs:
        return []
    where = {"scorebook": refs[0].scorebook_id, "events": [ref.id for ref in refs]}
    heads = {row.id: row for row in session.execute(LOAD_EVENTS, where)}
    people, matches = (
        _group(session.execute(statement, where), "event_id")
        for statement in (LIST_PLAYERS, LIST_MATCHES)
    )
    return [
        _read_event(ref, heads[ref.id], people[ref.id], matches[ref.id])
        for ref in refs
        if ref.id in heads
    ]


def _group(rows: Iterable[Any], column: str) -> Mapping[int, Sequence[Any]]:
    groups: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        groups[getattr(row, column)].append(row)
    return groups


def _read_event(
    ref: EventRef, head: Any, player_rows: Sequence[Any], match_rows: Sequence[Any]
) -> StoredEvent:
    people = _group(player_rows, "entrant")
    matches = _read_matches(match_rows)
    event = document.read(head.document, ref.public_id, head.started_at)
    event = with_tables(event, {place: {"played": one.result} for place, one in matches.items()})
    return StoredEvent(
        ref=replace(ref, revision=head.revision, generation=head.generation),
        name=head.name,
        event=without_late_results(event) if head.ended_at else event,
        started_at=head.started_at,
        ended_at=head.ended_at,
        clock=make_clock(head.utc_offset, head.time_zone),
        names={number: tuple(row.name for row in rows) for number, rows in people.items()},
        players={number: tuple(row.public_id for row in rows) for number, rows in people.items()},
        player_ids={number: tuple(row.id for row in rows) for number, rows in people.items()},
        matches=matches,
    )


def _read_matches(rows: Sequence[Any]) -> dict[Place, TableMatch]:
    points = {key: [row.points for row in sides] for key, sides in _group(rows, "id").items()}
    return {
        (row.event_round, row.event_table): TableMatch(
            row.id, row.public_id, _read_result(row, points[row.id]), row.last_played_at
        )
        for row in rows
    }


def _read_result(row: Any, points: Sequence[int | None]) -> TableResult | None:
    """Return the result of a match; none if it is running or was ended early."""
    first, second = points
    if row.ended_at is None or row.ending == "early" or first is None or second is None:
        return None
    return TableResult(TableEnding.PLAYED, (first, second), row.winner)


@dataclass(frozen=True)
class Season:
    """The finished evenings at which someone played, the earliest first, and their table.

    They have the `name`, or any if it is empty. `names` are those of all finished evenings, the
    latest first: of several spellings the latest.
    """

    name: str
    names: Sequence[str]
    evenings: Sequence[StoredEvent]
    rows: Sequence[SeasonRow]


def load_season(session: Session, book: Roster, role: str, days: Days, name: str = "") -> Season:
    """Load the season of a range of days in four statements, of one name if that is known.

    Guests aren't listed, but count for those who finish ahead of them.
    """
    rows = session.execute(LIST_FINISHED, {"scorebook": book.id}).all()
    names: dict[str, str] = {}
    for row in reversed(rows):
        names.setdefault(fold(row.name), row.name)
    chosen = fold(name) if fold(name) in names else ""
    refs = [
        EventRef(row.scorebook_id, row.id, row.public_id, row.revision, row.generation, role)
        for row in rows
        if days.include(day_number(find_local_start(row))) and chosen in ("", fold(row.name))
    ]
    scored = [(stored, score_evening(stored.event)) for stored in load_events(session, refs)]
    played = [(stored, scores) for stored, scores in scored if scores]
    scores_by_person = [
        {
            person: score
            for entrant, score in scores.items()
            for person in stored.player_ids[entrant]
            if not book.people[person].guest
        }
        for stored, scores in played
    ]
    table = rank_season(scores_by_person, book.season_best)
    table.sort(key=lambda row: (row.place, fold(book.people[row.person].name)))
    evenings = [stored for stored, _scores in played]
    return Season(names.get(chosen, ""), [*names.values()], evenings, table)
