from datetime import UTC, datetime

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance import integrity, recompute
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.tables import MATCH_SIDES, MATCHES
from scorekeeper.rules import Bid, HouseRules, Match as Played, Standing
from tests.databases import do, execute, fetch

ANN = Secret("the device of Ann")
EVENING = datetime(2026, 11, 20, 20, 30, tzinfo=UTC)
START = Played.start(
    HouseRules.of("two-player"), ["Ann", "Ben"], opening=[Standing(480), Standing(90)]
)
WON = START.bid([Bid(4), Bid(8)], EVENING).record_tricks([5, 8], None, EVENING)
EARLY = START.end(EVENING)


def write(session: Session, number: int, match: Played) -> None:
    public_id = matches.start_match(session, ANN, Submission.of(f"start {number}", ()), START)
    stored = matches.load(session, matches.find_match(session, ANN, public_id))
    matches.record(session, ANN, stored, match, Submission.of(f"recorded {number}", ()))


def results(database: Database) -> list[tuple[object, ...]]:
    with database.read() as session:
        kept = select(
            MATCHES.c.id,
            MATCHES.c.version,
            MATCHES.c.ended_at,
            MATCHES.c.winner,
            MATCHES.c.ending,
            MATCH_SIDES.c.points,
        ).join_from(MATCHES, MATCH_SIDES)
        return [
            tuple(row) for row in session.execute(kept.order_by(MATCHES.c.id, MATCH_SIDES.c.side))
        ]


def shown(database: Database) -> list[int]:
    return fetch(database, select(MATCHES.c.revision).order_by(MATCHES.c.id))


@pytest.mark.parametrize(
    "match",
    [
        pytest.param(WON, id="won"),
        pytest.param(EARLY, id="ended early"),
        pytest.param(START, id="being played"),
    ],
)
def test_recompute_repairs_a_wrong_result(database: Database, match: Played) -> None:
    do(database, write, 1, match)
    right = results(database)
    with database.write() as session:
        session.execute(update(MATCHES).values(winner=None, ending=None))
        session.execute(update(MATCH_SIDES).values(points=7))

    said = list(integrity.repair(database.url))

    assert said[-1] == "Recomputed 1 result."
    assert ("REINDEX" in said[0]) is (not database.is_sqlite)
    assert results(database) == right
    assert shown(database) == [3]
    assert list(integrity.check(database.url)) == []


def test_recompute_changes_only_what_was_wrong(database: Database) -> None:
    with database.write() as session:
        for number, match in enumerate([WON, EARLY, START]):
            write(session, number, match)
        session.execute(update(MATCH_SIDES).where(MATCH_SIDES.c.points == 170).values(points=171))

    assert recompute.recompute_in_batches(database) == 3
    assert shown(database) == [3, 2, 2]
    assert recompute.recompute_in_batches(database) == 3
    assert shown(database) == [3, 2, 2]


def test_recompute_covers_all_matches_in_batches(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recompute, "BATCH_SIZE", 2)
    with database.write() as session:
        write(session, 1, WON)
        write(session, 2, EARLY)
        write(session, 3, WON)
    right = results(database)
    execute(database, update(MATCH_SIDES).values(points=None))

    assert recompute.recompute_in_batches(database) == 3
    assert results(database) == right


@pytest.mark.parametrize("size", [2, 200])
def test_recompute_leaves_out_only_matches_that_cannot_be_read(
    database: Database, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(recompute, "BATCH_SIZE", size)
    with database.write() as session:
        for number in range(5):
            write(session, number, WON)
    right = results(database)
    with database.write() as session:
        session.execute(update(MATCH_SIDES).values(points=7))
        first = select(MATCHES.c.id).order_by(MATCHES.c.id).limit(1).offset(1).scalar_subquery()
        rules = update(MATCHES).where(MATCHES.c.id == first)
        session.execute(rules.values(house_rules={"target": 1}))

    said = list(integrity.repair(database.url))

    assert said[-2:] == ["Recomputed 4 results.", "Left out 1 match, because it can't be read."]
    wrong = [row for row in results(database) if row not in right]
    assert [row[-1] for row in wrong] == [7, 7]
    assert len({row[0] for row in wrong}) == 1
    (unreadable,) = integrity.check(database.url)
    assert unreadable.startswith("Can't read match ")
