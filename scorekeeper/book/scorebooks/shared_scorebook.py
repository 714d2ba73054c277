"""The scorebook of the house: which one it is, and what its host may do with all of them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, false, func, insert, literal, select, true, update
from sqlalchemy.orm import Session

from scorekeeper.book.access.devices import Right
from scorekeeper.book.access.grants import GRANTS, SCOREBOOKS
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.db.types import table_of
from scorekeeper.book.models import Address, Match, Pass
from scorekeeper.book.players.players import NAMES, SOME_NAMES


@dataclass(frozen=True)
class Listed:
    """A scorebook as its host sees it: its number, its name, some players, and how it is used."""

    number: int
    name: str | None
    is_house: bool
    players: tuple[str, ...]
    matches: int
    last_used: datetime | None


ADDRESSES, MATCHES = table_of(Address), table_of(Match)
_LIVES = SCOREBOOKS.c.deleted_at.is_(None)
_THIS = SCOREBOOKS.c.id == bindparam("scorebook")
HOUSE = select(SCOREBOOKS.c.id).where(SCOREBOOKS.c.house, _LIVES)
_USE = (
    select(
        MATCHES.c.scorebook_id,
        func.count().label("matches"),
        func.max(func.coalesce(MATCHES.c.ended_at, MATCHES.c.started_at)).label("last_used"),
    )
    .where(MATCHES.c.deleted_at.is_(None))
    .group_by(MATCHES.c.scorebook_id)
    .subquery()
)
WITH_DELETED = (
    select(*SCOREBOOKS.c["id", "name", "house"])
    .add_columns(func.coalesce(_USE.c.matches, 0).label("matches"), _USE.c.last_used)
    .outerjoin(_USE, _USE.c.scorebook_id == SCOREBOOKS.c.id)
    .order_by(SCOREBOOKS.c.id)
)
ALL = WITH_DELETED.where(_LIVES)
FOUND_THE_HOUSE = insert(SCOREBOOKS).values(house=True)
BE_ANY = update(SCOREBOOKS).where(SCOREBOOKS.c.house).values(house=false())
BE_THE_HOUSE = update(SCOREBOOKS).where(_THIS).values(house=true())
# Deleted ones stay as they are: one of them may have been the house's.
SETTLE = update(SCOREBOOKS).where(SCOREBOOKS.c.house.is_(None), _LIVES).values(house=false())
UNSETTLED = select(SCOREBOOKS.c.id).where(SCOREBOOKS.c.house.is_(None), _LIVES).limit(1)
THROW_OUT = (
    delete(GRANTS).where(GRANTS.c.scorebook_id == bindparam("scorebook")),
    delete(table_of(Pass)).where(table_of(Pass).c.scorebook_id == bindparam("scorebook")),
)
END_LINKS = (
    update(SCOREBOOKS).where(_THIS).values(generation=SCOREBOOKS.c.generation + literal(1)),
    update(ADDRESSES)
    .where(ADDRESSES.c.scorebook_id == bindparam("scorebook"))
    .values(generation=ADDRESSES.c.generation + literal(1)),
)


def right(session: Session) -> Right | None:
    """Return what the house's code gives; None where there is no house."""
    scorebook_id = session.scalar(HOUSE)
    return None if scorebook_id is None else Right(scorebook_id, None, "owner")


def settle(database: Database, *, hosted: bool, speaks_for_host: bool) -> None:
    """Know at the start which scorebook is the house's; once known, it stays so.

    One that an older version wrote becomes it where nothing speaks for a host: the one with the
    most matches. Else raises ScorebookError, unless the scorebooks are hosted.
    """
    with database.read() as session:
        found = session.scalar(UNSETTLED if hosted else HOUSE) is not None
    if found != hosted:
        return
    with database.write() as session:
        if not hosted and session.scalar(HOUSE) is None:
            _choose(session, speaks_for_host)
        session.execute(SETTLE)


def adopt(session: Session, scorebook_id: int) -> None:
    """Let a scorebook be the house's, as the host says; the one before stays with its phones."""
    session.execute(BE_ANY)
    session.execute(BE_THE_HOUSE, {"scorebook": scorebook_id})
    session.execute(SETTLE)


def listed(session: Session) -> list[Listed]:
    """Return all scorebooks for their host."""
    return [
        Listed(
            row.id,
            row.name,
            bool(row.house),
            tuple(
                player.name
                for player in session.execute(NAMES, {"scorebook": row.id, "limit": SOME_NAMES})
            ),
            row.matches,
            row.last_used,
        )
        for row in session.execute(ALL).all()
    ]


def called(session: Session, named: str, *, also_deleted: bool = False) -> int:
    """Return the scorebook of this number or name; raise ScorebookError where it is not one."""
    rows = session.execute(WITH_DELETED if also_deleted else ALL).all()
    found = [row.id for row in rows if str(row.id) == named]
    found = found or [
        row.id for row in rows if row.name and row.name.casefold() == named.casefold()
    ]
    if len(found) != 1:
        several = "There is no scorebook" if not found else "There are several scorebooks"
        raise ScorebookError(
            f"{several} called {named!r}: give a number that `scorekeeper scorebooks` lists."
        )
    return int(found[0])


def everybody_out(session: Session, scorebook_id: int) -> None:
    """Let no phone see anything of a scorebook any more, and end all that would let one in."""
    for statement in (*THROW_OUT, *END_LINKS):
        session.execute(statement, {"scorebook": scorebook_id})


def _choose(session: Session, speaks_for_host: bool) -> None:
    rows = session.execute(ALL).all()
    if not rows:
        session.execute(FOUND_THE_HOUSE)
    elif speaks_for_host or any(row.house is not None for row in rows):
        raise ScorebookError(
            "These scorebooks may be of many people: set SCOREKEEPER_HOSTED=1 to host them, or let"
            " one be the house's with `scorekeeper adopt SCOREBOOK`"
            " (`scorekeeper scorebooks` lists them)."
        )
    else:
        most = max(rows, key=lambda row: (row.matches, -row.id))
        session.execute(BE_THE_HOUSE, {"scorebook": most.id})
