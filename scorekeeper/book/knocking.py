"""Asking to be let in: a phone outside shows four digits, and one that is in opens or does not."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, insert, or_, select, update
from sqlalchemy.orm import Session

from scorekeeper.book import devices
from scorekeeper.book.access import LOCK_SCOREBOOK, NotYours, Secret, asking, is_id, owned
from scorekeeper.book.agents import called
from scorekeeper.book.columns import new_public_id, now, table_of
from scorekeeper.book.devices import Right
from scorekeeper.book.models import Knock as KnockRow
from scorekeeper.book.old import Old

OPEN_FOR = timedelta(minutes=10)
MOST_OPEN = 5
REFUSED = "no"


@dataclass(frozen=True)
class Knock:
    """A phone at the door; `answer` is none before anybody answers, else the role it gets or no."""

    id: str
    scorebook_id: int
    digits: str
    name: str | None
    until: datetime
    answer: str | None


class TooMany(Exception):
    """As many phones wait at the door as may."""


KNOCKS = table_of(KnockRow)
_COLUMNS = KNOCKS.c["public_id", "scorebook_id", "digits", "name", "at", "answer"]
_LATE = or_(KNOCKS.c.at <= bindparam("since"), KNOCKS.c.at >= bindparam("until"))
OPEN = select(*_COLUMNS).where(~_LATE, KNOCKS.c.scorebook_id == bindparam("scorebook"))
OWN = select(*_COLUMNS).where(~_LATE, KNOCKS.c.secret_hash == bindparam("device"))
TAKEN = select(KNOCKS.c.digits)
ASK = insert(KNOCKS)
ANSWER = (
    update(KNOCKS)
    .where(KNOCKS.c.public_id == bindparam("its_id"), KNOCKS.c.answer.is_(None))
    .values(answer=bindparam("said"), at=bindparam("present"))
)
FORGET = delete(KNOCKS).where(KNOCKS.c.public_id == bindparam("its_id"))


def ask(session: Session, scorebook_id: int, secret: Secret, agent: str = "") -> Knock:
    """Let a phone wait at the door of a scorebook; the same secret again is the same phone.

    Raises TooMany where five wait already.
    """
    session.execute(LOCK_SCOREBOOK, {"scorebook": scorebook_id})
    old().let_go(session)
    waits = waiting(session, secret)
    if waits is not None:
        return waits
    found = session.execute(OPEN, {**_span(), "scorebook": scorebook_id}).all()
    if sum(row.answer is None for row in found) >= MOST_OPEN:
        raise TooMany
    taken = set(session.scalars(TAKEN))
    free = [digits for number in range(10_000) if (digits := f"{number:04}") not in taken]
    values = {
        "public_id": new_public_id(),
        "scorebook_id": scorebook_id,
        "secret_hash": asking(secret)["device"],
        "digits": secrets.choice(free),
        "name": called(agent),
    }
    session.execute(ASK, values)
    asked = waiting(session, secret)
    assert asked is not None
    return asked


def waiting(session: Session, secret: Secret | None) -> Knock | None:
    """Return how a phone waits that asked with this secret, or None where its time is up."""
    row = session.execute(OWN, {**_span(), **asking(secret)}).first()
    return None if row is None else _knock(*row)


def at_the_door(session: Session, secret: Secret | None) -> list[Knock]:
    """Return the phones that wait for an answer from who owns the scorebook, the first first."""
    found = [
        _knock(*row)
        for scorebook_id in owned(session, secret)
        for row in session.execute(OPEN, {**_span(), "scorebook": scorebook_id})
    ]
    return sorted((one for one in found if one.answer is None), key=lambda one: one.until)


def answer(session: Session, secret: Secret | None, public_id: str, said: str) -> None:
    """Let a phone in as owner or reader, or say no; raise NotYours where it does not wait."""
    if public_id not in {one.id for one in at_the_door(session, secret)} or not is_id(public_id):
        raise NotYours(public_id)
    # It has as long again to come in.
    session.execute(ANSWER, {"its_id": public_id, "said": said, "present": now()})


def enter(
    session: Session, waits_with: Secret, shown: Secret | None, new: Secret, agent: str = ""
) -> Secret:
    """Let in a phone that was answered so and return the secret to keep; raise NotYours if not.

    The same form again gives nothing twice.
    """
    if devices.is_there(session, new):
        return new
    knock = waiting(session, waits_with)
    if knock is None or knock.answer in (None, REFUSED):
        raise NotYours("knock")
    assert knock.answer is not None
    session.execute(FORGET, {"its_id": knock.id})
    return devices.gain(session, Right(knock.scorebook_id, None, knock.answer), shown, new, agent)


def old() -> Old:
    """Choose who does not wait any more."""
    return Old(KNOCKS, (_LATE,), _span())


def _span() -> dict[str, datetime]:
    # What was asked in the future was asked while the clock was wrong.
    return {"since": now() - OPEN_FOR, "until": now() + OPEN_FOR}


def _knock(
    public_id: str,
    scorebook_id: int,
    digits: str,
    name: str | None,
    at: datetime,
    answer: str | None,
) -> Knock:
    return Knock(public_id, scorebook_id, digits, name, at + OPEN_FOR, answer)
