import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table, delete, func, insert, select, update

from scorekeeper import rules
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.db.ids import now
from scorekeeper.book.joining import join_codes, recovery
from scorekeeper.book.maintenance.cleanup import count_expired, delete_expired, try_cleanup
from scorekeeper.book.matches import deletion, matches
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.book.models.tables import (
    CHANGES,
    DEVICES,
    EVENTS,
    GRANTS,
    IDEMPOTENCY_KEYS,
    JOIN_CODES,
    MATCHES,
    SCOREBOOKS,
    metadata,
)
from scorekeeper.book.scorebooks import erasure, scorebooks, shared_scorebook
from tests.book.scorers import Phone, Scorer, bid, new_secret
from tests.databases import ask, count_rows, do, execute, fetch, listening, no_space_beyond
from tests.evening import Evening


def stored_keys(database: Database) -> list[str]:
    return fetch(database, select(IDEMPOTENCY_KEYS.c.key).order_by(IDEMPOTENCY_KEYS.c.key))


def test_old_idempotency_keys_are_deleted_except_rematches(database: Database) -> None:
    ann = Scorer(database)
    for key in ("new", "nearly", "old", "rematch of a match"):
        ann.start(key=key)
    for key, days in (("nearly", 59), ("old", 61), ("rematch of a match", 61)):
        with database.write() as session:
            then = now() - timedelta(days=days)
            session.execute(
                update(IDEMPOTENCY_KEYS).where(IDEMPOTENCY_KEYS.c.key == key).values(at=then)
            )
    try_cleanup(database)
    assert stored_keys(database) == ["nearly", "new", "rematch of a match"]


def test_a_read_only_scorebook_is_not_cleaned_up(sqlite_url: str, sqlite_file: Path) -> None:
    sqlite_file.unlink()
    with closing(Database(sqlite_url)) as database:
        try_cleanup(database)
    assert not sqlite_file.exists()


def rows(database: Database) -> dict[str, int]:
    with database.read() as session:
        return {
            table.name: session.scalars(select(func.count()).select_from(table)).one()
            for table in metadata.sorted_tables
        }


def age(database: Database, table: Table, column: str, **ago: int) -> None:
    execute(database, update(table).values({column: now() - timedelta(**ago)}))


def open_one(database: Database, name: str | None = None) -> Phone:
    phone = Phone(database)
    phone.secret = do(database, scorebooks.create, None, new_secret(), "", name)
    return phone


def throw_out(database: Database, phone: Phone) -> None:
    with database.write() as session:
        session.execute(delete(GRANTS).where(GRANTS.c.device_id == phone.device_id(session)))


def test_unused_phones_are_deleted_after_400_days(database: Database) -> None:
    ann, ben = Phone(database), Phone(database)
    shared = ann.start()
    ben.gain(ann.right("scorer", shared))
    ben.record(shared, bid)
    age(database, DEVICES, "seen_at", days=401)
    assert count_expired(database)["phones"] == 0

    throw_out(database, ben)
    age(database, DEVICES, "seen_at", days=399)
    delete_expired(database)
    assert count_rows(database, DEVICES) == 2
    age(database, DEVICES, "seen_at", days=401)
    assert count_expired(database)["phones"] == 1
    delete_expired(database)

    assert count_rows(database, DEVICES) == 1
    assert ann.load(shared).match.current_hand is not None
    assert fetch(database, select(CHANGES.c.device_id)) == [None]


def test_an_unused_scorebook_is_deleted_after_an_hour(database: Database) -> None:
    open_one(database)
    age(database, SCOREBOOKS, "created_at", minutes=59)
    delete_expired(database)
    assert count_rows(database, SCOREBOOKS) == 1
    age(database, SCOREBOOKS, "created_at", minutes=61)
    assert count_expired(database)["never used"] == 1
    delete_expired(database)
    assert count_rows(database, SCOREBOOKS) == 0


def make_recovery_code(phone: Phone) -> None:
    do(phone.database, recovery.renew, "key", phone.secret, phone.book)


@pytest.mark.parametrize(
    "use",
    [
        pytest.param(lambda phone: phone.start(), id="a match"),
        pytest.param(
            lambda phone: phone.do(deletion.soft_delete, phone.start()), id="a deleted match"
        ),
        pytest.param(lambda phone: phone.do(scorebooks.rename, phone.book, "Club"), id="a name"),
        pytest.param(make_recovery_code, id="a recovery code"),
        pytest.param(lambda phone: Phone(phone.database).gain(phone.right("owner")), id="a guest"),
    ],
)
def test_a_scorebook_with_any_content_is_kept(
    database: Database, use: Callable[[Phone], object]
) -> None:
    use(open_one(database))
    age(database, SCOREBOOKS, "created_at", days=800)
    delete_expired(database)
    assert count_rows(database, SCOREBOOKS) == 1


def test_the_shared_scorebook_is_neither_cleaned_up_nor_erased(database: Database) -> None:
    shared_scorebook.ensure_shared(database)
    age(database, SCOREBOOKS, "created_at", days=800)
    delete_expired(database)
    assert count_rows(database, SCOREBOOKS) == 1
    right = ask(database, shared_scorebook.find_owner_right)
    assert right is not None
    with pytest.raises(ScorebookError, match="shared scorebook"):
        erasure.erase(database, right.scorebook_id)
    assert count_rows(database, SCOREBOOKS) == 1


