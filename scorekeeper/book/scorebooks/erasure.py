"""Permanent deletion of scorebooks: expired, unused, or erased by the host."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

from sqlalchemy import bindparam, delete, exists, func, select
from sqlalchemy.orm import Session

from scorekeeper.book.access import devices
from scorekeeper.book.access.grants import LOCK_SCOREBOOK
from scorekeeper.book.db.database import LOCK_TIMEOUT_SECONDS, Database, ExpiredRows
from scorekeeper.book.db.errors import Busy, ScorebookError, StorageError, translate_errors
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches.deletion import BATCH_SIZE, RESTORE_PERIOD
from scorekeeper.book.models.conditions import UPDATE_SCOREBOOK, of_matches, of_scorebook
from scorekeeper.book.models.tables import (
    ADDRESSES,
    DEVICES,
    EVENTS,
    GRANTS,
    PLAYERS,
    SAVED_HOUSE_RULES,
    SCOREBOOKS,
)
from scorekeeper.book.scorebooks import scorebooks

UNUSED_RETENTION = timedelta(hours=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_IS_EXPIRED = SCOREBOOKS.c.deleted_at <= bindparam("until")
EXPIRED_SCOREBOOK = select(SCOREBOOKS.c.id).where(_IS_EXPIRED).limit(1)
BATCH_OF_MATCHES = (select(ADDRESSES.c.match_id).where(of_scorebook(ADDRESSES))).limit(BATCH_SIZE)
DELETE_MATCHES = delete(ADDRESSES).where(*of_matches(ADDRESSES))
_PHONE_COUNT = (
    select(func.count(DEVICES.c.phone.distinct()))
    .select_from(GRANTS.join(DEVICES))
    .where(GRANTS.c.scorebook_id == SCOREBOOKS.c.id)
    .correlate(SCOREBOOKS)
    .scalar_subquery()
)
# Empty, unnamed, without a recovery code, and with at most one phone.
_IS_UNUSED = (
    *(SCOREBOOKS.c[name].is_(None) for name in ("name", "recovery_hash", "deleted_at")),
    *(
        ~exists().where(table.c.scorebook_id == SCOREBOOKS.c.id)
        for table in (ADDRESSES, EVENTS, PLAYERS, SAVED_HOUSE_RULES)
    ),
    _PHONE_COUNT <= 1,
)
IS_SHARED = select(SCOREBOOKS.c.is_home & SCOREBOOKS.c.deleted_at.is_(None)).where(
    of_scorebook(SCOREBOOKS)
)
DEVICES_WITH_ACCESS = select(GRANTS.c.device_id).distinct().where(of_scorebook(GRANTS))


def expired_scorebooks() -> ExpiredRows:
    """Select the scorebooks that were deleted too long ago to be restored."""
    return ExpiredRows(SCOREBOOKS, (_IS_EXPIRED,), {"until": now() - RESTORE_PERIOD})


def unused_scorebooks() -> ExpiredRows:
    """Select the scorebooks that were created and never used."""
    conditions = (~SCOREBOOKS.c.is_home, SCOREBOOKS.c.created_at < bindparam("then"), *_IS_UNUSED)
    return ExpiredRows(SCOREBOOKS, conditions, {"then": now() - UNUSED_RETENTION})


def purge_expired(database: Database) -> None:
    """Purge expired scorebooks, in batches of matches."""
    while True:
        with database.write() as session:
            scorebook_id = session.scalar(EXPIRED_SCOREBOOK, expired_scorebooks().values)
            if scorebook_id is None:
                return
            where = {"scorebook": scorebook_id}
            matches = session.scalars(BATCH_OF_MATCHES, where).all()
            if matches:
                session.execute(DELETE_MATCHES, {**where, "matches": matches})
            else:
                session.execute(scorebooks.DELETE_SCOREBOOK, where)


def refuse_shared(session: Session, scorebook_id: int) -> None:
    """Raise ScorebookError if a scorebook is the shared one, which can't be erased."""
    if session.scalar(IS_SHARED, {"scorebook": scorebook_id}):
        raise ScorebookError(
            "This is the shared scorebook. Make another one shared first"
            " (`scorekeeper scorebooks --share SCOREBOOK`), or delete the whole database."
        )


def erase(database: Database, scorebook_id: int) -> None:
    """Erase a scorebook for good, with phones that have no other access; refuse the shared one."""
    where = {"scorebook": scorebook_id}
    with database.write() as session:
        session.execute(LOCK_SCOREBOOK, where)
        refuse_shared(session, scorebook_id)
        phones = session.scalars(DEVICES_WITH_ACCESS, where).all()
        # Invisible from here on; after an interruption the next cleanup continues.
        session.execute(UPDATE_SCOREBOOK, {**where, "deleted_at": EPOCH})
    purge_expired(database)
    for start in range(0, len(phones), BATCH_SIZE):
        batch = DEVICES.c.id.in_(phones[start : start + BATCH_SIZE])
        ExpiredRows(DEVICES, (devices.HAS_NO_GRANTS,), {}).delete_batch(database, batch)
    if database.is_sqlite:
        _vacuum(str(database.url.database))


def _vacuum(file: str) -> None:
    """Vacuum a SQLite file, whose free pages still hold deleted rows; PostgreSQL does so itself."""
    problem = ""
    try:
        with (
            translate_errors(),
            closing(sqlite3.connect(file, timeout=LOCK_TIMEOUT_SECONDS)) as connection,
        ):
            connection.execute("VACUUM")
            (is_held, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if is_held:
                raise Busy
    except Busy:
        problem = "the file is in use"
    except StorageError as error:
        problem = f"the file can't be rewritten ({error})"
    if problem:
        raise ScorebookError(
            f"Erased. But {problem}, so traces may remain on disk until you stop the server and"
            f" run `sqlite3 {file} VACUUM`."
        )
