"""What lists say of matches: who played, and the kept result."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.db.statements import these
from scorekeeper.book.db.types import table_of
from scorekeeper.book.matches.match_loader import in_order
from scorekeeper.book.models import Hand, MatchSide, Seat
from scorekeeper.book.players.clocks import clock, shown_by
from scorekeeper.book.players.players import LEADERS, LED, PLAYERS


@dataclass(frozen=True)
class HistoryRow:
    """What a list says of a match without its people: where it lies, and the kept result."""

    scorebook_id: int
    id: int
    version: int
    shown: int
    public_id: str
    game: str
    winner: int | None
    ending: str | None
    started: datetime
    ended: datetime | None
    utc_offset: int | None
    place: str
    time_zone: str | None

    @property
    def clock(self) -> tzinfo | None:
        """The clock of its table."""
        return clock(self.utc_offset, self.time_zone)


@dataclass(frozen=True)
class HistoryEntry:
    """A match in a list: who played, and the kept result if it is finished.

    When it began and when a hand was last noted is on the clock of its table.
    """

    public_id: str
    id: int
    shown: int
    game: rules.Game
    players: tuple[str, ...]
    leaders: tuple[int | None, ...]
    sides: tuple[str, ...]
    points: tuple[int, ...] | None
    winner: int | None
    ending: str | None
    ended: datetime | None
    place: str
    began: datetime
    last_noted: datetime
    minutes: float


SEATS, SIDES, HANDS = table_of(Seat), table_of(MatchSide), table_of(Hand)
_OF_SEAT = (PLAYERS.c.scorebook_id == SEATS.c.scorebook_id) & (PLAYERS.c.id == SEATS.c.player_id)
_LAST = (
    select(HANDS.c.match_id, func.max(HANDS.c.noted_at).label("last_noted"))
    .where(*these(HANDS))
    .group_by(HANDS.c.match_id)
    .subquery()
)
# A row for each seat and side together: few, and a statement less.
SEATS_AND_SIDES = (
    select(*SIDES.c["match_id", "side", "name", "points"], SEATS.c.seat)
    .add_columns(LEADERS.c.name.label("player"), LEADERS.c.id.label("leader"), _LAST.c.last_noted)
    .select_from(SIDES)
    .join(
        SEATS,
        (SEATS.c.scorebook_id == SIDES.c.scorebook_id) & (SEATS.c.match_id == SIDES.c.match_id),
    )
    .outerjoin(PLAYERS, _OF_SEAT)
    .outerjoin(LEADERS, LED)
    .outerjoin(_LAST, _LAST.c.match_id == SIDES.c.match_id)
    .where(*these(SIDES))
)


def load_entries(session: Session, listed: Sequence[HistoryRow]) -> list[HistoryEntry]:
    """Tell who played the listed matches, and their points."""
    players: dict[tuple[int, int], dict[int, tuple[str | None, int | None]]] = defaultdict(dict)
    sides: dict[tuple[int, int], dict[int, tuple[str | None, int | None]]] = defaultdict(dict)
    last_noted: dict[tuple[int, int], datetime | None] = {}
    for scorebook_id in {row.scorebook_id for row in listed}:
        ids = [row.id for row in listed if row.scorebook_id == scorebook_id]
        for row in session.execute(SEATS_AND_SIDES, {"scorebook": scorebook_id, "matches": ids}):
            sides[scorebook_id, row.match_id][row.side] = (row.name, row.points)
            players[scorebook_id, row.match_id][row.seat] = (row.player, row.leader)
            last_noted[scorebook_id, row.match_id] = row.last_noted
    keys = [((row.scorebook_id, row.id), row) for row in listed]
    return [
        _build_entry(row, in_order(players[key]), in_order(sides[key]), last_noted[key])
        for key, row in keys
    ]


def _build_entry(
    row: HistoryRow,
    sat: Sequence[tuple[str | None, int | None]],
    sides: Sequence[tuple[str | None, int | None]],
    last_noted: datetime | None,
) -> HistoryEntry:
    game = rules.GAMES[row.game]
    players = rules.fill_in_names([name for name, _ in sat])
    usual = game.side_names or players
    points = tuple(number for _, number in sides if number is not None)
    last, table = last_noted or row.started, row.clock
    return HistoryEntry(
        public_id=row.public_id,
        id=row.id,
        shown=row.shown,
        game=game,
        players=players,
        leaders=tuple(leader for _, leader in sat),
        sides=tuple(name or usual[side] for side, (name, _) in enumerate(sides)),
        points=points if len(points) == len(sides) else None,
        winner=row.winner,
        ending=row.ending,
        ended=row.ended,
        place=row.place,
        began=shown_by(table, row.started),
        last_noted=shown_by(table, last),
        minutes=(last - row.started).total_seconds() / 60,
    )
