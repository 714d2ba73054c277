import shlex
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import delete, insert

from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.backups import create
from scorekeeper.book.maintenance.backups.backup_report import find_damaged
from scorekeeper.book.models.tables import SCOREBOOKS
from scorekeeper.config import Config
from scorekeeper.web import backups
from tests.databases import Files
from tests.table import Table
from tests.web.browser import Browser
from tests.web.conftest import at_home


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "our scores").mkdir()
    return tmp_path / "our scores" / "scorebook.sqlite"


@pytest.fixture
def home(file: Path) -> Iterator[Flask]:
    with at_home(Files().new(file.parent), file.parent, rate_limits={}) as app:
        yield app


def inside(app: Flask) -> Browser:
    phone = Browser(app)
    phone.send(phone.open("/in").form("/in"), code="hase 2345")
    return phone


@pytest.fixture
def owner(home: Flask) -> Browser:
    return inside(home)


@pytest.fixture
def match(owner: Browser) -> str:
    table = Table(owner)
    table.start("partnership")
    return table.path


@pytest.fixture
def copy(file: Path, match: str) -> str:
    """The address of a backup that contains only the match."""
    create.create_daily_backup(file)
    [made] = file.with_name("scorebook-copies").glob("copy-*.sqlite")
    return f"/copies/{made.name}/file"


def book(app: Flask) -> Database:
    database: Database = app.extensions["database"]
    return database


def left(file: Path) -> list[str]:
    folder = file.with_name("scorebook-copies")
    known = ("copy-", "report.json", "making.lock")
    return [one.name for one in folder.iterdir() if not one.name.startswith(known)]


def test_the_page_shows_each_backup_and_how_it_is_restored(
    owner: Browser, copy: str, file: Path
) -> None:
    settings = owner.open("/settings")
    assert "/copies" in settings.links
    assert "Checked " in settings.text
    page = owner.open("/copies")
    assert copy in page.links
    assert "1 match · " in page.text
    assert "kB" in page.text
    assert "OK" in page.text
    page = owner.open("/copies")
    made = file.parent / "scorebook-copies" / copy.split("/")[2]
    assert f" restore {shlex.quote(str(made))}" in page.text
    assert "Phones with access keep it, and removed phones stay removed." in page.text
    assert "add --with-phones" in page.text


def test_the_command_to_restore_works_in_a_new_terminal(
    home: Flask, owner: Browser, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = Path(sys.executable).with_name("scorekeeper")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    given = {"SCOREKEEPER_DATA": str(file.parent)}
    home.config["PLACE_SETTINGS"] = Config.from_environment(given).place_settings
    data = f"SCOREKEEPER_DATA={shlex.quote(str(file.parent))}"
    program = shlex.quote(str(command))

    assert f"{data} {program} restore" in owner.open("/copies").text

    monkeypatch.chdir(file.parent)
    given["SCOREKEEPER_DATABASE_URL"] = f"sqlite:///{file.name}"
    home.config["PLACE_SETTINGS"] = Config.from_environment(given).place_settings
    url = f"SCOREKEEPER_DATABASE_URL={shlex.quote(f'sqlite:///{file}')}"

    assert f"{data} {url} {program} restore" in owner.open("/copies").text


def test_on_windows_the_command_is_for_powershell(
    home: Flask, owner: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "scorekeeper.exe").touch()
    monkeypatch.setattr(backups, "IS_WINDOWS", True)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python.exe"))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    home.config["PLACE_SETTINGS"] = {"SCOREKEEPER_DATA": "C:\\Our scores"}
    text = owner.open("/copies").text
    assert "Open PowerShell there and type this" in text
    program = f"$env:SCOREKEEPER_DATA = 'C:\\Our scores'; & '{tmp_path}/scorekeeper.exe'"
    assert f"{program} restore FILE" in text
    assert f"type {program} backup FILE." in text


@pytest.mark.parametrize(
    ("settings", "words", "command"),
    [
        ({}, ["scorekeeper", "restore", "FILE"], "scorekeeper restore FILE"),
        ({}, [r"C:\a b\s.exe", "-h"], r"& 'C:\a b\s.exe' -h"),
        ({}, ["restore", r"C:\Ann's ‘own’\1.sqlite"], r"restore 'C:\Ann''s ‘‘own’’\1.sqlite'"),
        ({}, ["restore", "$(whoami)", "a;b"], "restore '$(whoami)' 'a;b'"),
        ({"A": "C:\\", "B": "D:\\"}, ["s"], r"$env:A = 'C:\'; $env:B = 'D:\'; s"),
    ],
    ids=["plain", "program", "quotes", "code", "settings"],
)
def test_powershell_reads_what_is_quoted_as_it_is(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], words: list[str], command: str
) -> None:
    monkeypatch.setattr(backups, "IS_WINDOWS", True)
    assert backups.write_command(settings, words) == command


