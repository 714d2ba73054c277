"""The records of a scorebook: its highest figures, and the matches that hold them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import MATCH_REFS, MatchRef
from scorekeeper.book.models.conditions import of_matches, of_scorebook, same_match
from scorekeeper.book.models.tables import MATCHES, RESULTS
from scorekeeper.book.statistics.cache import load_cached
from scorekeeper.book.statistics.queries import Days
from scorekeeper.book.statistics.roster import Person, Roster
from scorekeeper.rules.review.figures import RecordKind

MAX_HOLDERS = 3
"""Holders of a record that are named; of more, only the latest."""
MIN_RUN = 3


class Holder(NamedTuple):
    """A holder of a record: a seat or its side in a match, and for a run the player."""

    match_id: int
    seat: int
    side: int
    person: Person | None = None
    first_day: int = 0
    last_day: int = 0


@dataclass(frozen=True)
class ScorebookRecord:
    """A record: its figure, how often it was reached, and its holders, the latest first."""

    kind: RecordKind
    figure: int
    times: int
    holders: Sequence[Holder]


@dataclass(frozen=True)
class Records:
    """The records of a period: the number of finished matches, their first day, and the games."""

    records: Sequence[ScorebookRecord]
    matches: int
    first_day: int
    games: Sequence[str]


_COLUMNS = RESULTS.c
_FIGURES: Mapping[RecordKind, sa.ColumnElement[int]] = {
    RecordKind.HIGHEST_SCORE: _COLUMNS.final_points,
    RecordKind.COMEBACK: _COLUMNS.comeback,
    RecordKind.CLEAREST_WIN: _COLUMNS.margin,
    # The lowest margin is the highest negative one.
    RecordKind.CLOSEST_FINISH: -sa.func.nullif(_COLUMNS.margin, 0),
    RecordKind.HIGHEST_HAND: _COLUMNS.best,
    RecordKind.MOST_NILS: _COLUMNS.nils_made + _COLUMNS.blinds_made,
    RecordKind.WORST_SET: _COLUMNS.worst_set,
    RecordKind.MOST_BAGS: _COLUMNS.bags,
    RecordKind.LONGEST_MATCH: _COLUMNS.hands,
}
_DAY: sa.ColumnElement[int] = RESULTS.c.day + sa.literal_column("0")
_CONDITIONS = (of_scorebook(RESULTS), _DAY.between(sa.bindparam("first"), sa.bindparam("last")))
HIGHEST = (
    sa.select(MATCHES.c.game, sa.func.count().filter(RESULTS.c.seat == 0).label("matches"))
    .add_columns(sa.func.min(RESULTS.c.day).label("first_day"))
    .add_columns(*(sa.func.max(figure).label(kind.name) for kind, figure in _FIGURES.items()))
    .select_from(RESULTS.join(MATCHES, same_match(MATCHES, RESULTS)))
    .where(*_CONDITIONS)
    .group_by(MATCHES.c.game)
)
# Not a join: without a game, no match is looked up.
_ANY_GAME = sa.or_(
    sa.bindparam("game") == "",
    sa.exists().where(
        of_scorebook(MATCHES), same_match(MATCHES, RESULTS), MATCHES.c.game == sa.bindparam("game")
    ),
)
HOLDERS = (
    sa.select(*RESULTS.c["match_id", "seat", "side"])
    .add_columns(*(figure.label(kind.name) for kind, figure in _FIGURES.items()))
    .where(*_CONDITIONS, _ANY_GAME)
    .where(sa.or_(*(figure == sa.bindparam(kind.name) for kind, figure in _FIGURES.items())))
    .order_by(RESULTS.c.started_at.desc(), RESULTS.c.match_id.desc(), RESULTS.c.seat)
)
DECIDED = (
    sa.select(*RESULTS.c["player_id", "won", "match_id", "seat", "side", "day"])
    .where(*_CONDITIONS, _ANY_GAME, RESULTS.c.decided == 1, RESULTS.c.player_id.is_not(None))
    .order_by(RESULTS.c.started_at, RESULTS.c.match_id, RESULTS.c.seat)
)
REFS = MATCH_REFS.where(*of_matches(MATCHES))


def find_records(session: Session, book: Roster, days: Days, game: str = "") -> Records:
    """Return the records of a range of days, optionally of one game."""
    key = "records", book.id, book.revision, days, game
    records: Sequence[Records] = load_cached(
        session, key, lambda: [_find_records(session, book, days, game)]
    )
    return records[0]


def _find_records(session: Session, book: Roster, days: Days, game: str) -> Records:
    values = {"scorebook": book.id, **days._asdict(), "game": game}
    rows = session.execute(HIGHEST, values).all()
    chosen = [row for row in rows if game in ("", row.game)]
    games = [row.game for row in rows]
    if not chosen:
        return Records((), 0, 0, games)
    highest = {
        kind: max((figure for row in chosen if (figure := getattr(row, kind.name))), default=0)
        for kind in _FIGURES
    }
    # A figure of 0 is no record, and NULL equals no figure.
    asked = {kind.name: figure or None for kind, figure in highest.items()}
    holders = _group_holders(session.execute(HOLDERS, {**values, **asked}), highest)
    length, runs = _find_runs(book, session.execute(DECIDED, values))
    highest[RecordKind.WINNING_RUN], holders[RecordKind.WINNING_RUN] = length, runs
    records = [
        ScorebookRecord(
            kind, abs(highest[kind]), len(some), some[: None if len(some) <= MAX_HOLDERS else 1]
        )
        for kind in RecordKind
        if (some := holders.get(kind))
    ]
    matches, first_day = sum(row.matches for row in chosen), min(row.first_day for row in chosen)
    return Records(records, matches, first_day, games)


def find_refs(session: Session, book: Roster, records: Records) -> list[MatchRef]:
    """Return the references of the matches that hold records."""
    ids = {holder.match_id for record in records.records for holder in record.holders}
    if not ids:
        return []
    rows = session.execute(REFS, {"scorebook": book.id, "matches": sorted(ids)})
    return [MatchRef.from_row(row) for row in rows]


def _group_holders(
    rows: Iterable[Any], highest: Mapping[RecordKind, int]
) -> dict[RecordKind, list[Holder]]:
    """Return the holders of each record: players, sides, or whole matches."""
    holders: dict[RecordKind, dict[tuple[int, int], Holder]] = defaultdict(dict)
    for row in rows:
        for kind, figure in highest.items():
            if not figure or getattr(row, kind.name) != figure:
                continue
            part = {RecordKind.LONGEST_MATCH: 0, RecordKind.MOST_NILS: row.seat}.get(kind, row.side)
            holders[kind].setdefault((row.match_id, part), Holder(row.match_id, row.seat, row.side))
    return {kind: list(found.values()) for kind, found in holders.items()}


def _find_runs(book: Roster, rows: Iterable[Any]) -> tuple[int, list[Holder]]:
    """Return the length of the longest winning run, and those who had it, the latest first."""
    lengths, first_days = Counter[int](), dict[int, int]()
    most, longest = MIN_RUN, list[Holder]()
    for row in rows:
        player = book.canonical_ids[row.player_id]
        if not row.won:
            lengths[player] = 0
            continue
        lengths[player] += 1
        if lengths[player] == 1:
            first_days[player] = row.day
        if lengths[player] > most:
            most, longest = lengths[player], []
        if lengths[player] == most:
            days = first_days[player], row.day
            person = book.people[player]
            longest.append(Holder(row.match_id, row.seat, row.side, person, *days))
    # The latest match first, and its partners in the order of their seats.
    by_match = [list(holders) for _, holders in groupby(longest, lambda one: one.match_id)]
    return most, [holder for holders in reversed(by_match) for holder in holders]
