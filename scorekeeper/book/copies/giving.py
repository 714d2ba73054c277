"""Which phone may have copies of the whole database, and put them back.

A database holds every scorebook in it, with the phones of each: nobody may have it, or let it be
as it was, to whom not all of it belongs.
"""

import secrets
import shutil
import sqlite3
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.book import scorebooks
from scorekeeper.book.access import (
    DEVICES,
    GRANTS,
    SCOREBOOKS,
    THIS_DEVICE,
    NotYours,
    Secret,
    asking,
)
from scorekeeper.book.backup import copy_and_look
from scorekeeper.book.copies import contents, keeping, making
from scorekeeper.book.errors import ScorebookError
from scorekeeper.book.restoring import kept_before

# Of deleted ones, too: they can be taken back.
_OWNED = (
    select(GRANTS.c.scorebook_id)
    .join(DEVICES, DEVICES.c.id == GRANTS.c.device_id)
    .where(THIS_DEVICE, GRANTS.c.role == "owner")
)
OTHERS = select(SCOREBOOKS.c.id).where(SCOREBOOKS.c.id.not_in(_OWNED)).limit(1)
ALL = select(SCOREBOOKS.c.public_id)

SPARE = 64 * 1024 * 1024
"""Bytes of the disk that nothing here takes: there is playing to be saved."""


def owns_house(session: Session, secret: Secret | None) -> bool:
    """Whether the phone owns the house's scorebook."""
    return any(one.is_house and one.is_owned for one in scorebooks.mine(session, secret))


def owns_all(session: Session, secret: Secret | None) -> bool:
    """Whether all scorebooks in the file are the phone's, that of the house among them."""
    others = session.execute(OTHERS, asking(secret)).first()
    return owns_house(session, secret) and others is None


def all_of_file(session: Session) -> frozenset[str]:
    """Return the public ids of all scorebooks in the file."""
    return frozenset(session.scalars(ALL))


def listed(scorebook: Path) -> list[Path]:
    """Return the copies that lie beside a scorebook, the newest first."""
    made = [copy.path for copy in keeping.found(keeping.folder_of(scorebook))]
    return sorted([*made, *kept_before(scorebook)], key=_made_at, reverse=True)


def find(session: Session, secret: Secret | None, scorebook: Path, name: str) -> Path:
    """Return a copy that the phone may have; raise NotYours where there is none, or it may not.

    One that this phone sent is its own; in any other there must be no scorebook of others.
    """
    if not owns_all(session, secret):
        raise NotYours(name)
    if name == sent_by(secret):
        path = keeping.folder_of(scorebook) / name
        if path.exists():
            return path
    found = next((path for path in listed(scorebook) if path.name == name), None)
    if found is None or not _is_of(found, all_of_file(session)):
        raise NotYours(name)
    return found


def sent_by(secret: Secret | None) -> str:
    """Return how a copy is called that this phone sends: the next one takes its place."""
    return f".sent-{asking(secret)['device'].hex()[:16]}.sqlite"


def fresh(scorebook: Path) -> Path:
    """Copy the scorebook as it is now, to be sent and forgotten; raise ScorebookError if not."""
    folder = keeping.folder_of(scorebook)
    folder.mkdir(mode=0o700, exist_ok=True)
    require_room(scorebook, 1)
    path = folder / f".download-{secrets.token_hex(8)}.sqlite"
    try:
        copy_and_look(scorebook, path)
    except (OSError, sqlite3.Error) as error:
        path.unlink(missing_ok=True)
        raise ScorebookError(f"A copy could not be made: {error}.", "full") from error
    except ScorebookError:
        path.unlink(missing_ok=True)
        raise
    return path


def require_room(scorebook: Path, times: int) -> None:
    """Refuse what would take so many times the scorebook from a disk that has not that much."""
    needed = times * making.size_of(scorebook) + SPARE
    if shutil.disk_usage(scorebook.parent).free < needed:
        raise ScorebookError("There is too little room on the disk.", "room")


def _made_at(copy: Path) -> tuple[float, str]:
    return copy.stat().st_mtime, copy.name


def _is_of(path: Path, known: frozenset[str]) -> bool:
    try:
        held = contents.scorebooks(path)
    except contents.UNREADABLE:
        return False
    return held is not None and held <= known
