"""The changes of matches that were written whole: they came in a file, from paper, or from 0.7.

So whatever stands in a match can be taken back in the one way there is.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, bindparam, exists, insert, or_, select, tuple_, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import Seen
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.statements import insert_rows, these
from scorekeeper.book.db.types import table_of
from scorekeeper.book.matches.match_loader import Stored, load_all
from scorekeeper.book.models import Address, Change, Hand, Match
from scorekeeper.book.serialization import read_change, write_change
from scorekeeper.rules.match.order import DatedChange, list_changes

STRETCH = 200
"""Matches that are looked at together."""
AT_ONCE = 2000
"""Changes that are written together: those of some matches are many."""

ADDRESSES, CHANGES, HANDS, MATCHES = map(table_of, (Address, Change, Hand, Match))
KEEP = insert(CHANGES)
NAMES = (
    *("scorebook_id", "match_id", "place", "parent", "fact", "hand"),
    *("before", "after", "reason", "at", "device_id"),
)

_SCOREBOOK: BindParameter[int] = bindparam("scorebook")
_MATCH: BindParameter[int] = bindparam("match")
_KEY = tuple_(MATCHES.c.scorebook_id, MATCHES.c.id)
_BEGAN_WITH_NOTHING = exists().where(
    CHANGES.c.scorebook_id == MATCHES.c.scorebook_id,
    CHANGES.c.match_id == MATCHES.c.id,
    CHANGES.c.parent == 0,
    CHANGES.c.hand == 1,
    CHANGES.c.fact != str(rules.Fact.HOUSE_RULES),
    CHANGES.c.before["hands"].as_string() == "[]",
)
_HAS_HANDS = exists().where(
    HANDS.c.scorebook_id == MATCHES.c.scorebook_id, HANDS.c.match_id == MATCHES.c.id
)
_SAYS_SOMETHING = or_(MATCHES.c.at_change != 0, MATCHES.c.ended_at.is_not(None), _HAS_HANDS)
WRITTEN_WHOLE = (
    select(*MATCHES.c["scorebook_id", "id"], ADDRESSES.c.public_id, *MATCHES.c["version", "shown"])
    .select_from(MATCHES.join(ADDRESSES))
    .where(tuple_(_SCOREBOOK, _MATCH) < _KEY, _SAYS_SOMETHING, ~_BEGAN_WITH_NOTHING)
    .order_by(MATCHES.c.scorebook_id, MATCHES.c.id)
    .limit(STRETCH)
)
"""Matches of which not every fact may have a change."""
ALL = select(CHANGES).where(*these(CHANGES))
REHANG = (
    update(CHANGES)
    .where(CHANGES.c.scorebook_id == _SCOREBOOK, CHANGES.c.match_id == _MATCH)
    .where(CHANGES.c.parent == 0)
    .values(parent=bindparam("the_last"))
)
COUNT_ON = (
    update(MATCHES)
    .where(MATCHES.c.scorebook_id == _SCOREBOOK, MATCHES.c.id == _MATCH)
    .values(
        version=MATCHES.c.version + bindparam("facts"),
        shown=MATCHES.c.shown + bindparam("facts"),
        at_change=bindparam("stands_at"),
    )
)


class Whole(NamedTuple):
    """A match that is written whole, and the changes by which it came to be since a version."""

    key: tuple[int, int]
    facts: Sequence[DatedChange]
    began: datetime | None
    version: int = 1

    @property
    def at(self) -> int:
        """The place of the last change; 0 where there is none."""
        return self.version + len(self.facts) if self.facts else 0


def insert_changes(session: Session, matches: Sequence[Whole]) -> None:
    """Write the changes by which matches came to be."""
    rows = (row for match in matches for row in _rows(match))
    while some := list(islice(rows, AT_ONCE)):
        insert_rows(session, KEEP, NAMES, some)


def trace(session: Session) -> None:
    """Give each fact its change, in the transaction that brings the tables up to date.

    Before 0.8, a match that was written whole had none: they were found as they were taken back.
    """
    last = (0, 0)
    while found := session.execute(WRITTEN_WHOLE, {"scorebook": last[0], "match": last[1]}).all():
        seen = [
            Seen(row.scorebook_id, row.id, row.public_id, row.version, row.shown, may_write=True)
            for row in found
        ]
        _give_changes(session, load_all(session, seen))
        last = seen[-1].key


def _give_changes(session: Session, matches: Sequence[Stored]) -> None:
    beginnings = _beginnings(session, matches)
    whole, hung, counted = [], [], []
    for stored in matches:
        began = beginnings.get(stored.key)
        if began is None or not (facts := list_changes(began)):
            continue
        match = Whole(stored.key, facts, began.started, stored.version)
        this = {"scorebook": stored.scorebook_id, "match": stored.id}
        hung.append({**this, "the_last": match.at})
        counted.append({**this, "facts": len(facts), "stands_at": stored.point.at or match.at})
        whole.append(match)
    if whole:
        # What was changed since then hangs on the last of them.
        session.execute(REHANG, hung)
        session.execute(COUNT_ON, counted)
        insert_changes(session, whole)


def _beginnings(session: Session, matches: Sequence[Stored]) -> dict[tuple[int, int], rules.Match]:
    """Return matches without all that was changed in them; not those that were never like that."""
    changed: dict[int, list[int]] = defaultdict(list)
    for stored in matches:
        if stored.point.at:
            changed[stored.scorebook_id].append(stored.id)
    rows = {
        (row.scorebook_id, row.match_id, row.place): row
        for scorebook, ids in changed.items()
        for row in session.execute(ALL, {"scorebook": scorebook, "matches": ids})
    }
    found = {}
    for stored in matches:
        match, place = stored.match, stored.point.at
        with suppress(rules.StepError):
            while place:
                row = rows[*stored.key, place]
                match = read_change(match.house.game.key, row).take_back(match)
                place = row.parent
            found[stored.key] = match
    return found


def _rows(match: Whole) -> Iterator[tuple[Any, ...]]:
    parent = 0
    for place, (change, at) in enumerate(match.facts, start=match.version + 1):
        written = write_change(change)
        moment = at or match.began or now()
        yield (*match.key, place, parent, *written.values(), "", moment, None)
        parent = place
