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
from scorekeeper.book.players.players import LIST_NAMES, MAX_PREVIEW_NAMES


@dataclass(frozen=True)
class ScorebookSummary:
    """A scorebook as its host sees it: its number, its name, some players, and how it is used."""

    number: int
    name: str | None
    is_house: bool
    players: tuple[str, ...]
    matches: int
    last_used: datetime | None


ADDRESSES, MATCHES = table_of(Address), table_of(Match)
_NOT_DELETED = SCOREBOOKS.c.deleted_at.is_(None)
_BY_ID = SCOREBOOKS.c.id == bindparam("scorebook")
SHARED_SCOREBOOK = select(SCOREBOOKS.c.id).where(SCOREBOOKS.c.house, _NOT_DELETED)
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
SUMMARIES_WITH_DELETED = (
    select(*SCOREBOOKS.c["id", "name", "house"])
    .add_columns(func.coalesce(_USE.c.matches, 0).label("matches"), _USE.c.last_used)
    .outerjoin(_USE, _USE.c.scorebook_id == SCOREBOOKS.c.id)
    .order_by(SCOREBOOKS.c.id)
)
SUMMARIES = SUMMARIES_WITH_DELETED.where(_NOT_DELETED)
INSERT_SHARED = insert(SCOREBOOKS).values(house=True)
UNSET_SHARED = update(SCOREBOOKS).where(SCOREBOOKS.c.house).values(house=false())
SET_SHARED = update(SCOREBOOKS).where(_BY_ID).values(house=true())
# Deleted ones stay as they are: one of them may have been the house's.
SET_UNDECIDED_NOT_SHARED = (
    update(SCOREBOOKS).where(SCOREBOOKS.c.house.is_(None), _NOT_DELETED).values(house=false())
)
FIND_UNDECIDED = select(SCOREBOOKS.c.id).where(SCOREBOOKS.c.house.is_(None), _NOT_DELETED).limit(1)
DELETE_ACCESS = (
    delete(GRANTS).where(GRANTS.c.scorebook_id == bindparam("scorebook")),
    delete(table_of(Pass)).where(table_of(Pass).c.scorebook_id == bindparam("scorebook")),
)
INVALIDATE_LINKS = (
    update(SCOREBOOKS).where(_BY_ID).values(generation=SCOREBOOKS.c.generation + literal(1)),
    update(ADDRESSES)
    .where(ADDRESSES.c.scorebook_id == bindparam("scorebook"))
    .values(generation=ADDRESSES.c.generation + literal(1)),
)


def find_owner_right(session: Session) -> Right | None:
    """Return what the house's code gives; None where there is no house."""
    scorebook_id = session.scalar(SHARED_SCOREBOOK)
    return None if scorebook_id is None else Right(scorebook_id, None, "owner")


def ensure_shared(database: Database, *, hosted: bool, speaks_for_host: bool) -> None:
    """Know at the start which scorebook is the house's; once known, it stays so.

    One that an older version wrote becomes it where nothing speaks for a host: the one with the
    most matches. Else raises ScorebookError, unless the scorebooks are hosted.
    """
    with database.read() as session:
        found = session.scalar(FIND_UNDECIDED if hosted else SHARED_SCOREBOOK) is not None
    if found != hosted:
        return
    with database.write() as session:
        if not hosted and session.scalar(SHARED_SCOREBOOK) is None:
            _choose_shared(session, speaks_for_host)
        session.execute(SET_UNDECIDED_NOT_SHARED)


def set_shared(session: Session, scorebook_id: int) -> None:
    """Let a scorebook be the house's, as the host says; the one before stays with its phones."""
    session.execute(UNSET_SHARED)
    session.execute(SET_SHARED, {"scorebook": scorebook_id})
    session.execute(SET_UNDECIDED_NOT_SHARED)


def list_scorebooks(session: Session) -> list[ScorebookSummary]:
    """Return all scorebooks for their host."""
    return [
        ScorebookSummary(
            row.id,
            row.name,
            bool(row.house),
            tuple(
                player.name
                for player in session.execute(
                    LIST_NAMES, {"scorebook": row.id, "limit": MAX_PREVIEW_NAMES}
                )
            ),
            row.matches,
            row.last_used,
        )
        for row in session.execute(SUMMARIES).all()
    ]


def find_by_name(session: Session, named: str, *, also_deleted: bool = False) -> int:
    """Return the scorebook of this number or name; raise ScorebookError where it is not one."""
    rows = session.execute(SUMMARIES_WITH_DELETED if also_deleted else SUMMARIES).all()
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


def revoke_all_access(session: Session, scorebook_id: int) -> None:
    """Let no phone see anything of a scorebook any more, and end all that would let one in."""
    for statement in (*DELETE_ACCESS, *INVALIDATE_LINKS):
        session.execute(statement, {"scorebook": scorebook_id})


def _choose_shared(session: Session, speaks_for_host: bool) -> None:
    rows = session.execute(SUMMARIES).all()
    if not rows:
        session.execute(INSERT_SHARED)
    elif speaks_for_host or any(row.house is not None for row in rows):
        raise ScorebookError(
            "These scorebooks may be of many people: set SCOREKEEPER_HOSTED=1 to host them, or let"
            " one be the house's with `scorekeeper adopt SCOREBOOK`"
            " (`scorekeeper scorebooks` lists them)."
        )
    else:
        most = max(rows, key=lambda row: (row.matches, -row.id))
        session.execute(SET_SHARED, {"scorebook": most.id})
