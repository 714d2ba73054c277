"""The shared scorebook of a home, and what a host can do with all scorebooks."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, false, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import Right
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.models.conditions import (
    NOT_DELETED,
    NOT_REMOVED,
    UPDATE_SCOREBOOK,
    of_scorebook,
    raise_generation,
)
from scorekeeper.book.models.tables import (
    ADDRESSES,
    EVENTS,
    GRANTS,
    JOIN_CODES,
    MATCHES,
    SCOREBOOKS,
)
from scorekeeper.book.players.players import list_preview_names
from scorekeeper.rules.match.names import fold


@dataclass(frozen=True)
class ScorebookSummary:
    """A scorebook in the list of the host: number, name, some players, and usage."""

    id: int
    name: str | None
    is_home: bool
    players: tuple[str, ...]
    matches: int
    last_used: datetime | None


_NOT_DELETED = SCOREBOOKS.c.deleted_at.is_(None)
_IS_SHARED = (SCOREBOOKS.c.is_home, _NOT_DELETED)
SHARED_SCOREBOOK = select(SCOREBOOKS.c.id).where(*_IS_SHARED)
_USE = (
    select(
        MATCHES.c.scorebook_id,
        func.count().label("matches"),
        func.max(func.coalesce(MATCHES.c.ended_at, MATCHES.c.started_at)).label("last_used"),
    )
    .where(NOT_DELETED)
    .group_by(MATCHES.c.scorebook_id)
    .subquery()
)
SUMMARIES_WITH_DELETED = (
    select(*SCOREBOOKS.c["id", "name", "is_home"])
    .add_columns(func.coalesce(_USE.c.matches, 0).label("matches"), _USE.c.last_used)
    .outerjoin(_USE, _USE.c.scorebook_id == SCOREBOOKS.c.id)
    .order_by(SCOREBOOKS.c.id)
)
SUMMARIES = SUMMARIES_WITH_DELETED.where(_NOT_DELETED)
INSERT_SHARED = insert(SCOREBOOKS).values(is_home=True)
UNSET_SHARED = update(SCOREBOOKS).where(*_IS_SHARED).values(is_home=false())
FIND_ANY = select(SCOREBOOKS.c.id).where(_NOT_DELETED).limit(1)
# Deleted ones included: they can be restored, with their phones and links.
HOME_SCOREBOOKS = select(SCOREBOOKS.c.id).where(SCOREBOOKS.c.is_home)
DELETE_GRANTS = delete(GRANTS).where(of_scorebook(GRANTS), NOT_REMOVED)
END_LINKS = (
    delete(JOIN_CODES).where(of_scorebook(JOIN_CODES)),
    raise_generation(SCOREBOOKS, of_scorebook(SCOREBOOKS)),
    raise_generation(ADDRESSES, of_scorebook(ADDRESSES)),
)
END_ALL = (
    *END_LINKS,
    # Events refuse a removed phone themselves, so only an owner's removal ends their links.
    raise_generation(EVENTS, of_scorebook(EVENTS)),
    UPDATE_SCOREBOOK.values(recovery_hash=None, recovery_made_at=None),
)


def find_owner_right(session: Session) -> Right | None:
    """Return the right that the home code gives; None if there is no shared scorebook."""
    scorebook_id = session.scalar(SHARED_SCOREBOOK)
    return None if scorebook_id is None else Right(scorebook_id, None, "owner", way="home")


def ensure_shared(database: Database) -> None:
    """Create the shared scorebook of a home in an empty database.

    Raises ScorebookError if there are scorebooks, but none is the shared one: they may belong to
    many people.
    """
    with database.read() as session:
        if session.scalar(SHARED_SCOREBOOK) is not None:
            return
    with database.write() as session:
        if session.scalar(SHARED_SCOREBOOK) is not None:
            return
        if session.scalar(FIND_ANY) is not None:
            raise ScorebookError(
                "These scorebooks may belong to different people. Set SCOREKEEPER_HOSTED=1 to host"
                " them, or choose the shared one with `scorekeeper scorebooks --share"
                " SCOREBOOK`. `scorekeeper scorebooks` lists them."
            )
        session.execute(INSERT_SHARED)


def set_shared(session: Session, scorebook_id: int) -> None:
    """Make a scorebook the shared one; the previous one stays with its phones."""
    session.execute(UNSET_SHARED)
    session.execute(UPDATE_SCOREBOOK, {"scorebook": scorebook_id, "is_home": True})


def list_scorebooks(session: Session) -> list[ScorebookSummary]:
    return [
        ScorebookSummary(**row, players=list_preview_names(session, row["id"]))
        for row in session.execute(SUMMARIES).mappings().all()
    ]


def find_by_name(session: Session, named: str, *, also_deleted: bool = False) -> int:
    """Return the scorebook with this number or name; raise ScorebookError unless there is one."""
    rows = session.execute(SUMMARIES_WITH_DELETED if also_deleted else SUMMARIES).all()
    ids = [row.id for row in rows if str(row.id) == named]
    ids = ids or [row.id for row in rows if row.name and fold(row.name) == fold(named)]
    if len(ids) != 1:
        several = "There is no scorebook" if not ids else "There are several scorebooks"
        raise ScorebookError(
            f"{several} called {named!r}. Give its number (see `scorekeeper scorebooks`)."
        )
    return int(ids[0])


def find_with_deleted(session: Session, scorebook_id: int) -> list[int]:
    """Return the id of a scorebook; of the shared one also the ids of its deleted predecessors."""
    home = session.scalars(HOME_SCOREBOOKS).all()
    return list(home) if scorebook_id in home else [scorebook_id]


def end_links(session: Session, scorebook_id: int, *, recovery: bool) -> None:
    """End the links, join codes and API token of a scorebook, on request all and its recovery."""
    for statement in END_ALL if recovery else END_LINKS:
        session.execute(statement, {"scorebook": scorebook_id})


def revoke_all_access(session: Session, scorebook_id: int) -> None:
    """Remove all access to a scorebook: phones, links and codes."""
    for one in find_with_deleted(session, scorebook_id):
        session.execute(DELETE_GRANTS, {"scorebook": one})
        end_links(session, one, recovery=True)
