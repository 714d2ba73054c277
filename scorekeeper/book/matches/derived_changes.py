"""Derived changes of matches inserted with all their hands: from files, from paper, or from 0.7.

With them, undo works in the same way for every match.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import bindparam, exists, insert, or_, select, tuple_, update
from sqlalchemy.orm import Session

from scorekeeper import rules
from scorekeeper.book.access.grants import MATCH_REFS, MatchRef
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.statements import insert_rows
from scorekeeper.book.matches.match_loader import StoredMatch, load_matches
from scorekeeper.book.models.conditions import IS_FINISHED, of_match, of_matches, same_match
from scorekeeper.book.models.tables import CHANGES, HANDS, MATCHES
from scorekeeper.book.serialization import read_change, write_change
from scorekeeper.rules.match.fact_order import DatedChange, list_changes

BATCH_SIZE = 200
"""Matches examined in one query."""
MAX_ROWS = 2000
"""Changes inserted with one statement."""

INSERT_CHANGES = insert(CHANGES)
COLUMNS = (
    *("scorebook_id", "match_id", "number", "parent", "fact", "hand"),
    *("before", "after", "reason", "at", "device_id"),
)

_KEY = tuple_(MATCHES.c.scorebook_id, MATCHES.c.id)
_BEGAN_EMPTY = exists().where(
    same_match(CHANGES, MATCHES),
    CHANGES.c.parent == 0,
    CHANGES.c.hand == 1,
    CHANGES.c.fact != str(rules.Fact.HOUSE_RULES),
    CHANGES.c.before["hands"].as_string() == "[]",
)
_HAS_HANDS = exists().where(same_match(HANDS, MATCHES))
_HAS_FACTS = or_(MATCHES.c.at_change != 0, IS_FINISHED, _HAS_HANDS)
LIST_WITHOUT_CHANGES = (
    MATCH_REFS.where(
        tuple_(bindparam("scorebook"), bindparam("match")) < _KEY, _HAS_FACTS, ~_BEGAN_EMPTY
    )
    .order_by(MATCHES.c.scorebook_id, MATCHES.c.id)
    .limit(BATCH_SIZE)
)
"""Matches with facts that may have no change."""
LIST_CHANGES = select(CHANGES).where(*of_matches(CHANGES))
MOVE_ROOTS = (
    update(CHANGES)
    .where(*of_match(CHANGES), CHANGES.c.parent == 0)
    .values(parent=bindparam("the_last"))
)
ADVANCE_MATCH = (
    update(MATCHES)
    .where(*of_match(MATCHES))
    .values(
        version=MATCHES.c.version + bindparam("facts"),
        revision=MATCHES.c.revision + bindparam("facts"),
        at_change=bindparam("stands_at"),
    )
)


class MatchFacts(NamedTuple):
    """The facts of a match inserted with all its hands, as changes since a version."""

    key: tuple[int, int]
    facts: Sequence[DatedChange]
    began: datetime | None
    version: int = 1

    @property
    def at(self) -> int:
        """The place of the last change; 0 if there is none."""
        return self.version + len(self.facts) if self.facts else 0


def insert_changes(session: Session, matches: Sequence[MatchFacts]) -> None:
    """Insert the derived changes of matches."""
    rows = (row for match in matches for row in _rows(match))
    while batch := list(islice(rows, MAX_ROWS)):
        insert_rows(session, INSERT_CHANGES, COLUMNS, batch)


def add_missing_changes(session: Session) -> None:
    """Insert the changes that matches inserted with all their hands did not have before 0.8."""
    last = (0, 0)
    while rows := session.execute(
        LIST_WITHOUT_CHANGES, {"scorebook": last[0], "match": last[1]}
    ).all():
        refs = [MatchRef.from_row(row, can_write=True) for row in rows]
        _add_changes(session, load_matches(session, refs))
        last = refs[-1].key


def _add_changes(session: Session, matches: Sequence[StoredMatch]) -> None:
    beginnings = _find_beginnings(session, matches)
    all_facts, roots, advances = [], [], []
    for stored in matches:
        began = beginnings.get(stored.key)
        if began is None or not (facts := list_changes(began)):
            continue
        match = MatchFacts(stored.key, facts, began.started, stored.version)
        where = {"scorebook": stored.scorebook_id, "match": stored.id}
        roots.append({**where, "the_last": match.at})
        advances.append({**where, "facts": len(facts), "stands_at": stored.position.at or match.at})
        all_facts.append(match)
    if all_facts:
        # Later changes become children of the last derived one.
        session.execute(MOVE_ROOTS, roots)
        session.execute(ADVANCE_MATCH, advances)
        insert_changes(session, all_facts)


def _find_beginnings(
    session: Session, matches: Sequence[StoredMatch]
) -> dict[tuple[int, int], rules.Match]:
    """Return the matches before their recorded changes; leave out those that cannot be reverted."""
    changed: dict[int, list[int]] = defaultdict(list)
    for stored in matches:
        if stored.position.at:
            changed[stored.scorebook_id].append(stored.id)
    rows = {
        (row.scorebook_id, row.match_id, row.number): row
        for scorebook, ids in changed.items()
        for row in session.execute(LIST_CHANGES, {"scorebook": scorebook, "matches": ids})
    }
    beginnings = {}
    for stored in matches:
        match, place = stored.match, stored.position.at
        with suppress(rules.StepError):
            while place:
                row = rows[*stored.key, place]
                match = read_change(match.house.game.key, row).revert(match)
                place = row.parent
            beginnings[stored.key] = match
    return beginnings


def _rows(match: MatchFacts) -> Iterator[tuple[Any, ...]]:
    parent = 0
    for place, (change, at) in enumerate(match.facts, start=match.version + 1):
        columns = write_change(change)
        moment = at or match.began or now()
        yield (*match.key, place, parent, *columns.values(), "", moment, None)
        parent = place
