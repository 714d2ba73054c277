"""Finished matches that 0.1.0 counted differently stay finished; lists show the new scores."""

from typing import Any

import pytest
from sqlalchemy import select, update

from scorekeeper.book.access.grants import MATCH_REFS, MatchRef
from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.integrity import recompute_all
from scorekeeper.book.matches.match_loader import load_matches
from scorekeeper.book.models.tables import MATCH_SIDES, MATCHES
from scorekeeper.rules import Ending, Outcome
from tests.book.transfer.files import Book, lines

LAST = "2026-11-20T12:30:00Z"
REVOKE = {"kind": "revoke", "seat": 0, "tricks": 3, "to": "Ben"}
RULED = {"bids": ["nil", 10], "tricks": [5, 8], "rulings": [REVOKE]}
"""The failed nil owes three tricks, which 0.1.0 did not move."""
SET = {"bids": [5, 8], "tricks": [7, 6], "rulings": [REVOKE]}
MADE = {"bids": [3, 9], "tricks": [3, 10]}


@pytest.mark.parametrize(
    ("hands", "opening", "outcome", "points"),
    [
        pytest.param(
            [RULED, MADE, MADE],
            (470, 400),
            Outcome(1, Ending.TARGET),
            [430, 682],
            id="would have ended earlier",
        ),
        pytest.param(
            [SET, MADE], (420, 200), Outcome(0, Ending.EARLY), [400, 371], id="would not have ended"
        ),
    ],
)
def test_an_older_finished_match_keeps_all_its_hands(
    database: Database,
    hands: list[dict[str, Any]],
    opening: tuple[int, int],
    outcome: Outcome,
    points: list[int],
) -> None:
    match_file = {
        "format": "spades-match/1",
        "house": {"game": "two-player", "target": 500},
        "players": ["Ann", "Ben"],
        "opening": [{"points": each} for each in opening],
        "hands": [{**hand, "noted": LAST} for hand in hands],
        "started": "2026-11-20T12:00:00Z",
        "ended": LAST,
    }
    assert Book(database).store(lines(match_file)).imported == 1
    with database.write() as session:
        session.execute(update(MATCHES).values(winner=0, ending="target"))
        session.execute(update(MATCH_SIDES).values(points=500))
        recompute_all(session)
        refs = [MatchRef.from_row(row) for row in session.execute(MATCH_REFS)]
        [match] = [one.match for one in load_matches(session, refs)]
        kept = session.execute(
            select(MATCHES.c.winner, MATCHES.c.ending, MATCH_SIDES.c.points)
            .join_from(MATCHES, MATCH_SIDES)
            .order_by(MATCH_SIDES.c.side)
        ).all()
    assert (len(match.hands), match.outcome, match.is_recounted) == (len(hands), outcome, True)
    assert [tuple(row) for row in kept] == [
        (outcome.winner, outcome.ending.value, side) for side in points
    ]
