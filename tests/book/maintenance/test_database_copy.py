"""Copying to another database is all or nothing."""

import shutil
import signal
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table, insert, select, update

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.db.ids import now
from scorekeeper.book.maintenance.database_copy import copy_database
from scorekeeper.book.maintenance.schema import HEAD, prepare
from scorekeeper.book.models.tables import (
    CONFIRMATIONS,
    DEVICES,
    EVENTS,
    GRANTS,
    HANDS,
    JOIN_CODES,
    MATCHES,
    PLAYERS,
    SCOREBOOKS,
    metadata,
)
from scorekeeper.rules import MAX_UTC_OFFSET_MINUTES
from tests.book.release_fixture import OLDEST, fill
from tests.book.scorers import Scorer
from tests.databases import change, execute
from tests.evening import Evening
from tests.postgres import Server
from tests.servers import run_python

ROOT = Path(__file__).parents[3]
DYING = """
import json, os, signal, sys
from scorekeeper.book.maintenance.database_copy import copy_database
from tests.book.children import finished, start_in_child

source, target, *places = sys.argv[1:]

def copied_until(place):
    def die(done, whole):
        if done >= whole * place:
            os.kill(os.getpid(), signal.SIGKILL)
    return lambda: copy_database(source, target, die)

print(*(finished(start_in_child(copied_until(float(place)))) for place in places))
"""
"""Copies again and again, each time killed a little later, and prints how each ended."""


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a scorebook with something in every column of every table."""
    url = f"sqlite:///{tmp_path_factory.mktemp('full')}/scorebook.sqlite"
    prepare(url)
    with closing(Database(url)) as database:
        fill(database)
        fill_the_rest(database)
    return url


def fill_the_rest(database: Database) -> None:
    """Fill the columns that the matches of the releases leave empty."""
    with database.write() as session:

        def change(table: Table, row: Any, **values: Any) -> None:
            key = {column.name: row[column.name] for column in table.primary_key}
            session.execute(update(table).filter_by(**key).values(values))

        def first(table: Table, *conditions: Any, place: int = 0) -> Any:
            rows = select(table).where(*conditions).order_by(*table.primary_key)
            return session.execute(rows.offset(place).limit(1)).mappings().one()

        # Each refers to a row after it.
        after = first(DEVICES, place=1)["id"]
        change(DEVICES, first(DEVICES), name="Ann’s phone", replaces_id=after)
        season = {"season_from": 20261120, "season_best": 8}
        change(SCOREBOOKS, first(SCOREBOOKS), deleted_at=now(), **season)
        texts = {"time_zone": "Europe/Berlin", "name": "Jürgen 小明 🂡"}
        code = {"recovery_hash": bytes(range(32)), "recovery_made_at": now()}
        change(SCOREBOOKS, first(SCOREBOOKS), **code, **texts)
        # The canonical player comes after the merged one.
        leader = first(PLAYERS, place=1)["id"]
        led = {"canonical_id": leader, "merged_into": leader}
        change(PLAYERS, first(PLAYERS), colour=3, guest=True, **led)
        match = first(MATCHES)
        ago = {"utc_offset": -MAX_UTC_OFFSET_MINUTES, "clock_at": now()}
        change(MATCHES, match, deleted_at=now(), rematch_of=match["id"], **ago)
        key = {"scorebook_id": match["scorebook_id"], "match_id": match["id"]}
        change(HANDS, {**key, "number": 1}, note="a note\non two lines")
        change(GRANTS, first(GRANTS, GRANTS.c.match_id.is_not(None)), seat=2, way="link")
        reply = {"hand": 1, "seat": 1, "answer": "queried"}
        session.execute(insert(CONFIRMATIONS).values(**key, **reply))
        code = {"code_hash": bytes(32), "role": "spectator", "valid_seconds": 60}
        session.execute(insert(JOIN_CODES).values(**key, **code))
    evening = Evening.create(database)
    evening.seat()
    evening.type_result(1, 312, 250)
    evening.score(2)
    with database.write() as session:
        change(EVENTS, first(EVENTS), utc_offset=60, ended_at=now(), deleted_at=now())
        key = {"scorebook_id": first(EVENTS)["scorebook_id"], "event_id": first(EVENTS)["id"]}
        right = {"device_id": after, "role": "scorer", "way": "card"}
        session.execute(insert(GRANTS).values(**key, **right))
        code = {"code_hash": bytes([1] * 32), "role": "spectator", "valid_seconds": 60}
        session.execute(insert(JOIN_CODES).values(**key, **code))


@pytest.fixture
def empty(postgres: Server) -> str:
    return postgres.url(postgres.create())


def rows(url: str) -> dict[str, set[str]]:
    with closing(Database(url)) as database, database.read() as session:
        return {
            table.name: {repr(tuple(row)) for row in session.execute(select(table))}
            for table in metadata.sorted_tables
        }


def test_the_test_data_fills_every_column(full: str) -> None:
    with closing(Database(full)) as database, database.read() as session:
        never = [
            f"{table.name}.{column.name}"
            for table in metadata.sorted_tables
            for column in table.columns
            if session.scalars(select(column).where(column.is_not(None)).limit(1)).first() is None
        ]
    assert never == []


def test_copying_there_and_back_keeps_every_row(full: str, empty: str, tmp_path: Path) -> None:
    back = f"sqlite:///{tmp_path}/back.sqlite"
    seen: list[tuple[int, int]] = []
    there = copy_database(full, empty, lambda done, whole: seen.append((done, whole)))
    copy_database(empty, back)
    assert rows(full) == rows(empty) == rows(back)
    there_are = {name: len(found) for name, found in rows(full).items()}
    told = (there.scorebooks, there.matches, there.rows, there.went_on)
    assert told == (there_are["scorebooks"], there_are["matches"], sum(there_are.values()), False)
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1] == there.rows + there.matches


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_match_continues_in_the_copy(full: str, empty: str, tmp_path: Path, kind: str) -> None:
    target = empty if kind == "postgresql" else f"sqlite:///{tmp_path}/copy.sqlite"
    copy_database(full, target)
    with closing(Database(target)) as database:
        eve = Scorer(database)
        assert eve.load(eve.start()).version == 1
    assert len(rows(target)["devices"]) == len(rows(full)["devices"]) + 1


@pytest.mark.parametrize("held", ["a match", "a device"])
def test_a_filled_target_is_refused(full: str, empty: str, held: str) -> None:
    prepare(empty)
    with closing(Database(empty)) as database:
        if held == "a match":
            Scorer(database).start()
        else:
            execute(database, insert(DEVICES).values(secret_hash=bytes(32)))
    before = rows(empty)
    with pytest.raises(ScorebookError, match=r"isn\'t empty \(devices: 1.*Nothing was copied"):
        copy_database(full, empty)
    assert rows(empty) == before


def test_a_database_is_not_copied_onto_itself_or_over_other_tables(full: str, empty: str) -> None:
    with pytest.raises(ScorebookError, match="isn't empty"):
        copy_database(full, full)
    change(empty, "CREATE TABLE recipes (name text)")
    with pytest.raises(ScorebookError, match="has other tables and is not a scorebook"):
        copy_database(full, empty)


@pytest.mark.parametrize("older", ["source", "target"])
def test_a_source_of_another_version_is_refused(
    full: str, empty: str, tmp_path: Path, older: str
) -> None:
    file = f"sqlite:///{tmp_path}/older.sqlite"
    shutil.copy(OLDEST, tmp_path / "older.sqlite")
    told = rf"from an older version \(database version 0015; this is \S+, database version {HEAD}\)"
    with pytest.raises(ScorebookError, match=told):
        copy_database(*((file, empty) if older == "source" else (full, file)))
    with pytest.raises(ScorebookError, match=told):
        copy_database(file, file)


def test_a_newer_source_is_refused(full: str, empty: str) -> None:
    prepare(empty)
    change(empty, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(ScorebookError, match=rf"newer version .*version 9999; .*version {HEAD}\)"):
        copy_database(full, empty)


def test_a_missing_source_creates_nothing(empty: str, tmp_path: Path) -> None:
    with pytest.raises(ScorebookError, match=r"There is no scorebook at .* yet"):
        copy_database(f"sqlite:///{tmp_path}/gone.sqlite", empty)
    with pytest.raises(ScorebookError, match=r"There is no scorebook at .* yet"):
        copy_database(empty, f"sqlite:///{tmp_path}/new.sqlite")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_killed_copy_leaves_an_empty_target(
    full: str, empty: str, tmp_path: Path, kind: str
) -> None:
    target = empty if kind == "postgresql" else f"sqlite:///{tmp_path}/copy.sqlite"
    # The next copy would refuse any row that the last one left.
    killed = dying(full, target, "0.01", "0.3", "0.6", "0.9", "1.0", "2")
    assert killed == [-signal.SIGKILL] * 5 + [0]
    assert rows(target) == rows(full)


def dying(*arguments: str) -> list[int]:
    [printed] = run_python("-c", DYING, *arguments)
    return [int(status) for status in printed.split()]


def test_a_match_with_another_result_stops_the_copy(full: str, empty: str, tmp_path: Path) -> None:
    wrong = f"sqlite:///{tmp_path}/wrong.sqlite"
    copy_database(full, wrong)
    with closing(Database(wrong)) as database, database.write() as session:
        session.execute(update(MATCHES).where(MATCHES.c.winner == 0).values(winner=1))
    with pytest.raises(ScorebookError, match=r"result of match .* is wrong. Nothing was copied"):
        copy_database(wrong, empty)
    assert set().union(*rows(empty).values()) == set()


def test_an_invalid_row_is_reported_without_its_content(
    full: str, empty: str, tmp_path: Path
) -> None:
    odd = f"sqlite:///{tmp_path}/odd.sqlite"
    copy_database(full, odd)
    with closing(Database(odd)) as database, database.write() as session:
        session.execute(update(PLAYERS).where(PLAYERS.c.name == "Ann").values(name="a\0b"))
    with pytest.raises(ScorebookError, match="A row of players doesn't fit") as refused:
        copy_database(odd, empty)
    assert "a\0b" not in str(refused.value)


def test_rows_added_during_the_copy_are_reported(full: str, empty: str, tmp_path: Path) -> None:
    used = f"sqlite:///{tmp_path}/used.sqlite"
    copy_database(full, used)

    def record(done: int, whole: int) -> None:
        if done == whole:
            with closing(Database(used)) as database:
                Scorer(database).start()

    assert copy_database(used, empty, record).went_on
    assert rows(empty) == rows(full)


def test_two_copies_at_once_copy_once(full: str, empty: str) -> None:
    prepare(empty)
    refused: list[ScorebookError] = []

    def second(done: int, whole: int) -> None:
        if done == whole:
            other.start()

    def again() -> None:
        try:
            copy_database(full, empty)
        except ScorebookError as error:
            refused.append(error)

    other = threading.Thread(target=again)
    copy_database(full, empty, second)
    other.join(30)

    assert [error for error in refused if "isn't empty" in str(error)] == refused != []
    assert rows(empty) == rows(full)
