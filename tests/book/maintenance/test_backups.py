import json
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from sqlalchemy import insert

from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.backups import backup_report, create, retention
from scorekeeper.book.maintenance.backups.retention import BackupFile
from scorekeeper.book.maintenance.backups.sqlite_copy import read_contents
from scorekeeper.book.maintenance.file_check import check_file
from scorekeeper.book.maintenance.schema import HEAD
from scorekeeper.book.models.tables import SCOREBOOKS
from tests.book.release_fixture import upgrade
from tests.databases import no_space_beyond
from tests.servers import run_python, start_python

BACKUP = """
import sys
from pathlib import Path
from scorekeeper.book.maintenance.backups import create
create.create_daily_backup(Path(sys.argv[1]))
"""
DAY = timedelta(days=1)
EVENING = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)


@pytest.fixture
def scorebook(tmp_path: Path) -> Path:
    return upgrade(tmp_path / "data")


class Clock:
    """The clock of the computer, which may jump."""

    def __init__(self) -> None:
        self.time = EVENING

    def __call__(self) -> datetime:
        return self.time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, clock_of_computer: Callable[[str], None]) -> Clock:
    clock_of_computer("UTC")
    made = Clock()
    monkeypatch.setattr(create, "now", made)
    return made


def played(scorebook: Path) -> None:
    with closing(Database(f"sqlite:///{scorebook}")) as database, database.write() as session:
        session.execute(insert(SCOREBOOKS))


def find(scorebook: Path) -> list[BackupFile]:
    return retention.find_backups(retention.backup_folder(scorebook))


def copies(scorebook: Path) -> list[str]:
    return [f"{copy.day:%d.%m.}" for copy in find(scorebook)]


def said(scorebook: Path) -> backup_report.BackupReport:
    return backup_report.read_report(retention.backup_folder(scorebook))


def test_a_private_backup_is_made_and_checked_once_a_day(scorebook: Path, clock: Clock) -> None:
    for _ in range(3):
        played(scorebook)
        create.create_daily_backup(scorebook)
    [copy] = find(scorebook)
    looked = said(scorebook).of(copy.path.name)
    assert check_file(copy.path, thoroughly=True) == HEAD
    assert looked is not None
    assert (looked.moment, looked.matches, looked.bytes) == (EVENING, 23, copy.path.stat().st_size)
    assert said(scorebook).trouble is None
    folder = retention.backup_folder(scorebook)
    modes = {file.stat().st_mode & 0o077 for file in (folder, *folder.glob("*.sqlite"))}
    assert modes == {0}


def test_an_unchanged_scorebook_is_not_backed_up_again(scorebook: Path, clock: Clock) -> None:
    create.create_daily_backup(scorebook)
    clock.time += DAY
    create.create_daily_backup(scorebook)
    assert copies(scorebook) == ["20.11."]
    assert said(scorebook).looked[0].moment == EVENING + DAY


def test_seven_days_and_four_weeks_are_kept(scorebook: Path, clock: Clock) -> None:
    for _ in range(60):
        played(scorebook)
        create.create_daily_backup(scorebook)
        clock.time += DAY
    # The newest of each of four weeks, and of the seven days up to 18 January.
    assert copies(scorebook) == [
        *("27.12.", "03.01.", "10.01.", "11.01."),
        *("12.01.", "13.01.", "14.01.", "15.01.", "16.01.", "17.01.", "18.01."),
    ]
    assert len(said(scorebook).looked) == 11


def test_a_clock_change_costs_at_most_one_backup(scorebook: Path, clock: Clock) -> None:
    for jump in (DAY, DAY, 40 * DAY, -39 * DAY, DAY, DAY):
        played(scorebook)
        create.create_daily_backup(scorebook)
        clock.time += jump
    assert copies(scorebook) == ["20.11.", "21.11.", "22.11.", "01.01.", "23.11.", "24.11."]


@given(days=st.lists(st.dates(date(2026, 1, 1), date(2026, 6, 1)), max_size=60))
def test_at_most_eleven_backups_are_kept(days: list[date]) -> None:
    made = [BackupFile(number, day, Path(f"{number}")) for number, day in enumerate(days)]
    kept = retention.choose_retained(made)
    assert len(kept) <= retention.DAILY_BACKUPS + retention.WEEKLY_BACKUPS
    assert kept[-1:] == made[-1:]
    assert retention.choose_retained(kept) == kept