def test_a_dry_run_counts_and_deletes_nothing(database: Database) -> None:
    ann, ben = Phone(database), Phone(database)
    deleted = ann.start()
    ann.start()
    ben.start()
    ann.do(deletion.soft_delete, deleted)
    ben.do(scorebooks.soft_delete, ben.book)
    open_one(database)
    Evening.create(database, secret=ann.secret).delete()
    with database.write() as session:
        join_codes.create_by_host(session, ann.owned()[0])
        for table in (EVENTS, MATCHES, SCOREBOOKS):
            at = update(table).where(table.c.deleted_at.is_not(None))
            session.execute(at.values(deleted_at=now() - timedelta(days=32)))
    for table, column in ((IDEMPOTENCY_KEYS, "at"), (JOIN_CODES, "created_at")):
        age(database, table, column, days=61)
    age(database, SCOREBOOKS, "created_at", hours=2)
    before = rows(database)

    found = count_expired(database)

    once = ("join_codes", "matches", "club evenings", "scorebooks", "never used")
    assert found == {"phones": 0, "forms": 3, **dict.fromkeys(once, 1)}
    assert rows(database) == before
    delete_expired(database)
    assert set(count_expired(database).values()) == {0}
    after = rows(database)
    assert (after["scorebooks"], after["matches"], after["devices"]) == (1, 1, 3)


@contextmanager
def deleted(database: Database) -> Iterator[list[int]]:
    told: list[int] = []

    def note(_connection: object, cursor: Any, statement: str, *_: object) -> None:
        if statement.startswith("DELETE"):
            told.append(cursor.rowcount)

    with listening(database, "after_cursor_execute", note):
        yield told


def test_old_rows_are_deleted_in_batches(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.book.db.database.BATCH_SIZE", 3)
    everybody = [Scorer(database) for _ in range(3)]
    for scorer in everybody:
        for number in range(4):
            scorer.start(key=f"{number}")
    with database.write() as session:
        then = now() - timedelta(days=61)
        session.execute(
            update(IDEMPOTENCY_KEYS).where(IDEMPOTENCY_KEYS.c.key != "2").values(at=then)
        )

    with deleted(database) as rows_at_a_time:
        try_cleanup(database)

    assert stored_keys(database) == ["2", "2", "2"]
    assert sum(rows_at_a_time) == 9
    assert max(rows_at_a_time) <= 3


def test_a_scorebook_with_a_new_match_is_kept(postgresql_database: Database) -> None:
    database = postgresql_database
    ann = open_one(database)
    age(database, SCOREBOOKS, "created_at", days=2)
    tidied = threading.Thread(target=delete_expired, args=(database,))
    begun = rules.Match.start(rules.HouseRules.of("two-player"), ["Ann", "Ben"])
    with database.write() as session:
        matches.start_match(session, ann.secret, Submission.of("k", ()), begun)
        tidied.start()
        tidied.join(0.3)
    tidied.join(20)
    assert (count_rows(database, SCOREBOOKS), count_rows(database, MATCHES)) == (1, 1)


def test_erasing_a_scorebook_removes_nothing_else(database: Database) -> None:
    ann, ben, eve = Phone(database), Phone(database), Phone(database)
    shared, kept = ann.start(["Grandma Rose", "Ben"]), eve.start()
    ann.record(shared, lambda match: match.end(now()))
    ben.gain(ann.right("spectator", shared))
    eve.gain(ann.right("viewer"))
    passes_to = ann.owned()[0]
    do(database, join_codes.create_by_host, passes_to)
    alone = rows_of_eve_alone()
    erasure.erase(database, passes_to)
    assert {name: number for name, number in rows(database).items() if number} == alone
    assert eve.load(kept).version == 1
    assert [phone.books() for phone in (ann, ben)] == [[], []]


def rows_of_eve_alone() -> dict[str, int]:
    # She gained a right, and with it a new secret.
    directory = {"devices": 2, "scorebooks": 1, "addresses": 1, "grants": 2}
    match = {"matches": 1, "match_sides": 2, "seats": 4, "players": 4, "idempotency_keys": 1}
    return {**directory, **match}


def test_erased_names_are_not_in_the_file(sqlite_database: Database, sqlite_file: Path) -> None:
    ann = Phone(sqlite_database)
    ann.start(["Grandma Rose", "Ben"])
    assert b"Grandma Rose" in written(sqlite_file)
    erasure.erase(sqlite_database, ann.owned()[0])
    assert b"Grandma Rose" not in written(sqlite_file)


def test_erasing_reports_remains_while_the_file_is_read(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasure, "LOCK_TIMEOUT_SECONDS", 0.1)
    ann = Phone(sqlite_database)
    ann.start()
    (scorebook_id,) = ann.owned()
    with closing(Database(sqlite_database.url)) as other, other.read() as session:
        session.scalars(select(SCOREBOOKS.c.id)).all()
        with pytest.raises(ScorebookError, match="But the file is in use"):
            erasure.erase(sqlite_database, scorebook_id)
    assert count_rows(sqlite_database, SCOREBOOKS) == 0


def test_erasing_reports_a_disk_too_full_to_vacuum(
    sqlite_database: Database, sqlite_file: Path
) -> None:
    ann = Phone(sqlite_database)
    ann.start()
    # Enough others that the file is large and the erased part small.
    others = [{"secret_hash": number.to_bytes(32)} for number in range(20_000)]
    execute(sqlite_database, insert(DEVICES), others)
    with closing(sqlite3.connect(sqlite_file)) as folded:
        folded.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    with (
        no_space_beyond(sqlite_file.stat().st_size // 2),
        pytest.raises(
            ScorebookError, match=r"But the file can't be rewritten \(.*\), so traces"
        ) as told,
    ):
        erasure.erase(sqlite_database, ann.owned()[0])

    assert "others" not in told.value.sentence
    assert count_rows(sqlite_database, SCOREBOOKS) == 0


def written(file: Path) -> bytes:
    return b"".join(path.read_bytes() for path in file.parent.glob(f"{file.name}*"))
