"""Checks and repairs of a scorebook: its file, and the results of its matches."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.maintenance import integrity
from scorekeeper.book.matches import matches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.tables import MATCH_SIDES, MATCHES
from scorekeeper.rules import Bid, HouseRules, Match as Played, Standing
from tests.book.release_fixture import FOLDER, upgrade
from tests.databases import do, fetch

FINISHED = "FROM matches WHERE winner IS NOT NULL"
WRONG_POINTS = (
    f"UPDATE match_sides SET points = points + 7 WHERE match_id = (SELECT min(id) {FINISHED})"
)


@pytest.fixture
def scorebook(tmp_path: Path) -> Path:
    """A scorebook with finished matches that a server has used."""
    path = upgrade(tmp_path, "0.14.0")
    change_file(path, "PRAGMA journal_mode = WAL")
    return path


def change_file(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            connection.execute(statement)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield


def copies(path: Path) -> list[Path]:
    return list(path.parent.glob("*-before-repair*"))


def repair(path: Path) -> list[str]:
    return list(integrity.repair(f"sqlite:///{path}"))


def test_repair_keeps_one_copy_and_only_if_something_is_wrong(scorebook: Path) -> None:
    (unchanged,) = repair(scorebook)
    assert unchanged.startswith("Recomputed ")
    assert copies(scorebook) == []
    change_file(scorebook, WRONG_POINTS)
    said = [repair(scorebook) for _ in range(2)]
    (copy,) = copies(scorebook)
    assert said == [[f"The previous state is kept in {copy}.", unchanged], [unchanged]]
    assert list(integrity.check(f"sqlite:///{scorebook}")) == []
    assert any("is wrong" in line for line in integrity.check(f"sqlite:///{copy}"))


@pytest.mark.parametrize("damage", ["house_rules = '{'", "ended_at = 'late'"])
def test_repair_fixes_other_results_if_a_match_cannot_be_read(scorebook: Path, damage: str) -> None:
    unreadable = f"UPDATE matches SET {damage} WHERE id = (SELECT max(id) {FINISHED})"
    change_file(scorebook, WRONG_POINTS, unreadable)
    first, second = repair(scorebook), repair(scorebook)
    assert first[1:] == second
    assert second[0].startswith("Recomputed ")
    assert second[1] == "Left out 1 match, because it can't be read."
    assert len(copies(scorebook)) == 1
    (problem,) = integrity.check(f"sqlite:///{scorebook}")
    assert problem.startswith("Can't read match ")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (True, "The scorebook is in use. Nothing was changed. Try again, or stop the server."),
        (False, "The scorebook is in use. Try again, or stop the server."),
    ],
)
def test_repair_of_a_locked_scorebook_is_refused_without_a_copy(
    scorebook: Path, monkeypatch: pytest.MonkeyPatch, wrong: bool, sentence: str
) -> None:
    monkeypatch.setattr(integrity, "Database", partial(Database, lock_timeout=0.1))
    if wrong:
        change_file(scorebook, WRONG_POINTS)
    with locked(scorebook), pytest.raises(ScorebookError) as refused:
        repair(scorebook)
    assert str(refused.value) == sentence
    assert copies(scorebook) == []


def test_repair_of_an_older_scorebook_is_refused_without_a_copy(tmp_path: Path) -> None:
    older = Path(shutil.copy(FOLDER / "0.19.0.sqlite", tmp_path / "scorebook.sqlite"))
    before = older.read_bytes()
    with pytest.raises(ScorebookError, match="is from an older version and undamaged"):
        repair(older)
    assert copies(older) == []
    assert older.read_bytes() == before


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
        columns = MATCHES.c["id", "version", "ended_at", "winner", "ending"]
        kept = select(*columns, MATCH_SIDES.c.points).join_from(MATCHES, MATCH_SIDES)
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
    assert integrity.recompute_in_batches(database) == (3, 0)
    assert shown(database) == [3, 2, 2]
    assert integrity.recompute_in_batches(database) == (3, 0)
    assert shown(database) == [3, 2, 2]


@pytest.mark.parametrize("size", [2, 200])
def test_recompute_leaves_out_only_matches_that_cannot_be_read(
    database: Database, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(integrity, "BATCH_SIZE", size)
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
