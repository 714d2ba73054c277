"""Letting go of whole scorebooks for good: deleted long ago, never used, or erased."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

from sqlalchemy import bindparam, delete, exists, func, select, update

from scorekeeper.book.access import devices
from scorekeeper.book.access.grants import DEVICES, GRANTS, LOCK_SCOREBOOK, SCOREBOOKS
from scorekeeper.book.db.database import PATIENCE, Database
from scorekeeper.book.db.errors import Busy, ScorebookError, StorageError, translated
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.retention import Old
from scorekeeper.book.db.statements import these
from scorekeeper.book.db.types import table_of
from scorekeeper.book.matches.deletion import KEPT, STRETCH
from scorekeeper.book.models import Address, Player, SavedHouse
from scorekeeper.book.scorebooks import scorebooks

AN_HOUR = timedelta(hours=1)
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)

ADDRESSES = table_of(Address)
_THIS = SCOREBOOKS.c.id == bindparam("scorebook")
_PAST = SCOREBOOKS.c.deleted_at <= bindparam("until")
PAST = select(SCOREBOOKS.c.id).where(_PAST).limit(1)
SOME_MATCHES = (
    select(ADDRESSES.c.match_id).where(ADDRESSES.c.scorebook_id == bindparam("scorebook"))
).limit(STRETCH)
FORGET_MATCHES = delete(ADDRESSES).where(*these(ADDRESSES))
_SAW_IT = GRANTS.join(DEVICES, DEVICES.c.id == GRANTS.c.device_id)
_PHONES_IN = (
    select(func.count(DEVICES.c.phone.distinct()))
    .select_from(_SAW_IT)
    .where(GRANTS.c.scorebook_id == SCOREBOOKS.c.id)
    .correlate(SCOREBOOKS)
    .scalar_subquery()
)
# Nothing is in it, and nobody gave it a name, made a code for it or let somebody else in.
_NOTHING = (
    *(SCOREBOOKS.c[name].is_(None) for name in ("name", "recovery_hash", "deleted_at")),
    *(
        ~exists().where(table.c.scorebook_id == SCOREBOOKS.c.id)
        for table in (ADDRESSES, table_of(Player), table_of(SavedHouse))
    ),
    _PHONES_IN <= 1,
)
IS_THE_HOUSES = select(SCOREBOOKS.c.house).where(_THIS)
PHONES = (
    select(GRANTS.c.device_id).distinct().where(GRANTS.c.scorebook_id == bindparam("scorebook"))
)
MARK_LONG_AGO = update(SCOREBOOKS).where(_THIS).values(deleted_at=bindparam("at"))


def old() -> Old:
    """Choose the scorebooks that were deleted too long ago to be taken back."""
    return Old(SCOREBOOKS, (_PAST,), {"until": now() - KEPT})


def never_used() -> Old:
    """Choose the scorebooks that somebody opened, and nobody ever did anything with."""
    told = (SCOREBOOKS.c.house.is_(False), SCOREBOOKS.c.created_at < bindparam("then"), *_NOTHING)
    return Old(SCOREBOOKS, told, {"then": now() - AN_HOUR})


def forget(database: Database) -> None:
    """Let go for good what was deleted too long ago, some matches at a time."""
    while True:
        with database.write() as session:
            scorebook_id = session.scalar(PAST, old().values)
            if scorebook_id is None:
                return
            where = {"scorebook": scorebook_id}
            matches = session.scalars(SOME_MATCHES, where).all()
            if matches:
                session.execute(FORGET_MATCHES, {**where, "matches": matches})
            else:
                session.execute(scorebooks.FORGET, where)


def erase(database: Database, scorebook_id: int) -> None:
    """Let go of a scorebook for good, at once: nothing brings it back.

    With it go the phones that may see nothing else.
    Raises ScorebookError for the house's.
    """
    where = {"scorebook": scorebook_id}
    with database.write() as session:
        session.execute(LOCK_SCOREBOOK, where)
        if session.scalar(IS_THE_HOUSES, where):
            raise ScorebookError(
                "It is the house's scorebook: let another one be that first, with"
                " `scorekeeper adopt SCOREBOOK`; or put the whole database away."
            )
        phones = session.scalars(PHONES, where).all()
        # From here on nobody sees it; were this interrupted, tidying would go on with it.
        session.execute(MARK_LONG_AGO, {**where, "at": LONG_AGO})
    forget(database)
    for start in range(0, len(phones), STRETCH):
        some = DEVICES.c.id.in_(phones[start : start + STRETCH])
        Old(DEVICES, (devices.SEES_NOTHING,), {}).let_go_held(database, some)
    if database.is_sqlite:
        _write_anew(str(database.url.database))


def _write_anew(file: str) -> None:
    """Leave nothing of what was erased in a file, where SQLite only marks it as free.

    A server does so by itself.
    """
    hindrance = ""
    try:
        with translated(), closing(sqlite3.connect(file, timeout=PATIENCE)) as connection:
            connection.execute("VACUUM")
            (is_held, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if is_held:
                raise Busy
    except Busy:
        hindrance = "others use the file"
    except StorageError as error:
        hindrance = f"the file could not be written anew ({error})"
    if hindrance:
        raise ScorebookError(
            f"It is erased, but {hindrance}: free pages of it may still hold what was there,"
            f" until nothing serves it and it is written anew with `sqlite3 {file} VACUUM`."
        )
