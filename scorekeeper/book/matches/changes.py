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
from scorekeeper.book.matches.match_loader import StoredMatch, UndoPosition
from scorekeeper.book.models import Change
from scorekeeper.book.serialization import read_change, read_record, write_change, write_part


@dataclass(frozen=True)
class Transition:
    """What becomes of a match by a save: how it then is, and where it stands among its changes.

    `made` is the change that is written down with it, if one is, at its `place`; `along` one that
    was written down before, by which it goes up or down.
    """

    match: rules.Match
    point: UndoPosition
    place: int = 0
    made: rules.Change | None = None
    at: datetime | None = None
    along: rules.Change | None = None


@dataclass(frozen=True)
class LogEntry:
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
_OF_MATCH = (CHANGES.c.scorebook_id == SCOREBOOK, CHANGES.c.match_id == MATCH)
_BY_PLACE = (*_OF_MATCH, CHANGES.c.place == PLACE)
_OTHER, _CHILD = CHANGES.alias("other"), CHANGES.alias("older")
_NEWEST_CHILD = (
    select(func.max(_CHILD.c.place))
    .where(_CHILD.c.scorebook_id == SCOREBOOK, _CHILD.c.match_id == MATCH)
    .where(_CHILD.c.parent == PLACE)
    .scalar_subquery()
)
LIST_CHANGES = select(CHANGES).where(*_OF_MATCH).order_by(CHANGES.c.at, CHANGES.c.place)


def _select_with_other(place: ColumnElement[int]) -> Select[Any]:
    """Select a change, and of another one of its match what it was."""
    theirs = and_(_OTHER.c.scorebook_id == SCOREBOOK, _OTHER.c.match_id == MATCH)
    return (
        select(CHANGES, _OTHER.c.place.label("other"))
        .add_columns(_OTHER.c.fact.label("other_fact"), _OTHER.c.hand.label("other_hand"))
        .select_from(CHANGES.outerjoin(_OTHER, and_(theirs, _OTHER.c.place == place)))
        .where(*_BY_PLACE)
    )


FIND_WITH_PARENT, FIND_WITH_NEWEST_CHILD = (
    _select_with_other(CHANGES.c.parent),
    _select_with_other(_NEWEST_CHILD),
)
INSERT_CHANGE = insert(CHANGES)
UPDATE_CHANGE = update(CHANGES).where(*_BY_PLACE)


def record(stored: StoredMatch, match: rules.Match) -> Transition:
    """Return the turn of a match that something more was recorded of."""
    made = rules.Change.between(stored.match, match)
    if made.nothing:
        return Transition(match, stored.point)
    place = stored.version + 1
    return Transition(match, UndoPosition(place, undoes=made.record), place, made, now())


def undo(session: Session, stored: StoredMatch) -> Transition:
    """Return the turn of a match whose last change is taken back; StepError where there is none."""
    if stored.point.at == 0:
        raise rules.StepError("nothing to undo")
    row = session.execute(FIND_WITH_PARENT, _values(stored, stored.point.at)).one()
    change = read_change(stored.match.house.game.key, row)
    match = change.take_back(stored.match)
    undoes = read_record(row.other_fact, row.other_hand) if row.other else None
    above = UndoPosition(row.parent, row.place, undoes=undoes, redoes=change.record)
    return Transition(match, above, row.place, along=change)


def redo(session: Session, stored: StoredMatch) -> Transition:
    """Return the turn of a match to which what was taken back is brought back.

    Raises StepError where nothing was taken back.
    """
    if not stored.point.next:
        raise rules.StepError("not as it was left")
    row = session.execute(FIND_WITH_NEWEST_CHILD, _values(stored, stored.point.next)).one()
    change = read_change(stored.match.house.game.key, row)
    redoes = read_record(row.other_fact, row.other_hand) if row.other else None
    point = UndoPosition(row.place, row.other or 0, undoes=change.record, redoes=redoes)
    return Transition(change.apply(stored.match), point, row.place, along=change)


def store_change(
    session: Session, stored: StoredMatch, turn: Transition, device_id: int | None, reason: str
) -> None:
    """Write down what a turn made. With a hand that goes, its note is kept where it went."""
    this = _values(stored, turn.place)
    if turn.along is not None:
        noted = turn.along.with_notes(stored.match)
        if noted != turn.along:
            parts = {"before": write_part(noted.before), "after": write_part(noted.after)}
            session.execute(UPDATE_CHANGE, this | parts)
        return
    if turn.made is None:
        return
    made = turn.made.with_notes(stored.match)
    session.execute(
        INSERT_CHANGE,
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


def load_log(session: Session, stored: StoredMatch) -> Sequence[LogEntry]:
    """Return all changes of a match, oldest first, those that were taken back included."""
    rows = session.execute(LIST_CHANGES, _values(stored)).all()
    parents = {row.place: row.parent for row in rows}
    standing = {row.place for row in rows if row.parent == row.place}
    place = stored.point.at
    while place:
        standing.add(place)
        place = parents[place]
    game = stored.match.house.game.key
    return [
        LogEntry(
            read_change(game, row),
            read_record(row.fact, row.hand),
            row.reason,
            row.at,
            row.place not in standing,
        )
        for row in rows
    ]


def _values(stored: StoredMatch, place: int = 0) -> dict[str, Any]:
    return {"scorebook": stored.scorebook_id, "match": stored.id, "at_place": place}
