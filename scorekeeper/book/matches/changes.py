"""What was changed in a match: each record, taken back and brought back, and none ever forgotten.

The changes of a match are a tree: each hangs on the one that it followed. Undo goes up to where a
change hangs, redo down to the newest that hangs there; what is recorded hangs itself where the
match stands. A match that is written whole has a change for each of its facts, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    and_,
    bindparam,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.types import table_of
from scorekeeper.book.matches.match_loader import Point, Stored
from scorekeeper.book.models import Change
from scorekeeper.book.serialization import read_change, record_of, write_change, write_part


@dataclass(frozen=True)
class Turn:
    """What becomes of a match by a save: how it then is, and where it stands among its changes.

    `made` is the change that is written down with it, if one is, at its `place`; `along` one that
    was written down before, by which it goes up or down.
    """

    match: rules.Match
    point: Point
    place: int = 0
    made: rules.Change | None = None
    at: datetime | None = None
    along: rules.Change | None = None


@dataclass(frozen=True)
class Logged:
    """A change that was kept; `undone` where it was taken back and not brought back since."""

    change: rules.Change
    record: rules.Record
    reason: str
    at: datetime
    undone: bool


CHANGES = table_of(Change)
SCOREBOOK: BindParameter[int] = bindparam("scorebook")
MATCH: BindParameter[int] = bindparam("match")
PLACE: BindParameter[int] = bindparam("at_place")
_THEIRS = (CHANGES.c.scorebook_id == SCOREBOOK, CHANGES.c.match_id == MATCH)
_THIS = (*_THEIRS, CHANGES.c.place == PLACE)
_OTHER, _OLDER = CHANGES.alias("other"), CHANGES.alias("older")
_NEWEST = (
    select(func.max(_OLDER.c.place))
    .where(_OLDER.c.scorebook_id == SCOREBOOK, _OLDER.c.match_id == MATCH)
    .where(_OLDER.c.parent == PLACE)
    .scalar_subquery()
)
ALL = select(CHANGES).where(*_THEIRS).order_by(CHANGES.c.at, CHANGES.c.place)


def _with_other(place: ColumnElement[int]) -> Select[Any]:
    """Select a change, and of another one of its match what it was."""
    theirs = and_(_OTHER.c.scorebook_id == SCOREBOOK, _OTHER.c.match_id == MATCH)
    return (
        select(CHANGES, _OTHER.c.place.label("other"))
        .add_columns(_OTHER.c.fact.label("other_fact"), _OTHER.c.hand.label("other_hand"))
        .select_from(CHANGES.outerjoin(_OTHER, and_(theirs, _OTHER.c.place == place)))
        .where(*_THIS)
    )


WITH_PARENT, WITH_NEWEST = _with_other(CHANGES.c.parent), _with_other(_NEWEST)
KEEP = insert(CHANGES)
KEEP_NOTES = update(CHANGES).where(*_THIS)


def recorded(stored: Stored, match: rules.Match) -> Turn:
    """Return the turn of a match that something more was recorded of."""
    made = rules.Change.between(stored.match, match)
    if made.nothing:
        return Turn(match, stored.point)
    place = stored.version + 1
    return Turn(match, Point(place, undoes=made.record), place, made, now())


def undone(session: Session, stored: Stored) -> Turn:
    """Return the turn of a match whose last change is taken back; StepError where there is none."""
    if stored.point.at == 0:
        raise rules.StepError("nothing to undo")
    row = session.execute(WITH_PARENT, _values(stored, stored.point.at)).one()
    change = read_change(stored.match.house.game.key, row)
    match = change.take_back(stored.match)
    undoes = record_of(row.other_fact, row.other_hand) if row.other else None
    above = Point(row.parent, row.place, undoes=undoes, redoes=change.record)
    return Turn(match, above, row.place, along=change)


def redone(session: Session, stored: Stored) -> Turn:
    """Return the turn of a match to which what was taken back is brought back.

    Raises StepError where nothing was taken back.
    """
    if not stored.point.next:
        raise rules.StepError("not as it was left")
    row = session.execute(WITH_NEWEST, _values(stored, stored.point.next)).one()
    change = read_change(stored.match.house.game.key, row)
    redoes = record_of(row.other_fact, row.other_hand) if row.other else None
    point = Point(row.place, row.other or 0, undoes=change.record, redoes=redoes)
    return Turn(change.apply(stored.match), point, row.place, along=change)


def keep(session: Session, stored: Stored, turn: Turn, device_id: int | None, reason: str) -> None:
    """Write down what a turn made. With a hand that goes, its note is kept where it went."""
    this = _values(stored, turn.place)
    if turn.along is not None:
        noted = turn.along.with_notes(stored.match)
        if noted != turn.along:
            parts = {"before": write_part(noted.before), "after": write_part(noted.after)}
            session.execute(KEEP_NOTES, this | parts)
        return
    if turn.made is None:
        return
    made = turn.made.with_notes(stored.match)
    session.execute(
        KEEP,
        {
            "scorebook_id": stored.scorebook_id,
            "match_id": stored.id,
            "place": turn.place,
            "parent": stored.point.at,
            **write_change(made),
            "reason": reason,
            "at": turn.at or now(),
            "device_id": device_id,
        },
    )


def log(session: Session, stored: Stored) -> Sequence[Logged]:
    """Return all changes of a match, oldest first, those that were taken back included."""
    rows = session.execute(ALL, _values(stored)).all()
    parents = {row.place: row.parent for row in rows}
    standing = {row.place for row in rows if row.parent == row.place}
    place = stored.point.at
    while place:
        standing.add(place)
        place = parents[place]
    game = stored.match.house.game.key
    return [
        Logged(
            read_change(game, row),
            record_of(row.fact, row.hand),
            row.reason,
            row.at,
            row.place not in standing,
        )
        for row in rows
    ]


def _values(stored: Stored, place: int = 0) -> dict[str, Any]:
    return {"scorebook": stored.scorebook_id, "match": stored.id, "at_place": place}