def test_a_wrapper_of_the_command_needs_no_path_and_a_one_file_program_runs_that_file(
    owner: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "scorekeeper").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    page = owner.open("/copies")
    assert "type scorekeeper backup FILE" in page.text
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "scorekeeper.pyz")])
    program = shlex.join([sys.executable, str(tmp_path / "scorekeeper.pyz")])
    assert f"type {program} backup FILE" in owner.open("/copies").text


def test_the_current_database_can_be_downloaded(owner: Browser, match: str, file: Path) -> None:
    taken = owner.open("/copies/scorebook.sqlite")
    (file.parent / "taken.sqlite").write_bytes(taken.body)
    assert taken.headers["Cache-Control"] == "no-store"
    assert "attachment" in taken.headers["Content-Disposition"]
    assert matches(file.parent / "taken.sqlite") == [match.rpartition("/")[2]]
    assert left(file) == []


def matches(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as copy:
        return [row[0] for row in copy.execute("SELECT public_id FROM addresses")]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda whole: whole[:9000],
    "a changed name": lambda whole: whole.replace(b"Cleo", b"Clea", 1),
    "another file": lambda _: b"holiday",
    "empty": lambda _: b"",
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.parametrize("is_reported", [True, False])
def test_a_damaged_backup_is_shown_and_not_sent(
    owner: Browser, copy: str, file: Path, damage: Callable[[bytes], bytes], is_reported: bool
) -> None:
    path = file.parent / "scorebook-copies" / copy.split("/")[2]
    if not is_reported:  # as in the reports of 0.10
        path.with_name("report.json").unlink()
    path.write_bytes(damage(path.read_bytes()))

    listed, tapped = owner.open("/copies"), owner.open(copy)

    assert "damaged, can’t be restored" in listed.text
    assert copy not in listed.links
    assert f"restore {shlex.quote(str(path))}" not in listed.text
    assert tapped.status == 422
    assert "This backup is damaged and can’t be restored. Choose another one." in tapped.text
    create.create_daily_backup(file)
    assert find_damaged(file) == [path]
    assert "copy-000002" in owner.open("/copies").html


def test_only_a_backup_can_be_downloaded(
    owner: Browser, copy: str, match: str, tmp_path: Path
) -> None:
    (tmp_path / "taken.sqlite").write_bytes(owner.open(copy).body)
    assert matches(tmp_path / "taken.sqlite") == [match.rpartition("/")[2]]
    names = ("report.json", "scorebook.sqlite-wal", "..%2fsecret-key")
    assert [owner.open(f"/copies/{name}/file").status for name in names] == [404] * 3


def test_a_disk_too_full_for_backups_is_reported(
    owner: Browser, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage("/")._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage)
    answer = owner.open("/copies/scorebook.sqlite")
    assert answer.status == 422
    assert "Not enough disk space" in answer.text


def test_backups_with_other_scorebooks_cannot_be_downloaded(
    home: Flask, owner: Browser, copy: str
) -> None:
    with book(home).write() as session:
        session.execute(insert(SCOREBOOKS).values(name="of others"))
    page = owner.open("/copies")
    assert "also holds other phones’ scorebooks" in page.text
    assert [link for link in page.links if link.startswith("/copies/")] == []
    assert [owner.open(path).status for path in ("/copies/scorebook.sqlite", copy)] == [404] * 2


def test_a_backup_with_other_scorebooks_is_not_sent(
    home: Flask, owner: Browser, match: str, file: Path
) -> None:
    with book(home).write() as session:
        session.execute(insert(SCOREBOOKS).values(name="of others"))
    create.create_daily_backup(file)
    [made] = file.with_name("scorebook-copies").glob("copy-*.sqlite")
    with book(home).write() as session:
        session.execute(delete(SCOREBOOKS).where(SCOREBOOKS.c.name == "of others"))
    assert owner.open("/copies/scorebook.sqlite").status == 200
    assert owner.open(f"/copies/{made.name}/file").status == 404


def test_switched_off_backups_are_mentioned_and_postgresql_is_backed_up_by_its_host(
    home: Flask, owner: Browser, match: str
) -> None:
    home.config["AUTO_BACKUP"] = False
    assert "Automatic backups were turned off" in owner.open("/copies").text
    assert owner.open("/copies/scorebook.sqlite").status == 200
    home.config["SCOREBOOK_FILE"] = None
    page = owner.open("/copies")
    assert "PostgreSQL" in page.text
    assert owner.open("/copies/scorebook.sqlite").status == 404


def test_settings_show_backup_problems(
    owner: Browser, match: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "scorekeeper.book.maintenance.backups.retention.count_allowed_bytes", lambda _folder: 1
    )
    create.create_daily_backup(file)
    told = "Backups would take up more than a quarter of the free disk space. Free up some space."
    assert told in owner.open("/settings").text
    assert told in owner.open("/copies").text
