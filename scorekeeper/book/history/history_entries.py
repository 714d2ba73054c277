"""The entries of match lists: players, stored result, and what happened."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any

from sqlalchemy import cast, exists, false, func, literal, null, select, union_all
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import MATCH_REFS
from scorekeeper.book.matches.match_loader import sort_by_number
from scorekeeper.book.models.conditions import (
    HAS_TYPED_RESULT,
    IS_ITS_EVENT,
    IS_ITS_MATCH,
    of_matches,
    of_scorebook,
    same_match,
)
from scorekeeper.book.models.tables import (
    EVENTS,
    HANDS,
    MATCH_SIDES,
    MATCH_TAGS,
    MATCHES,
    PLAYERS,
    RESULTS,
    SEATS,
)
from scorekeeper.book.players.clocks import FIND_TIME_ZONE, convert_to_clock, make_clock
from scorekeeper.book.players.players import CANONICAL_PLAYERS, IS_CANONICAL
from scorekeeper.rules.review.remarkable import Tag, TagDetail

ORDER = {tag: place for place, tag in enumerate(Tag)}
"""The place of each tag among all."""


# Not frozen: creating those of a page would take a tenth of its time.
@dataclass
class HistoryRow:
    """The columns of `HISTORY_ROWS`: a match without its players, or an event, without a game."""

    scorebook_id: int
    id: int
    version: int
    revision: int
    public_id: str
    game_key: str
    winner: int | None
    ending: str | None
    utc_offset: int | None
    place: str
    started: datetime
    ended: datetime | None
    time_zone: str | None
    event_id: int | None
    # None for the match of a deleted event.
    event_revision: int | None
    is_typed: bool
    deleted_at: datetime | None = None

    @property
    def is_running(self) -> bool:
        """Whether the match has no result, not even one that was typed."""
        return self.ended is None and not self.is_typed

    @property
    def event(self) -> int | None:
        """The id of the event of the match."""
        return None if self.event_revision is None else self.event_id

    @property
    def clock(self) -> tzinfo | None:
        return make_clock(self.utc_offset, self.time_zone)

    @property
    def began(self) -> datetime:
        return convert_to_clock(self.clock, self.started)


HISTORY_ROWS = MATCH_REFS.add_columns(
    *MATCHES.c["game", "winner", "ending", "utc_offset", "place"],
    MATCHES.c.started_at.label("started"),
    MATCHES.c.ended_at.label("ended"),
    FIND_TIME_ZONE.scalar_subquery().label("time_zone"),
    MATCHES.c.event_id,
    select(EVENTS.c.revision)
    .where(IS_ITS_EVENT)
    .correlate(MATCHES)
    .scalar_subquery()
    .label("event_revision"),
    HAS_TYPED_RESULT.label("is_typed"),
)
"""Rows with the columns of `HistoryRow`, in this order."""
EVENT_ROWS = select(
    *EVENTS.c["scorebook_id", "id"],
    EVENTS.c.revision.label("version"),
    *EVENTS.c["revision", "public_id"],
    literal("").label("game"),
    cast(null(), MATCHES.c.winner.type).label("winner"),
    cast(null(), MATCHES.c.ending.type).label("ending"),
    EVENTS.c.utc_offset,
    literal("").label("place"),
    EVENTS.c.started_at.label("started"),
    EVENTS.c.ended_at.label("ended"),
    FIND_TIME_ZONE.scalar_subquery().label("time_zone"),
    EVENTS.c.id.label("event_id"),
    EVENTS.c.revision.label("event_revision"),
    false().label("is_typed"),
).where(of_scorebook(EVENTS), EVENTS.c.deleted_at.is_(None), ~exists().where(IS_ITS_MATCH))
"""Rows of events without a match, with the same columns; without a game."""


@dataclass(kw_only=True)
class HistoryEntry(HistoryRow):
    """A match in a list: its players, and the stored result if it is finished.

    `last_noted`, the time of the latest hand, is a local time of the match, like `began`.
    `minutes` is how long a finished match was played, without pauses; 0 for a running one.
    `tags` are the most remarkable first.
    """

    players: tuple[str, ...]
    canonical_ids: tuple[int | None, ...]
    sides: tuple[str, ...]
    points: tuple[int, ...] | None
    last_noted: datetime
    minutes: int
    tags: tuple[TagDetail, ...] = ()

    @property
    def game(self) -> rules.Game:
        return rules.GAMES[self.game_key]


_LAST = (
    select(HANDS.c.match_id, func.max(HANDS.c.noted_at).label("last_noted"))
    .where(*of_matches(HANDS))
    .group_by(HANDS.c.match_id)
    .subquery()
)
# One row per seat and side: only a few more rows, and one statement less.
SEATS_AND_SIDES = (
    select(*MATCH_SIDES.c["match_id", "side", "name", "points"], SEATS.c.seat)
    .add_columns(
        CANONICAL_PLAYERS.c.name.label("player"),
        CANONICAL_PLAYERS.c.id.label("canonical_id"),
        _LAST.c.last_noted,
        RESULTS.c.minutes,
        *(null().label(name) for name in ("tag", "figure", "hand")),
    )
    .select_from(MATCH_SIDES)
    .join(SEATS, same_match(SEATS, MATCH_SIDES))
    .outerjoin(PLAYERS)
    .outerjoin(CANONICAL_PLAYERS, IS_CANONICAL)
    .outerjoin(RESULTS, same_match(RESULTS, SEATS) & (RESULTS.c.seat == SEATS.c.seat))
    .outerjoin(_LAST, _LAST.c.match_id == MATCH_SIDES.c.match_id)
    .where(*of_matches(MATCH_SIDES))
)
_OTHER_COLUMNS = ("player", "canonical_id", "last_noted", "minutes")
# The tags come with the same statement, too.
ENTRIES = union_all(
    SEATS_AND_SIDES,
    select(MATCH_TAGS.c.match_id, MATCH_TAGS.c.side, null(), null(), MATCH_TAGS.c.seat)
    .add_columns(*(null().label(name) for name in _OTHER_COLUMNS))
    .add_columns(*MATCH_TAGS.c["tag", "figure", "hand"])
    .where(*of_matches(MATCH_TAGS)),
)


def load_entries(session: Session, listed: Sequence[HistoryRow]) -> list[HistoryEntry]:
    """Load the players, points and tags of the listed matches."""
    parts: dict[tuple[int, int], list[Any]] = defaultdict(list)
    for scorebook_id in {row.scorebook_id for row in listed}:
        ids = [row.id for row in listed if row.scorebook_id == scorebook_id]
        for part in session.execute(ENTRIES, {"scorebook": scorebook_id, "matches": ids}):
            parts[scorebook_id, part.match_id].append(part)
    return [_build_entry(row, parts[row.scorebook_id, row.id]) for row in listed]


def _build_entry(row: HistoryRow, parts: Sequence[Any]) -> HistoryEntry:
    """Return the entry of a match, from its rows of `ENTRIES`."""
    seats = sort_by_number({part.seat: part for part in parts if part.tag is None})
    sides = sort_by_number({part.side: part for part in parts if part.tag is None})
    players = rules.fill_in_names([part.player for part in seats])
    usual = rules.GAMES[row.game_key].side_names or players
    points = tuple(part.points for part in sides if part.points is not None)
    tags = [
        TagDetail(Tag(part.tag), part.figure, part.hand, part.side, part.seat)
        for part in parts
        if part.tag is not None
    ]
    return HistoryEntry(
        **vars(row),
        players=players,
        canonical_ids=tuple(part.canonical_id for part in seats),
        sides=tuple(part.name or usual[part.side] for part in sides),
        points=points if len(points) == len(sides) else None,
        last_noted=convert_to_clock(row.clock, seats[0].last_noted or row.started),
        minutes=seats[0].minutes or 0,
        tags=tuple(sorted(tags, key=lambda one: ORDER[one.tag])),
    )
