"""What matches say that nobody sees yet: kept with each, and counted all at once.

Until then its day is written as a number below 0, of which no page and no sum asks.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from typing import Any

from sqlalchemy import bindparam, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.clocks import clock, shown_by, time_zone
from scorekeeper.book.columns import insert_rows
from scorekeeper.book.statistics.cells import (
    NAMES,
    Parts,
    add,
    by_month,
    periods_of_year,
    spread,
    year_of,
)
from scorekeeper.book.statistics.keeping import (
    KEEP,
    PLAYED,
    change_totals,
    day_of,
    hold_counting,
    season_of,
    told,
)

TOGETHER = 500
"""Matches that are counted together: those of a month share most of their sums."""
AT_ONCE = 5_000
"""Sums of years that are held in memory, until they are added to those of longer times."""
COUNT = (
    update(PLAYED)
    .where(
        PLAYED.c.scorebook_id == bindparam("scorebook"),
        PLAYED.c.match_id.in_(bindparam("ids", expanding=True)),
        PLAYED.c.day < 0,
    )
    .values(day=-PLAYED.c.day)
    .returning(*PLAYED.c["match_id", "seat", "player_id", "side", "day", "house", *NAMES])
)


def set_aside(
    session: Session,
    scorebook_id: int,
    matches: Mapping[int, tuple[rules.Match, Sequence[int | None]]],
) -> None:
    """Keep what new matches say of their players, by seat, until they are counted."""
    zone = time_zone(session, scorebook_id)
    rows = [
        row
        for match_id, (match, players) in matches.items()
        for row in _rows(scorebook_id, match_id, match, players, zone)
    ]
    if rows:
        insert_rows(session, KEEP, [*rows[0]], [row.values() for row in rows])


def count_in(session: Session, scorebook_id: int, ids: Sequence[int]) -> int:
    """Let matches count that were set aside; return how many they are.

    It is done soonest where they stand in the order in which they were played.
    """
    hold_counting(session, scorebook_id)
    season, counted, left = season_of(session, scorebook_id), 0, iter(ids)
    years: Parts = {}
    while some := list(islice(left, TOGETHER)):
        values = {"scorebook": scorebook_id, "ids": some}
        found = session.execute(COUNT, values).mappings().all()
        rows = sorted(found, key=itemgetter("match_id", "seat"))
        counted += len({row["match_id"] for row in rows})
        months = by_month(rows, season)
        for (month, cell), sums in months.items():
            add(years, (year_of(month), cell), sums)
        if len(years) > AT_ONCE:
            change_totals(session, scorebook_id, spread(years, periods_of_year))
            years = {}
        change_totals(session, scorebook_id, spread(months, lambda month: month[:1]))
    change_totals(session, scorebook_id, spread(years, periods_of_year))
    return counted


def _rows(
    scorebook_id: int,
    match_id: int,
    match: rules.Match,
    players: Sequence[int | None],
    zone: str | None,
) -> Iterator[dict[str, Any]]:
    if match.started is None:
        raise ValueError("a match in a scorebook was started")
    day = day_of(shown_by(clock(match.utc_offset, zone), match.started))
    for seat, found in enumerate(told(match)):
        yield {
            "scorebook_id": scorebook_id,
            "match_id": match_id,
            "seat": seat,
            "player_id": players[seat],
            "day": -day,
            "started_at": match.started,
            **found,
        }
