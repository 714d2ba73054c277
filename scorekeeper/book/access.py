"""Who may see and write what: every query starts from a device's grants."""

import hashlib
import re
from datetime import UTC, datetime
from typing import NewType

from sqlalchemy import Select, bindparam, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from .models import Device, Grant, Match, Scorebook

Secret = NewType("Secret", str)
"""What a device shows to be known again; only its hash is kept."""


class NotYours(LookupError):
    """What does not exist for this device; nobody learns whether it exists for another."""


def scorebooks_of(secret: Secret | None) -> Select[int | None]:
    """Select the ids of the scorebooks a device owns."""
    return (
        select(Grant.scorebook_id)
        .join(Device, Device.id == Grant.device_id)
        .where(Device.secret_hash == _hash(secret), Grant.role == "owner")
    )


# For the match of the surrounding query, the grants that let `asking(secret)` read or write it.
MAY_READ = (
    select(Grant.id)
    .join(Device, Device.id == Grant.device_id)
    .where(
        Device.secret_hash == bindparam("device"),
        or_(Grant.match_id == Match.id, Grant.scorebook_id == Match.scorebook_id),
    )
    .correlate(Match)
)
MAY_WRITE = MAY_READ.where(Grant.role.in_(("owner", "keeper")))


def asking(secret: Secret | None) -> dict[str, bytes]:
    """Return the values of a query that asks for a device's grants."""
    return {"device": _hash(secret)}


def open_scorebook(session: Session, secret: Secret) -> int:
    """Return the id of the device's scorebook; the first time, make both.

    Locks the device, so that two taps of one form are answered one after the other.
    """
    now = datetime.now(UTC)
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    session.execute(
        dialect.insert(Device)
        .values(secret_hash=_hash(secret), created_at=now, seen_at=now)
        .on_conflict_do_nothing()
    )
    device = session.scalars(
        select(Device).where(Device.secret_hash == _hash(secret)).with_for_update()
    ).one()
    owned = session.scalars(scorebooks_of(secret).order_by(Grant.id).limit(1)).first()
    if owned is not None:
        return owned
    scorebook = Scorebook()
    session.add(scorebook)
    session.flush()
    session.execute(
        insert(Grant).values(device_id=device.id, role="owner", scorebook_id=scorebook.id)
    )
    return scorebook.id


def is_id(text: str) -> bool:
    """Whether a text can be a public id at all; what cannot is not looked for."""
    return re.fullmatch("[A-Za-z0-9_-]{22}", text) is not None


def note_visit(session: Session, secret: Secret) -> None:
    """Remember when the device last wrote."""
    seen = update(Device).where(Device.secret_hash == _hash(secret))
    session.execute(seen.values(seen_at=datetime.now(UTC)))


def _hash(secret: Secret | None) -> bytes:
    return hashlib.sha256((secret or "").encode()).digest()
