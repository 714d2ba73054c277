import errno
import fcntl
import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Table, insert, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from scorekeeper.book.db.database import Database, parse_url
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.maintenance.file_check import check_file
from scorekeeper.book.maintenance.integrity import check
from scorekeeper.book.maintenance.schema import HEAD, SCRIPTS, prepare, require_current
from scorekeeper.book.models.tables import (
    ADDRESSES,
    HAND_SEATS,
    HANDS,
    MATCHES,
    PLAYERS,
    SCOREBOOKS,
    SEATS,
)
from tests.book.release_fixture import OLDEST, written_by
from tests.databases import change, count_rows, execute, fetch_one, written_down
from tests.postgres import Server
from tests.servers import run_python

Harm = Callable[[Path], object]

OPEN_WITH_0_7 = "Open it once with 0.7.0 (commit bc9b8706)"
OPEN_WITH_0_14 = "Open it once with 0.14.0 (commit 35527edb)"

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{head}"


def upgrade() -> None:
    op.add_column("players", sa.Column("nickname", sa.String(7)))
    # SQLite rebuilds this table while hands and seats refer to the old one.
    with op.batch_alter_table("matches") as matches:
        matches.alter_column("game", type_=sa.String(60))
"""


@pytest.fixture
def next_scripts(tmp_path: Path) -> Path:
    return scripts_with(tmp_path / "next", NEXT.format(head=HEAD))


def scripts_with(folder: Path, script: str) -> Path:
    shutil.copytree(SCRIPTS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "next.py").write_text(script)
    return folder


@pytest.fixture
def played_url(nothing_url: str) -> str:
    prepare(nothing_url)
    with closing(Database(nothing_url)) as database, database.write() as session:
        add_match(session)
    return nothing_url


def add_match(session: Session) -> None:
    match = {"scorebook_id": 1, "match_id": 1}
    rows: list[tuple[Table, dict[str, Any]]] = [
        (SCOREBOOKS, {"id": 1}),
        (ADDRESSES, match),
        (PLAYERS, {"scorebook_id": 1, "id": 1, "name": "Ann", "search_key": "ann"}),
        (
            MATCHES,
            {"scorebook_id": 1, "id": 1, "game": "two-player", "first_seat": 0, "place": "kitchen"},
        ),
        (SEATS, {**match, "seat": 0, "player_id": 1}),
        (HANDS, {**match, "number": 1}),
        (HAND_SEATS, {**match, "hand": 1, "seat": 0, "bid": 4}),
    ]
    for table, values in rows:
        session.execute(insert(table).values(values))


def silent(sentence: str) -> None:
    raise AssertionError(f"expected no sentence, but got: {sentence}")


def rows(url: str) -> int:
    with closing(Database(url)) as database:
        return count_rows(database, SEATS) + count_rows(database, HAND_SEATS)


def revision(url: str) -> Any:
    with closing(Database(url)) as database:
        return fetch_one(database, text("SELECT version_num FROM alembic_version"))


def test_a_missing_scorebook_is_created_by_the_newest_migration(nothing_url: str) -> None:
    prepare(nothing_url, silent)
    assert revision(nothing_url) == HEAD
    assert ScriptDirectory(SCRIPTS).get_current_head() == HEAD


def test_a_path_may_contain_any_characters_and_new_folders(tmp_path: Path) -> None:
    path = tmp_path / "Ann & Ben's 100% ♠#1" / "a new folder" / "score book.sqlite"
    prepare(parse_url("sqlite://").set(database=str(path)), silent)
    assert check_file(path) == HEAD


def test_another_start_changes_no_byte(sqlite_file: Path, sqlite_url: str) -> None:
    before = sqlite_file.read_bytes()
    prepare(sqlite_url, silent)
    assert sqlite_file.read_bytes() == before


def test_leftovers_of_a_killed_start_are_removed(tmp_path: Path) -> None:
    (tmp_path / "scorebook.sqlite.new").write_bytes(b"half a scorebook")
    (tmp_path / "scorebook.sqlite.new-wal").write_bytes(b"and half its log")
    (tmp_path / "backup.sqlite.partial").write_bytes(b"half a backup")
    (tmp_path / "backup.sqlite.partial.lock").touch()
    url = f"sqlite:///{tmp_path}/scorebook.sqlite"
    prepare(url, silent)
    assert revision(url) == HEAD
    assert not list(tmp_path.glob("*.partial*")) + list(tmp_path.glob("*.new*"))


def test_a_first_start_on_a_server_may_be_killed_at_every_statement(postgres: Server) -> None:
    url = postgres.url(postgres.create())
    order = json.dumps({"url": url, "start": ""})
    [printed] = run_python("-m", "tests.book.kill_at_statement", order)
    found = json.loads(printed)
    assert (found["halves"], found["stuck"], revision(url)) == (0, 0, HEAD)
    assert found["statements"] > 20


def test_a_migration_keeps_the_rows_and_happens_once(played_url: str, next_scripts: Path) -> None:
    told: list[str] = []
    prepare(played_url, told.append, scripts=next_scripts, head="next")
    assert revision(played_url) == "next"
    assert rows(played_url) == 2
    assert len(told) == 1
    with closing(Database(played_url)) as database, database.read() as session:
        assert session.scalar(text("SELECT place FROM matches")) == "kitchen"
        assert session.scalar(text("SELECT nickname FROM players")) is None
    prepare(played_url, silent, scripts=next_scripts, head="next")
    assert rows(played_url) == 2


def test_a_migration_keeps_a_copy_of_the_file(
    sqlite_file: Path, sqlite_url: str, next_scripts: Path
) -> None:
    add_scorebooks(sqlite_url)
    told: list[str] = []
    prepare(sqlite_url, told.append, scripts=next_scripts, head="next")
    old = sqlite_file.with_name("scorebook-before-next.sqlite")
    assert str(old) in told[0]
    prepare(f"sqlite:///{old}", silent)
    assert scorebooks(old) == 1


def add_scorebooks(url: str, number: int = 1) -> None:
    with closing(Database(url)) as database, database.write() as session:
        for _ in range(number):
            session.execute(insert(SCOREBOOKS))


def scorebooks(path: Path) -> int:
    with closing(sqlite3.connect(path)) as copy:
        (count,) = copy.execute("SELECT count(*) FROM scorebooks").fetchone()
        return int(count)


def copies(path: Path) -> list[int]:
    return [scorebooks(file) for file in sorted(path.parent.glob("scorebook-before-*"))]


def test_an_upgrade_is_refused_while_the_disk_has_too_little_room(
    sqlite_file: Path, sqlite_url: str, next_scripts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, needed = sqlite_file.read_bytes(), 3 * sqlite_file.stat().st_size
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=needed - 1))
    told = f"Upgrading the scorebook {sqlite_file} needs 1 MB of free disk space."
    with pytest.raises(ScorebookError, match=re.escape(told)):
        prepare(sqlite_url, silent, scripts=next_scripts, head="next")
    assert (sqlite_file.read_bytes(), copies(sqlite_file)) == (before, [])
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=needed))
    prepare(sqlite_url, lambda _: None, scripts=next_scripts, head="next")
    assert revision(sqlite_url) == "next"


def test_an_older_copy_is_not_overwritten(
    sqlite_file: Path, sqlite_url: str, next_scripts: Path, tmp_path: Path
) -> None:
    before = sqlite_file.read_bytes()
    for number in range(4):
        sqlite_file.write_bytes(before)
        add_scorebooks(sqlite_url, number)
        prepare(sqlite_url, lambda _: None, scripts=next_scripts, head="next")
    assert sorted(copies(sqlite_file)) == [0, 1, 2, 3]
    assert scorebooks(sqlite_file.with_name("scorebook-before-next.sqlite")) == 0


def test_failed_migrations_leave_one_copy(
    sqlite_file: Path, sqlite_url: str, tmp_path: Path
) -> None:
    failing = scripts_with(tmp_path / "failing", NEXT.format(head=HEAD) + "\n    1 / 0\n")
    sqlite_file.with_name("scorebook-before-next.sqlite.partial").write_bytes(b"died here")
    told: list[str] = []
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            prepare(sqlite_url, told.append, scripts=failing, head="next")
    assert copies(sqlite_file) == [0]
    assert all(str(sqlite_file.with_name("scorebook-before-next.sqlite")) in one for one in told)


@pytest.mark.parametrize(
    ("ending", "error"),
    [
        pytest.param("1 / 0", ZeroDivisionError, id="stops in the middle"),
        pytest.param('op.execute("DELETE FROM nowhere")', DBAPIError, id="is wrong"),
    ],
)
def test_a_failed_migration_changes_nothing(
    played_url: str, tmp_path: Path, next_scripts: Path, ending: str, error: type[Exception]
) -> None:
    script = f"{NEXT.format(head=HEAD)}\n    {ending}\n"
    failing = scripts_with(tmp_path / "failing", script)
    with pytest.raises(error):
        prepare(played_url, scripts=failing, head="next")
    prepare(played_url, silent)
    assert rows(played_url) == 2
    prepare(played_url, scripts=next_scripts, head="next")
    assert rows(played_url) == 2


def test_a_migration_that_orphans_rows_changes_nothing(
    tmp_path: Path, sqlite_file: Path, sqlite_url: str
) -> None:
    with closing(Database(sqlite_url)) as database, database.write() as session:
        add_match(session)
    script = NEXT.format(head=HEAD) + '\n    op.execute("DELETE FROM scorebooks")\n'
    with pytest.raises(ScorebookError, match="has no parent"):
        prepare(sqlite_url, scripts=scripts_with(tmp_path / "bad", script), head="next")
    prepare(sqlite_url, silent)
    assert scorebooks(sqlite_file) == 1


def test_a_newer_scorebook_is_refused(played_url: str, next_scripts: Path) -> None:
    prepare(played_url, scripts=next_scripts, head="next")
    before = written_down(played_url)
    ours = version("spades-scorekeeper")
    this = f"this is {ours}, database version {HEAD}"
    both = rf"newer version \({ours}, database version next; {this}\)"
    for refuse in (prepare, require_current, lambda url: list(check(url))):
        with pytest.raises(ScorebookError, match=both):
            refuse(played_url)
    assert written_down(played_url) == before


@pytest.mark.parametrize(
    ("revision", "number", "release", "steps"),
    [
        ("0001", 0, "before 0.14", f"{OPEN_WITH_0_7}, then with 0.14.0 (commit 35527edb)"),
        ("0009", 600, "0.6.0", f"{OPEN_WITH_0_7}, then with 0.14.0 (commit 35527edb)"),
        ("0010", 700, "0.7.0", OPEN_WITH_0_14),
        ("0014", 1200, "0.12.0", OPEN_WITH_0_14),
    ],
)
def test_a_file_from_before_0_14_is_refused_unchanged(
    tmp_path: Path, revision: str, number: int, release: str, steps: str
) -> None:
    path = written_by(revision, number, tmp_path / "scorebook.sqlite")
    before = path.read_bytes()
    told = (
        f"The scorebook {path} is from {release}. {steps}, then again with this version. Nothing"
        " was changed."
    )
    for refuse in (prepare, require_current, lambda url: list(check(url))):
        with pytest.raises(ScorebookError, match=re.escape(told)):
            refuse(f"sqlite:///{path}")
    assert path.read_bytes() == before
    assert list(tmp_path.glob("*.sqlite")) == [path]


def test_a_server_from_before_0_14_is_refused(postgres: Server) -> None:
    url = postgres.url(postgres.create())
    change(url, "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    change(url, "INSERT INTO alembic_version VALUES ('0014')")
    before = written_down(url)
    told = re.escape(f"is from before 0.14. {OPEN_WITH_0_14}, then again with this version.")
    for refuse in (prepare, require_current):
        with pytest.raises(ScorebookError, match=told):
            refuse(url)
    assert written_down(url) == before


def of_bytes(change: Callable[[bytes], bytes]) -> Harm:
    return lambda path: path.write_bytes(change(path.read_bytes()))


def by_sql(*statements: str, new: bool = False) -> Harm:
    def harm(path: Path) -> None:
        if new:
            path.unlink()
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            for statement in statements:
                other.execute(statement)

    return harm


empty = of_bytes(lambda _whole: b"")
junk = of_bytes(lambda _whole: b"Ann 120, Ben 95\n" * 1000)
half = of_bytes(lambda whole: whole[: len(whole) // 2])
overwritten = of_bytes(lambda whole: whole[:4096] + b"x" * (len(whole) - 4096))
other_database = by_sql("CREATE TABLE recipes (name TEXT)", new=True)
tableless_database = by_sql("PRAGMA journal_mode = WAL", "VACUUM", new=True)
unknown_revision = by_sql("UPDATE alembic_version SET version_num = '9999'")


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        pytest.param(empty, "is empty", id="empty"),
        pytest.param(junk, "not a SQLite file", id="junk"),
        pytest.param(of_bytes(lambda _whole: b"Ann"), "not a SQLite file", id="three bytes"),
        pytest.param(of_bytes(lambda whole: whole[:16]), "damaged", id="only the signature"),
        pytest.param(half, "damaged", id="truncated"),
        pytest.param(overwritten, "damaged", id="overwritten"),
        pytest.param(other_database, "not a scorebook", id="someone else's database"),
        pytest.param(tableless_database, "not a scorebook", id="no tables"),
        pytest.param(by_sql("DELETE FROM alembic_version"), "not a scorebook", id="no revision"),
        pytest.param(unknown_revision, "newer version", id="newer"),
    ],
)
def test_an_invalid_file_is_refused_unchanged(
    sqlite_file: Path, sqlite_url: str, harm: Any, sentence: str
) -> None:
    harm(sqlite_file)
    before = sqlite_file.read_bytes()
    with pytest.raises(ScorebookError, match=sentence) as refusal:
        prepare(sqlite_url, silent)
    assert sqlite_file.read_bytes() == before
    assert str(sqlite_file) in refusal.value.sentence
    assert refusal.value.sentence.count("\n") == 0


def test_a_damaged_file_and_its_wal_are_unchanged(sqlite_file: Path, sqlite_url: str) -> None:
    log = sqlite_file.with_name(f"{sqlite_file.name}-wal")
    with closing(Database(sqlite_url)) as database:
        execute(database, insert(SCOREBOOKS))
        written = log.read_bytes()
    log.write_bytes(written)
    overwritten(sqlite_file)
    before = sqlite_file.read_bytes()
    with pytest.raises(ScorebookError, match="damaged"):
        prepare(sqlite_url, silent)
    assert (sqlite_file.read_bytes(), log.read_bytes()) == (before, written)


def test_an_orphaned_wal_is_not_applied(tmp_path: Path) -> None:
    (tmp_path / "scorebook.sqlite-wal").write_bytes(b"hands of a scorebook that is gone")
    with pytest.raises(ScorebookError, match="missing, but its log"):
        prepare(f"sqlite:///{tmp_path}/scorebook.sqlite", silent)
    assert not (tmp_path / "scorebook.sqlite").exists()


def test_a_folder_instead_of_the_file_or_a_file_instead_of_the_folder_is_refused(
    sqlite_file: Path, tmp_path: Path
) -> None:
    with pytest.raises(ScorebookError, match="Can't write to the folder"):
        prepare(f"sqlite:///{sqlite_file}/scorebook.sqlite", silent)
    with pytest.raises(ScorebookError, match="Is a directory"):
        prepare(f"sqlite:///{tmp_path}", silent)


def test_a_folder_without_file_locks_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lock(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    # Like a network drive without locks, which a test machine does not have.
    monkeypatch.setattr(fcntl, "lockf", lock)
    with pytest.raises(ScorebookError, match="Can't lock files"):
        prepare(f"sqlite:///{tmp_path}/scorebook.sqlite", silent)
    assert not (tmp_path / "scorebook.sqlite").exists()


def test_a_locked_scorebook_is_not_migrated(
    sqlite_file: Path, sqlite_url: str, next_scripts: Path
) -> None:
    with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(
            ScorebookError, match=r"Can't open the scorebook .*: database is locked"
        ):
            prepare(sqlite_url, scripts=next_scripts, head="next", patience=0.1)
    prepare(sqlite_url, silent)


def test_a_server_with_foreign_tables_is_refused(postgres: Server) -> None:
    url = postgres.url(postgres.create())
    change(url, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(ScorebookError, match="not a scorebook"):
        prepare(url, silent)


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_without_unicode_is_refused(postgres: Server, encoding: str) -> None:
    url = postgres.url(postgres.create("template0", f"ENCODING '{encoding}'"))
    for opening in (prepare, require_current):
        with pytest.raises(ScorebookError, match=f"encoding {encoding}. .* --encoding=UTF8"):
            opening(url)


def test_an_unreachable_server_is_refused_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(ScorebookError, match="Can't open the scorebook") as refusal:
        prepare(f"postgresql://ann:queenofspades@/scores?host={tmp_path}", silent)
    assert "queenofspades" not in refusal.value.sentence


def test_damage_in_only_an_index_is_found(tmp_path: Path) -> None:
    path = tmp_path / "scorebook.sqlite"
    shutil.copy(OLDEST, path)
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'ix_matches_running'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    whole = bytearray(path.read_bytes())
    whole[root * size - 4] ^= 0xFF  # in the last entry of the page
    path.write_bytes(whole)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)

    with pytest.raises(ScorebookError, match="is damaged"):
        check_file(path)
