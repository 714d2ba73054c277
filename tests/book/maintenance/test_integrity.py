import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.maintenance import integrity
from tests.book.release_fixture import FOLDER, upgrade

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
    older = Path(shutil.copy(FOLDER / "0.13.0.sqlite", tmp_path / "scorebook.sqlite"))
    before = older.read_bytes()

    with pytest.raises(ScorebookError, match="is from an older version and undamaged"):
        repair(older)

    assert copies(older) == []
    assert older.read_bytes() == before
