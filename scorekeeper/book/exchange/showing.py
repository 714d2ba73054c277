"""Letting matches be seen that were written out of sight, in one transaction."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, bindparam, delete, select, update
from sqlalchemy.orm import Session

from scorekeeper.book.access import GRANTS, Seen
from scorekeeper.book.columns import table_of, these
from scorekeeper.book.deletion import MARK, PEOPLE, mark_deleted
from scorekeeper.book.loading import load_all
from scorekeeper.book.models import Address, Match
from scorekeeper.book.seats import forget_unseated
from scorekeeper.book.statistics.keeping import forget, keep
from scorekeeper.book.statistics.waiting import count_in

STRETCH = 500
"""Ids in one statement."""


class Replaced(NamedTuple):
    """A match whose place another one takes, with all who may see it."""

    old: int
    new: int
    public_id: str


@dataclass(frozen=True)
class Waiting:
    """Matches that are to be seen: those that were written, and those that come back.

    `counted` are those of the written ones that statistics count then, by the year and month
    in which they began.
    """

    written: list[int] = field(default_factory=list)
    counted: dict[tuple[int, int], list[int]] = field(default_factory=lambda: defaultdict(list))
    returning: list[int] = field(default_factory=list)
    replaced: list[Replaced] = field(default_factory=list)

    @property
    def ids(self) -> list[int]:
        """All of them."""
        return self.written + self.returning


ADDRESSES, MATCHES = table_of(Address), table_of(Match)
OLD, OLD_ADDRESS = MATCHES.alias("old"), ADDRESSES.alias("old_address")
_SCOREBOOK: BindParameter[int] = bindparam("scorebook")
_OLD: BindParameter[int] = bindparam("old")
_NEW: BindParameter[int] = bindparam("new")
SEEN = (
    select(MATCHES.c.id, ADDRESSES.c.public_id, *MATCHES.c["version", "shown"])
    .select_from(MATCHES.join(ADDRESSES))
    .where(*these(MATCHES, "id"))
)
GO_ON = (
    update(MATCHES)
    .where(MATCHES.c.scorebook_id == _SCOREBOOK, MATCHES.c.id == _NEW)
    .values(
        {
            name: select(OLD.c[name] + 1)
            .where(OLD.c.scorebook_id == _SCOREBOOK, OLD.c.id == _OLD)
            .scalar_subquery()
            for name in ("version", "shown")
        }
    )
)
"""Forms of the match before are late, and pages of it out of date."""
KEEP_LINKS = (
    update(ADDRESSES)
    .where(ADDRESSES.c.scorebook_id == _SCOREBOOK, ADDRESSES.c.match_id == _NEW)
    .values(
        generation=select(OLD_ADDRESS.c.generation)
        .where(OLD_ADDRESS.c.scorebook_id == _SCOREBOOK, OLD_ADDRESS.c.match_id == _OLD)
        .scalar_subquery()
    )
)
KEEP_GRANTS = (
    update(GRANTS)
    .where(GRANTS.c.scorebook_id == _SCOREBOOK, GRANTS.c.match_id == _OLD)
    .values(match_id=_NEW)
)
LET_GO = delete(ADDRESSES).where(
    ADDRESSES.c.scorebook_id == _SCOREBOOK, ADDRESSES.c.match_id == _OLD
)
TAKE_ADDRESS = (
    update(ADDRESSES)
    .where(ADDRESSES.c.scorebook_id == _SCOREBOOK, ADDRESSES.c.match_id == _NEW)
    .values(public_id=bindparam("its_id"))
)
IN_PLACE_OF = (GO_ON, KEEP_LINKS, KEEP_GRANTS, LET_GO, TAKE_ADDRESS)


def show(session: Session, scorebook_id: int, waiting: Waiting) -> bool:
    """Let matches be seen and counted; return whether all of them were there."""
    shown = sum(_mark_seen(session, scorebook_id, some) for some in _some(waiting.written))
    shown += sum(
        mark_deleted(session, scorebook_id, some, None) for some in _some(waiting.returning)
    )
    if waiting.replaced:
        _replace(session, scorebook_id, waiting.replaced)
    for some in _some(waiting.returning):
        _count_anew(session, scorebook_id, some)
    ids = [id_ for month in sorted(waiting.counted) for id_ in waiting.counted[month]]
    counted = count_in(session, scorebook_id, ids)
    return shown == len(waiting.ids) and counted == len(ids)


def _mark_seen(session: Session, scorebook_id: int, ids: Sequence[int]) -> int:
    values = {"scorebook": scorebook_id, "matches": list(ids), "at": None}
    marked: Any = session.execute(MARK, values)
    return int(marked.rowcount)


def _count_anew(session: Session, scorebook_id: int, ids: Sequence[int]) -> None:
    """Let statistics count matches from now on that were here and deleted."""
    found = session.execute(SEEN, {"scorebook": scorebook_id, "matches": list(ids)})
    seen = [
        Seen(scorebook_id, row.id, row.public_id, row.version, row.shown, True) for row in found
    ]
    keep(session, scorebook_id, {stored.id: stored.match for stored in load_all(session, seen)})


def _replace(session: Session, scorebook_id: int, replaced: Sequence[Replaced]) -> None:
    sat: set[int | None] = set()
    for some in _some([one.old for one in replaced]):
        forget(session, scorebook_id, some)
        keys = [(scorebook_id, old) for old in some]
        sat |= {row.player_id for row in session.execute(PEOPLE, {"keys": keys})}
    rows = [
        {"scorebook": scorebook_id, "old": one.old, "new": one.new, "its_id": one.public_id}
        for one in replaced
    ]
    for statement in IN_PLACE_OF:
        session.execute(statement, rows)
    forget_unseated(session, scorebook_id, sat)


def _some(ids: Sequence[int]) -> Iterator[list[int]]:
    for start in range(0, len(ids), STRETCH):
        yield list(ids[start : start + STRETCH])
