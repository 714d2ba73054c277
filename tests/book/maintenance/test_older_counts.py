"""Finished matches that 0.1.0 counted differently stay finished; lists show the new scores."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.models.tables import MATCH_SIDES, MATCHES
from scorekeeper.rules import Ending, Outcome
from tests.book.release_fixture import ANN, OLDEST
from tests.book.scorers import Scorer

NIL, REVOKE = 0, ("revoke", 0, 3, 1, 0, 0, "", None)
RULED = ((NIL, 5), (10, 8))
"""Bids and tricks; the failed nil owes three tricks, which 0.1.0 did not move."""
SET = ((5, 7), (8, 6))
MADE = ((3, 3), (9, 10))
LAST = "2026-11-20 12:30:00.000000"


def played_by_0_1_0(
    connection: sqlite3.Connection,
    hands: tuple[tuple[tuple[int, int], ...], ...],
    opening: tuple[int, int],
    won_by: int,
) -> str:
    """Replace the hands of a finished match of two, as 0.1.0 counted them; return its id."""
    *key, public_id = connection.execute(
        "SELECT scorebook_id, id, public_id FROM matches"
        " JOIN addresses USING (scorebook_id) WHERE match_id = id"
        " AND game = 'two-player' AND ending = 'target'"
    ).fetchone()
    connection.execute("PRAGMA foreign_keys = ON")
    for table in ("hands", "changes"):
        connection.execute(f"DELETE FROM {table} WHERE (scorebook_id, match_id) = (?, ?)", key)
    connection.execute(
        "UPDATE matches SET house_rules = ?, winner = ?, ended_at = ?, at_change = 0,"
        " next_change = 0 WHERE (scorebook_id, id) = (?, ?)",
        [json.dumps({"target": 500}), won_by, LAST, *key],
    )
    for side, points in enumerate(opening):
        connection.execute(
            "UPDATE match_sides SET opening_points = ?, points = 500"
            " WHERE (scorebook_id, match_id, side) = (?, ?, ?)",
            [points, *key, side],
        )
    for number, hand in enumerate(hands, start=1):
        connection.execute(
            "INSERT INTO hands (scorebook_id, match_id, number, noted_at) VALUES (?, ?, ?, ?)",
            [*key, number, LAST],
        )
        for seat, (bid, tricks) in enumerate(hand):
            connection.execute(
                "INSERT INTO hand_seats (scorebook_id, match_id, hand, seat, bid, blind, tricks)"
                " VALUES (?, ?, ?, ?, ?, 0, ?)",
                [*key, number, seat, bid, tricks],
            )
        if number == 1:
            connection.execute(
                "INSERT INTO rulings (scorebook_id, match_id, hand, number, kind, seat, tricks,"
                ' to_side, points, "set", note, noted_at)'
                " VALUES (?, ?, 1, 0, ?, ?, ?, ?, ?, ?, ?, ?)",
                [*key, *REVOKE],
            )
    return str(public_id)


@pytest.fixture
def old(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    path = shutil.copy(OLDEST, tmp_path / "scorebook.sqlite")
    with closing(sqlite3.connect(path)) as connection:
        yield connection


@pytest.mark.parametrize(
    ("hands", "opening", "won_by", "outcome", "points"),
    [
        pytest.param(
            (RULED, MADE, MADE),
            (470, 400),
            0,
            Outcome(1, Ending.TARGET),
            [430, 682],
            id="would have ended earlier",
        ),
        pytest.param(
            (SET, MADE),
            (420, 200),
            0,
            Outcome(0, Ending.EARLY),
            [400, 371],
            id="would not have ended",
        ),
    ],
)
def test_an_older_finished_match_keeps_all_its_hands(
    old: sqlite3.Connection,
    tmp_path: Path,
    hands: tuple[tuple[tuple[int, int], ...], ...],
    opening: tuple[int, int],
    won_by: int,
    outcome: Outcome,
    points: list[int],
) -> None:
    public_id = played_by_0_1_0(old, hands, opening, won_by)
    old.commit()
    url = f"sqlite:///{tmp_path}/scorebook.sqlite"
    prepare(url, lambda _sentence: None)
    with closing(Database(url)) as database:
        match = Scorer(database, ANN).load(public_id).match
        assert (len(match.hands), match.outcome, match.is_recounted) == (len(hands), outcome, True)
        with database.read() as session:
            kept = session.execute(
                select(MATCHES.c.winner, MATCHES.c.ending, MATCH_SIDES.c.points)
                .join_from(MATCHES, MATCH_SIDES)
                .where(MATCHES.c.id == Scorer(database, ANN).look(public_id).id)
                .order_by(MATCH_SIDES.c.side)
            ).all()
    assert [tuple(row) for row in kept] == [
        (outcome.winner, outcome.ending.value, side) for side in points
    ]
