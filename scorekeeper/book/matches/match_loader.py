"""Loading matches: from rows to matches of the rules."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, FromClause, Row, and_, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import MatchRef, Rights
from scorekeeper.book.matches.hands import Replies, load_hands
from scorekeeper.book.models.conditions import IS_ITS_EVENT, of_matches, same_match
from scorekeeper.book.models.tables import (
    CHANGES,
    EVENTS,
    GRANTS,
    MATCH_SIDES,
    MATCHES,
    PLAYERS,
    SEATS,
)
from scorekeeper.book.players.clocks import FIND_TIME_ZONE, convert_to_clock, make_clock
from scorekeeper.book.players.players import CANONICAL_PLAYERS, IS_CANONICAL
from scorekeeper.book.serialization import read_house, read_record


class UndoPosition(NamedTuple):
    """A position in the undo tree: the last change, and the one redo would apply; 0 means none."""

    at: int = 0
    next: int = 0
    undoes: rules.Record | None = None
    redoes: rules.Record | None = None


def find_undoes(match: rules.Match) -> rules.Record | None:
    """Return what undo would undo in a match without an earlier change."""
    change = rules.Change.of_last_entry(match)
    return None if change is None else change.record


class EventPlace(NamedTuple):
    """The event of a match, whether it is over, and the round and table of the match."""

    id: int
    public_id: str
    name: str
    round: int
    table: int
    is_over: bool = False


@dataclass(frozen=True, kw_only=True)
class StoredMatch(MatchRef):
    """A match loaded from the database: the match of the rules, and what else its pages show.

    `replies` are the confirmations and queries of hands, `claimed` the seats claimed by phones.
    """

    match: rules.Match
    position: UndoPosition
    clock: tzinfo | None = None
    replies: Replies = field(default_factory=dict)
    claimed: frozenset[int] = frozenset()
    event: EventPlace | None = None

    def to_local(self, moment: datetime) -> datetime:
        return convert_to_clock(self.clock, moment)


LAST_CHANGE, NEXT_CHANGE = CHANGES.alias("done"), CHANGES.alias("next")


def _change_at(change: FromClause, place: ColumnElement[int]) -> ColumnElement[bool]:
    return and_(same_match(change, MATCHES), change.c.number == place)


_CLAIM_OF_SEAT = select(GRANTS.c.id).where(same_match(GRANTS, SEATS), GRANTS.c.seat == SEATS.c.seat)
# Built once, in Core: building a statement takes longer than executing it.
# One row for each pair of seat and side: few rows, and two statements fewer.
LOAD_MATCHES = (
    select(
        *MATCHES.c["id", "version", "revision", "game", "house_rules", "first_seat"],
        *MATCHES.c["started_at", "ended_at", "awarded", "clock_at", "place", "note"],
        MATCHES.c.utc_offset,
        FIND_TIME_ZONE.scalar_subquery().label("time_zone"),
        *MATCH_SIDES.c["side", "name", "opening_points", "opening_bags"],
        SEATS.c.seat,
        CANONICAL_PLAYERS.c.name.label("player"),
        _CLAIM_OF_SEAT.correlate(SEATS).exists().label("is_claimed"),
        *MATCHES.c["at_change", "next_change"],
        *(LAST_CHANGE.c.fact.label("done_fact"), LAST_CHANGE.c.hand.label("done_hand")),
        *(NEXT_CHANGE.c.fact.label("next_fact"), NEXT_CHANGE.c.hand.label("next_hand")),
        EVENTS.c.id.label("event_id"),
        EVENTS.c.public_id.label("event_public_id"),
        EVENTS.c.name.label("event_name"),
        EVENTS.c.ended_at.label("event_ended_at"),
        *MATCHES.c["event_round", "event_table"],
    )
    .select_from(
        MATCHES.join(MATCH_SIDES)
        .join(SEATS)
        .outerjoin(PLAYERS)
        .outerjoin(CANONICAL_PLAYERS, IS_CANONICAL)
        .outerjoin(LAST_CHANGE, _change_at(LAST_CHANGE, MATCHES.c.at_change))
        .outerjoin(NEXT_CHANGE, _change_at(NEXT_CHANGE, MATCHES.c.next_change))
        .outerjoin(EVENTS, IS_ITS_EVENT)
    )
    .where(*of_matches(MATCHES))
)


def load_matches(session: Session, refs: Sequence[MatchRef]) -> list[StoredMatch]:
    """Load matches in order, three statements for each scorebook; purged ones are left out."""
    loaded: dict[tuple[int, int], StoredMatch] = {}
    for scorebook_id in {ref.scorebook_id for ref in refs}:
        inside = [ref for ref in refs if ref.scorebook_id == scorebook_id]
        for stored in _load_from_scorebook(session, scorebook_id, inside):
            loaded[scorebook_id, stored.id] = stored
    keys = [(ref.scorebook_id, ref.id) for ref in refs]
    return [loaded[key] for key in keys if key in loaded]


def sort_by_number(numbered: dict[int, Any]) -> list[Any]:
    return [numbered[place] for place in sorted(numbered)]


def _load_from_scorebook(
    session: Session, scorebook_id: int, refs: Sequence[MatchRef]
) -> list[StoredMatch]:
    values = {"scorebook": scorebook_id, "matches": [ref.id for ref in refs]}
    rows: dict[int, list[Any]] = defaultdict(list)
    for row in session.execute(LOAD_MATCHES, values):
        rows[row.id].append(row)
    games = {match_id: rules.GAMES[found[0].game] for match_id, found in rows.items()}
    hands, replies = load_hands(session, values, games)
    return [
        _read_stored(ref, rows[ref.id], hands[ref.id], replies.get(ref.id, {}))
        for ref in refs
        if ref.id in rows
    ]


def _read_stored(
    ref: MatchRef, rows: Sequence[Row[Any]], hands: Sequence[rules.Hand], replies: Replies
) -> StoredMatch:
    """Return a match from its rows, one for each pair of seat and side."""
    head, event = rows[0], None
    sides = sort_by_number({row.side: row for row in rows})
    seats = sort_by_number({row.seat: row for row in rows})
    match = _read_match(head, sides, [row.player for row in seats], hands)
    undoes = read_record(head.done_fact, head.done_hand) if head.at_change else find_undoes(match)
    redoes = read_record(head.next_fact, head.next_hand) if head.next_change else None
    if head.event_id is not None:
        place = head.event_round, head.event_table, head.event_ended_at is not None
        event = EventPlace(head.event_id, head.event_public_id, head.event_name, *place)
    return StoredMatch(
        *(ref.scorebook_id, ref.id, ref.public_id, head.version, head.revision),
        Rights(can_write=True),
        match=match,
        position=UndoPosition(head.at_change, head.next_change, undoes, redoes),
        clock=make_clock(head.utc_offset, head.time_zone),
        replies=replies,
        claimed=frozenset(row.seat for row in seats if row.is_claimed),
        event=event,
    )


def _read_match(
    row: Row[Any], sides: Sequence[Any], names: Sequence[str | None], hands: Sequence[rules.Hand]
) -> rules.Match:
    house = read_house(row.game, row.house_rules)
    players = rules.fill_in_names(names)
    usual = house.game.side_names or players
    return rules.Match(
        house=house,
        players=players,
        sides=tuple(one.name or usual[one.side] for one in sides),
        first=row.first_seat,
        opening=tuple(rules.Standing(one.opening_points, one.opening_bags) for one in sides),
        hands=tuple(hands),
        started=row.started_at,
        ended=row.ended_at,
        awarded=row.awarded,
        clock=row.clock_at,
        place=row.place,
        note=row.note,
        utc_offset=row.utc_offset,
    )
