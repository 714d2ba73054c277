"""The changes of a match: recording, undo and redo; no change is ever deleted.

The changes of a match form a tree: the parent of a change is the one it followed. Undo moves to the
parent, redo to the newest child; a new change becomes a child of the current one.

A match that was imported or typed from paper begins without changes. Undo reverts only its early
end and the entries of an unscored hand. Such a change is stored when it is undone, so that it can
be redone; it becomes the parent of the changes recorded first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches.match_loader import StoredMatch, UndoPosition, find_undoes
from scorekeeper.book.models.conditions import of_match
from scorekeeper.book.models.tables import CHANGES
from scorekeeper.book.serialization import read_change, read_record, write_change, write_part


@dataclass(frozen=True)
class Transition:
    """The result of one save: the new match and its position in the undo tree.

    `made` is the change recorded by this save, at its `place`, or the one it undid that was not
    stored; `along` is the existing change that undo or redo moved along.
    """

    match: rules.Match
    position: UndoPosition
    place: int = 0
    made: rules.Change | None = None
    at: datetime | None = None
    along: rules.Change | None = None


@dataclass(frozen=True)
class LogEntry:
    """An entry of the log; `undone` if the change was undone and not redone since."""

    change: rules.Change
    record: rules.Record
    reason: str
    at: datetime
    undone: bool


PLACE: sa.BindParameter[int] = sa.bindparam("at_place")
_BY_PLACE = (*of_match(CHANGES), CHANGES.c.number == PLACE)
_OTHER, _CHILD = CHANGES.alias("other"), CHANGES.alias("older")
_NEWEST_CHILD = (
    sa.select(sa.func.max(_CHILD.c.number))
    .where(*of_match(_CHILD))
    .where(_CHILD.c.parent == PLACE)
    .scalar_subquery()
)
LIST_CHANGES = sa.select(CHANGES).where(*of_match(CHANGES)).order_by(CHANGES.c.at, CHANGES.c.number)


def _select_with_other(place: sa.ColumnElement[int]) -> sa.Select[Any]:
    """Select a change, with the fact and the hand of another change of its match."""
    theirs = sa.and_(*of_match(_OTHER), _OTHER.c.number == place)
    return (
        sa.select(CHANGES, _OTHER.c.number.label("other"))
        .add_columns(_OTHER.c.fact.label("other_fact"), _OTHER.c.hand.label("other_hand"))
        .select_from(CHANGES.outerjoin(_OTHER, theirs))
        .where(*_BY_PLACE)
    )


FIND_WITH_PARENT = _select_with_other(CHANGES.c.parent)
FIND_WITH_NEWEST_CHILD = _select_with_other(_NEWEST_CHILD)
INSERT_CHANGE = sa.insert(CHANGES)
UPDATE_CHANGE = sa.update(CHANGES).where(*_BY_PLACE)
MOVE_ROOTS = (
    sa.update(CHANGES).where(*of_match(CHANGES), CHANGES.c.parent == 0).values(parent=PLACE)
)


def record(stored: StoredMatch, match: rules.Match, at: datetime | None = None) -> Transition:
    """Return the transition to a match with something more recorded, `at` a time or now."""
    change = rules.Change.between(stored.match, match)
    if change.is_empty:
        return Transition(match, stored.position)
    place = stored.version + 1
    return Transition(match, UndoPosition(place, undoes=change.record), place, change, at or now())


def undo(session: Session, stored: StoredMatch) -> Transition:
    """Return the transition that undoes the last change; raise StepError if there is none."""
    if stored.position.at == 0:
        unrecorded, place = rules.Change.of_last_entry(stored.match), stored.version + 1
        if unrecorded is None:
            raise rules.StepError("nothing to undo")
        match = unrecorded.revert(stored.match)
        root = UndoPosition(0, place, undoes=find_undoes(match), redoes=unrecorded.record)
        return Transition(match, root, place, made=unrecorded)
    row = session.execute(FIND_WITH_PARENT, _values(stored, stored.position.at)).one()
    change = read_change(stored.match.house.game.key, row)
    match = change.revert(stored.match)
    undoes = read_record(row.other_fact, row.other_hand) if row.other else find_undoes(match)
    above = UndoPosition(row.parent, row.number, undoes=undoes, redoes=change.record)
    return Transition(match, above, row.number, along=change)


def redo(session: Session, stored: StoredMatch) -> Transition:
    """Return the transition that redoes the newest undone change, or raise StepError."""
    if not stored.position.next:
        raise rules.StepError("not as it was left")
    row = session.execute(FIND_WITH_NEWEST_CHILD, _values(stored, stored.position.next)).one()
    change = read_change(stored.match.house.game.key, row)
    redoes = read_record(row.other_fact, row.other_hand) if row.other else None
    point = UndoPosition(row.number, row.other or 0, undoes=change.record, redoes=redoes)
    return Transition(change.apply(stored.match), point, row.number, along=change)


def store_change(
    session: Session, stored: StoredMatch, turn: Transition, device_id: int | None, reason: str
) -> None:
    """Store the change of a transition; notes of a removed hand are stored in the change."""
    this = _values(stored, turn.place)
    if turn.along is not None:
        noted = turn.along.with_notes(stored.match)
        if noted != turn.along:
            parts = {"before": write_part(noted.before), "after": write_part(noted.after)}
            session.execute(UPDATE_CHANGE, this | parts)
        return
    if turn.made is None:
        return
    change = turn.made.with_notes(stored.match)
    if turn.position.at == 0:
        session.execute(MOVE_ROOTS, this)
    session.execute(
        INSERT_CHANGE,
        {
            "scorebook_id": stored.scorebook_id,
            "match_id": stored.id,
            "number": turn.place,
            "parent": stored.position.at,
            **write_change(change),
            "reason": reason,
            "at": turn.at or now(),
            "device_id": device_id,
        },
    )


def load_log(session: Session, stored: StoredMatch) -> Sequence[LogEntry]:
    """Load all changes of a match, oldest first, including the undone ones."""
    rows = session.execute(LIST_CHANGES, _values(stored)).all()
    parents = {row.number: row.parent for row in rows}
    applied = {row.number for row in rows if row.parent == row.number}
    place = stored.position.at
    while place:
        applied.add(place)
        place = parents[place]
    game = stored.match.house.game.key
    changes = [(row, read_change(game, row)) for row in rows]
    return [
        LogEntry(change, change.record, row.reason, row.at, row.number not in applied)
        for row, change in changes
    ]


def _values(stored: StoredMatch, place: int = 0) -> dict[str, Any]:
    return {**stored.where, "at_place": place}
