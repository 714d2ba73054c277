"""Who may see and write what: every query starts from a device's grants."""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from importlib import import_module
from typing import Any, NewType

from sqlalchemy import ScalarSelect, Select, bindparam, case, func, insert, or_, select
from sqlalchemy.orm import Session

from scorekeeper.book.columns import now, table_of
from scorekeeper.book.models import Device, Grant, Match, Scorebook

Secret = NewType("Secret", str)
"""What a device shows to be known again; only its hash is kept."""


class NotYours(LookupError):
    """What does not exist for this device; nobody learns whether it exists for another."""


@dataclass(frozen=True)
class Seen:
    """Where a match lies, how far it is, and what the device that asked may do with it.

    `answered` is whether the form that was sent along was answered before; `deleted_at` is set
    where the match is deleted and can be brought back.
    """

    scorebook_id: int
    id: int
    public_id: str
    version: int
    shown: int
    may_write: bool
    answered: bool = False
    deleted_at: datetime | None = None

    @property
    def key(self) -> tuple[int, int]:
        """Where the match lies: its scorebook, and its id there."""
        return self.scorebook_id, self.id


# Made once, on the tables alone: building a statement takes longer than answering it.
DEVICES, GRANTS, SCOREBOOKS = table_of(Device), table_of(Grant), table_of(Scorebook)
MATCHES = table_of(Match)
_OF_DEVICE = GRANTS.join(DEVICES, DEVICES.c.id == GRANTS.c.device_id)
_THIS_DEVICE = DEVICES.c.secret_hash == bindparam("device")
KNOWN = select(DEVICES.c.id).where(_THIS_DEVICE)
OWNED = (
    select(GRANTS.c.scorebook_id)
    .select_from(_OF_DEVICE)
    .where(_THIS_DEVICE, GRANTS.c.role == "owner")
    .order_by(GRANTS.c.id)
)
LOCK_SCOREBOOK = (
    select(SCOREBOOKS.c.id)
    .where(SCOREBOOKS.c.id == bindparam("scorebook"))
    .with_for_update(key_share=True)
)
OPEN = insert(SCOREBOOKS).returning(SCOREBOOKS.c.id)
GRANT = insert(GRANTS)


@cache
def _visit(dialect: str) -> Any:
    """Insert a device, or note its visit; either way its row is locked until the end."""
    # Each knows this in its own way, and only one of them is loaded.
    new: Any = import_module(f"sqlalchemy.dialects.{dialect}").insert(DEVICES)
    # To the hour: a form that is sent again changes nothing.
    seen = case(
        (DEVICES.c.seen_at < bindparam("an_hour_ago"), new.excluded.seen_at),
        else_=DEVICES.c.seen_at,
    )
    noted = new.on_conflict_do_update(
        index_elements=[DEVICES.c.secret_hash], set_={"seen_at": seen}
    )
    return noted.returning(DEVICES.c.id)


def may_write() -> ScalarSelect[int | None]:
    """Select 1 where the device may write the match of the surrounding query, 0 where only read.

    Without any grant it is none.
    """
    return (
        select(func.max(case((GRANTS.c.role.in_(("owner", "keeper")), 1), else_=0)))
        .select_from(_OF_DEVICE)
        .where(
            _THIS_DEVICE,
            GRANTS.c.scorebook_id == MATCHES.c.scorebook_id,
            or_(GRANTS.c.match_id.is_(None), GRANTS.c.match_id == MATCHES.c.id),
        )
        .correlate(MATCHES)
        .scalar_subquery()
    )


def asking(secret: Secret | None) -> dict[str, Any]:
    """Return the values of a query that asks for a device's grants."""
    return {"device": hashlib.sha256((secret or "").encode()).digest()}


def is_known(session: Session, secret: Secret | None) -> bool:
    """Whether the scorebook knows the device."""
    return session.scalar(KNOWN, asking(secret)) is not None


def owned(session: Session, secret: Secret | None) -> list[int]:
    """Return the ids of the scorebooks a device owns, the oldest grant first."""
    # A page has several lists: what they all start from is asked once in a session.
    found: dict[bytes, list[int]] = session.info.setdefault("owned", {})
    device = asking(secret)["device"]
    if device not in found:
        found[device] = list(session.scalars(OWNED, {"device": device}))
    return found[device]


def in_owned(
    session: Session, secret: Secret | None, statement: Select[Any], values: dict[str, Any]
) -> list[Any]:
    """Return the rows of a statement about one scorebook, for each that the device owns.

    One after the other: a list is cut short within each, and nearly everybody has one.
    """
    return [
        row
        for scorebook_id in owned(session, secret)
        for row in session.execute(statement, {**values, "scorebook": scorebook_id})
    ]


def open_scorebook(session: Session, secret: Secret) -> int:
    """Return the id of the device's scorebook; the first time, make both.

    Locks the device, so that two taps of one form are answered one after the other, and the
    scorebook, so that two devices do not write the same player.
    """
    present = now()
    values = {
        "secret_hash": asking(secret)["device"],
        "seen_at": present,
        "an_hour_ago": present - timedelta(hours=1),
    }
    device_id = session.scalars(_visit(session.get_bind().dialect.name), values).one()
    for scorebook_id in owned(session, secret):
        session.execute(LOCK_SCOREBOOK, {"scorebook": scorebook_id})
        return scorebook_id
    opened: int = session.scalars(OPEN).one()
    session.execute(
        GRANT, {"device_id": device_id, "scorebook_id": opened, "match_id": None, "role": "owner"}
    )
    session.info.pop("owned")
    return opened


def is_id(text: str) -> bool:
    """Whether a text can be a public id at all; what cannot is not looked for."""
    return re.fullmatch("[A-Za-z0-9_-]{22}", text) is not None
