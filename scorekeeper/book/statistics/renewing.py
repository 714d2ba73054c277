"""Computing statistics anew from what the single matches add: all of them, or a season."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, text, update
from sqlalchemy.orm import Session

from scorekeeper.book.database import Database
from scorekeeper.book.statistics.cells import ALL_TIME, NAMES, SEASON, Added, Cell, add_up
from scorekeeper.book.statistics.keeping import KEY, PLAYED, SCOREBOOKS, TOTALS, season_of

FIRST_MONTH = 10000
"""Periods from here on are months, those below it years and longer."""
DAYS = 100
"""A month has fewer; a day is written behind it."""

BOOKS = select(SCOREBOOKS.c.id).order_by(SCOREBOOKS.c.id)
_IN_SCOREBOOK = PLAYED.c.scorebook_id == bindparam("scorebook")
_BETWEEN = PLAYED.c.day.between(bindparam("first"), bindparam("last"))
DAYS_PLAYED = select(func.min(PLAYED.c.day), func.max(PLAYED.c.day)).where(
    _IN_SCOREBOOK, PLAYED.c.day > 0
)
PLAYED_BETWEEN = (
    select(PLAYED).where(_IN_SCOREBOOK, _BETWEEN).order_by(PLAYED.c.match_id, PLAYED.c.seat)
)
_TOTALS = (
    TOTALS.c.scorebook_id == bindparam("scorebook"),
    TOTALS.c.period.between(bindparam("first"), bindparam("last")),
)
TOTALS_BETWEEN = select(TOTALS).where(*_TOTALS)
FORGET = delete(TOTALS).where(*_TOTALS)
WRITE = insert(TOTALS)
LAST = 999999
SET_SEASON = (
    update(SCOREBOOKS)
    .where(SCOREBOOKS.c.id == bindparam("scorebook"))
    .values(season_from=bindparam("day"))
)
# Whoever counts a match writes there first.
HOLD = text("LOCK TABLE played IN SHARE ROW EXCLUSIVE MODE")


def renew(database: Database) -> None:
    """Add everything up anew, a month of a scorebook at a time: others want to write in between."""
    with database.read() as session:
        books = session.scalars(BOOKS).all()
    for scorebook_id in books:
        _in_turn(database, _forget_other_months, scorebook_id)
        with database.read() as session:
            months = list(_months(session, scorebook_id))
        for month in months:
            _in_turn(database, _renew_month, scorebook_id, month)
        _in_turn(database, _renew_wholes, scorebook_id)


def set_season(session: Session, scorebook_id: int, day: int | None) -> None:
    """Let tables and pages count from a day on, as 20261120; None is from the beginning."""
    session.execute(SET_SEASON, {"scorebook": scorebook_id, "day": day})
    _hold(session)
    _replace(session, scorebook_id, (SEASON, SEASON), _season(session, scorebook_id, day))


def _in_turn(database: Database, renew: Callable[..., None], *what: int) -> None:
    with database.write() as session:
        _hold(session)
        renew(session, *what)


def _hold(session: Session) -> None:
    """Let nobody count a match meanwhile; only one at a time writes into a file anyway."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(HOLD)


def _months(session: Session, scorebook_id: int) -> Iterator[int]:
    first, last = session.execute(DAYS_PLAYED, {"scorebook": scorebook_id}).one()
    if first is not None:
        for year in range(first // DAYS // DAYS, last // DAYS // DAYS + 1):
            for month in range(year * DAYS + 1, year * DAYS + 13):
                if first // DAYS <= month <= last // DAYS:
                    yield month


def _forget_other_months(session: Session, scorebook_id: int) -> None:
    """Forget the months before and after all that was played."""
    months = list(_months(session, scorebook_id))
    first, last = (months[0], months[-1]) if months else (LAST, LAST)
    for outside in ((FIRST_MONTH, first - 1), (last + 1, LAST)):
        _replace(session, scorebook_id, outside, {})


def _renew_month(session: Session, scorebook_id: int, month: int) -> None:
    rows = _played(session, scorebook_id, month * DAYS, month * DAYS + DAYS - 1)
    added = {cell: sums for cell, sums in add_up(rows, None).items() if cell.period == month}
    _replace(session, scorebook_id, (month, month), added)


def _renew_wholes(session: Session, scorebook_id: int) -> None:
    """Add up the months to years, to all the time, and to the season."""
    added: Added = defaultdict(lambda: [0] * len(NAMES))
    for cell, sums in _totals(session, scorebook_id, FIRST_MONTH, LAST):
        for period in (ALL_TIME, cell.period // DAYS):
            _add(added, cell._replace(period=period), sums)
    season = season_of(session, scorebook_id)
    added |= _season(session, scorebook_id, season)
    _replace(session, scorebook_id, (ALL_TIME, FIRST_MONTH - 1), added)


def _season(session: Session, scorebook_id: int, day: int | None) -> Added:
    """Add up what was played from a day on: of its month match by match, of later ones as kept."""
    added: Added = defaultdict(lambda: [0] * len(NAMES))
    if day is None:
        return added
    month = day // DAYS
    rows = _played(session, scorebook_id, day, month * DAYS + DAYS - 1)
    for cell, sums in add_up(rows, day).items():
        if cell.period == SEASON:
            _add(added, cell, sums)
    for cell, sums in _totals(session, scorebook_id, month + 1, LAST):
        _add(added, cell._replace(period=SEASON), sums)
    return added


def _played(session: Session, scorebook_id: int, first: int, last: int) -> Sequence[Any]:
    values = {"scorebook": scorebook_id, "first": first, "last": last}
    return session.execute(PLAYED_BETWEEN, values).mappings().all()


def _totals(
    session: Session, scorebook_id: int, first: int, last: int
) -> Iterator[tuple[Cell, list[int]]]:
    values = {"scorebook": scorebook_id, "first": first, "last": last}
    for row in session.execute(TOTALS_BETWEEN, values):
        yield Cell(*row[1 : len(KEY)]), list(row[len(KEY) :])


def _add(added: Added, cell: Cell, sums: Sequence[int]) -> None:
    added[cell] = [a + b for a, b in zip(added[cell], sums, strict=True)]


def _replace(session: Session, scorebook_id: int, periods: tuple[int, int], added: Added) -> None:
    """Write these totals instead of all those of some periods."""
    first, last = periods
    session.execute(FORGET, {"scorebook": scorebook_id, "first": first, "last": last})
    rows = [
        dict(zip((*KEY, *NAMES), (scorebook_id, *cell, *sums), strict=True))
        for cell, sums in added.items()
    ]
    if rows:
        session.execute(WRITE, rows)