def test_a_small_disk_keeps_fewer_backups_and_reports_it(
    scorebook: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = 2.5 * scorebook.stat().st_size
    monkeypatch.setattr(retention, "count_allowed_bytes", lambda _folder: size)
    for _ in range(5):
        played(scorebook)
        create.create_daily_backup(scorebook)
        clock.time += DAY
    assert copies(scorebook) == ["23.11.", "24.11."]
    assert said(scorebook).fewer == 2


def test_a_disk_without_room_keeps_old_backups(
    scorebook: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    create.create_daily_backup(scorebook)
    monkeypatch.setattr(retention, "count_allowed_bytes", lambda _folder: 1000)
    clock.time += DAY
    played(scorebook)
    create.create_daily_backup(scorebook)
    trouble = said(scorebook).trouble
    assert copies(scorebook) == ["20.11."]
    assert trouble is not None
    assert (trouble.kind, trouble.moment) == ("room", EVENING + DAY)


def test_a_full_disk_fails_the_backup_not_the_save(scorebook: Path, clock: Clock) -> None:
    create.create_daily_backup(scorebook)
    clock.time += DAY
    played(scorebook)
    with no_space_beyond(8192):
        create.create_daily_backup(scorebook)
    assert copies(scorebook) == ["20.11."]
    played(scorebook)
    create.create_daily_backup(scorebook)
    assert copies(scorebook) == ["20.11.", "21.11."]
    assert said(scorebook).trouble is None


def test_a_damaged_scorebook_replaces_no_good_backup(scorebook: Path, clock: Clock) -> None:
    create.create_daily_backup(scorebook)
    with closing(sqlite3.connect(scorebook)) as folded:
        folded.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = scorebook.read_bytes()
    scorebook.write_bytes(whole[:8192] + b"x" * 8192 + whole[16384:])
    clock.time += DAY
    create.create_daily_backup(scorebook)
    trouble = said(scorebook).trouble
    assert copies(scorebook) == ["20.11."]
    assert trouble is not None
    assert trouble.kind == "damaged"


def test_a_missing_backup_folder_does_not_stop_the_server(scorebook: Path) -> None:
    retention.backup_folder(scorebook).write_text("in the way")
    create.create_daily_backup(scorebook)
    assert retention.backup_folder(scorebook).read_text() == "in the way"


def test_an_unreadable_report_is_ignored(scorebook: Path, clock: Clock) -> None:
    create.create_daily_backup(scorebook)
    for written in ("", "[]", '{"looked": 3}', json.dumps({"looked": [{"name": 1}]})):
        (retention.backup_folder(scorebook) / backup_report.REPORT_FILE).write_text(written)
        assert said(scorebook) == backup_report.BackupReport()
    create.create_daily_backup(scorebook)
    assert said(scorebook).looked[0].matches == 23


def test_two_processes_make_one_backup(scorebook: Path) -> None:
    run_python("-c", BACKUP, scorebook, times=2)
    assert len(find(scorebook)) == 1


@pytest.mark.parametrize("part", [0.7, 0.8, 0.9, 0.95, 1.0])
def test_a_killed_backup_leaves_complete_files_only(scorebook: Path, part: float) -> None:
    began = time.monotonic()
    run_python("-c", BACKUP, scorebook)
    took = time.monotonic() - began
    shutil.rmtree(retention.backup_folder(scorebook))

    process = start_python("-c", BACKUP, scorebook)
    time.sleep(took * part)
    process.send_signal(signal.SIGKILL)
    process.wait(60)
    for copy in find(scorebook):
        assert read_contents(copy.path).matches == 23
        assert check_file(copy.path, thoroughly=True) == HEAD

    create.create_daily_backup(scorebook)
    [copy] = find(scorebook)
    assert said(scorebook).of(copy.path.name) is not None
    known = {copy.path.name, "report.json", "making.lock"}
    assert {file.name for file in retention.backup_folder(scorebook).iterdir()} == known


def test_backups_are_made_while_serving(scorebook: Path) -> None:
    stop = create.start_thread(scorebook, after=0.01, every=0.05)
    deadline = time.monotonic() + 20
    while not said(scorebook).looked and time.monotonic() < deadline:
        time.sleep(0.01)
    stop.set()
    assert len(said(scorebook).looked) == 1
