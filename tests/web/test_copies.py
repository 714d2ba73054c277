"""Copies of the whole database, at home: looked at, taken away, sent, put back, and by whom."""

import io
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.book import devices, house, phones, recovery, scorebooks
from scorekeeper.book.access import Secret
from scorekeeper.book.copies import making, sent
from scorekeeper.book.database import Database, address
from scorekeeper.book.devices import Right
from scorekeeper.book.matches import look
from scorekeeper.book.models import Scorebook
from scorekeeper.config import Config
from tests.book.released import FOLDER
from tests.databases import Files
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser
from tests.web.conftest import SECRET_KEY

RELEASES = sorted(path.stem for path in FOLDER.glob("*.sqlite"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of the scorebook."""
    (tmp_path / "data").mkdir()
    return tmp_path / "data" / "scorebook.sqlite"


@pytest.fixture
def home(file: Path) -> Iterator[Flask]:
    """The app of a house."""
    url = address(Files().new(file.parent))
    (file.parent / "house-code").write_text("HASE2345")
    app = create_app(Config(database=url, data=file.parent, secret_key=SECRET_KEY, rates={}))
    house.settle(app.extensions["database"], hosted=False, speaks_for_host=False)
    app.testing = True
    yield app
    app.extensions["database"].close()


def inside(app: Flask) -> Browser:
    """A phone that came in by the house's code."""
    phone = Browser(app)
    phone.send(phone.open("/in").form("/in"), code="hase 2345")
    return phone


@pytest.fixture
def owner(home: Flask) -> Browser:
    """A phone that owns the scorebook of the house."""
    return inside(home)


@pytest.fixture
def match(owner: Browser) -> str:
    """The address of a match."""
    table = Table(owner)
    table.start("partnership")
    return table.path


@pytest.fixture
def copy(file: Path, match: str) -> str:
    """The address of a copy in which there is the match alone."""
    making.make(file)
    [made] = file.with_name("scorebook-copies").glob("copy-*.sqlite")
    return f"/copies/{made.name}"


def book(app: Flask) -> Database:
    database: Database = app.extensions["database"]
    return database


def another(owner: Browser) -> str:
    """The address of a further match."""
    table = Table(owner)
    table.start("partnership", player_0="Eve", player_1="Fay", player_2="Gus", player_3="Hal")
    return table.path


def put_back(owner: Browser, copy: str) -> Page:
    return owner.send(owner.open(copy).form("/return"))


def send(owner: Browser, content: bytes) -> Page:
    form = owner.open("/copies").form("/copies").filled()
    fields = {**dict(form.fields), "copy": (io.BytesIO(content), "holiday.sqlite")}
    return owner.post("/copies", fields, content_type="multipart/form-data")


def left(file: Path) -> list[str]:
    """What lies about beside the copies."""
    folder = file.with_name("scorebook-copies")
    known = ("copy-", "report.", "making.lock", "putting-back.lock")
    return [one.name for one in folder.iterdir() if not one.name.startswith(known)]


def test_settings_lead_there_and_say_how_it_stands(owner: Browser, copy: str) -> None:
    settings = owner.open("/settings")

    assert "/copies" in settings.links
    assert "checked on" in settings.text


def test_a_copy_says_when_how_large_and_that_it_was_checked(owner: Browser, copy: str) -> None:
    page = owner.open("/copies")

    assert copy in page.links
    assert "1 match · " in page.text
    assert "1 match, the newest of" in owner.open(copy).text
    assert "kB" in page.text
    assert "whole" in page.text


def test_the_database_of_now_is_taken_away(owner: Browser, match: str, file: Path) -> None:
    taken = owner.open("/copies/scorebook.sqlite")

    (file.parent / "taken.sqlite").write_bytes(taken.body)
    assert taken.headers["Cache-Control"] == "no-store"
    assert "attachment" in taken.headers["Content-Disposition"]
    assert matches(file.parent / "taken.sqlite") == [match.rpartition("/")[2]]
    assert left(file) == []


def matches(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as copy:
        return [row[0] for row in copy.execute("SELECT public_id FROM addresses")]


def test_a_copy_is_taken_away(owner: Browser, copy: str, match: str, tmp_path: Path) -> None:
    (tmp_path / "taken.sqlite").write_bytes(owner.open(f"{copy}/file").body)

    assert matches(tmp_path / "taken.sqlite") == [match.rpartition("/")[2]]


def test_what_would_be_lost_is_shown_and_can_be_had_again(
    owner: Browser, copy: str, match: str
) -> None:
    later = another(owner)
    assert "1 match is not in this copy" in owner.open(copy).text
    assert put_back(owner, copy).location == "/copies"
    page = owner.open("/copies")
    assert [owner.open(path).status for path in (match, later)] == [200, 404]
    assert "Before something was put back" in page.text

    [before] = [link for link in page.links if "before-restore" in link]
    put_back(owner, before)
    assert [owner.open(path).status for path in (match, later)] == [200, 200]


def test_a_copy_with_everything_loses_nothing(owner: Browser, copy: str) -> None:
    assert "Nothing: all that was recorded until now is in this copy." in owner.open(copy).text


def test_two_taps_put_back_once(owner: Browser, copy: str, file: Path) -> None:
    another(owner)
    form = owner.open(copy).form("/return")
    answers = [owner.send(form).location for _ in range(2)]

    assert answers == ["/copies", "/copies"]
    assert len(list(file.parent.glob("scorebook-before-restore-*.sqlite"))) == 1


def test_what_was_saved_since_it_was_shown_is_shown_first(owner: Browser, copy: str) -> None:
    form = owner.open(copy).form("/return")
    later = another(owner)
    answer = owner.send(form)

    assert answer.status == 409
    assert "Look again" in answer.text
    assert owner.open(later).status == 200
    assert owner.send(answer.form("/return")).status == 303


def test_a_note_is_lost_and_shown_first_like_all_else(
    owner: Browser, copy: str, match: str
) -> None:
    looked_at = owner.open(copy).form("/return")
    note = owner.open(f"{match}/note")
    assert owner.send(note.form("/note"), typed_place="Kitchen").status == SAVED
    assert owner.send(looked_at).status == 409
    assert "1 match is further today than in this copy." in owner.open(copy).text


def test_who_is_in_stays_in_and_who_was_removed_stays_out(
    home: Flask, owner: Browser, match: str, file: Path
) -> None:
    removed = inside(home)
    making.make(file)
    [made] = file.with_name("scorebook-copies").glob("copy-*.sqlite")
    with book(home).write() as session:
        [mine] = scorebooks.mine(session, Secret(owner.secret))
        listed = phones.of_scorebook(session, Secret(removed.secret), mine.public_id)
        [phone] = [one for one in listed if one.is_this]
        phones.remove(session, Secret(owner.secret), mine.public_id, phone.id)
        code = recovery.renew(session, Secret(owner.secret), mine.public_id)
        seen = look(session, Secret(owner.secret), match.rpartition("/")[2])
        keeps = Right(mine.id, seen.id, "keeper")
        keeper = Browser(home, devices.gain(session, keeps, None, Secret("k" * 22)))
    later = inside(home)
    put_back(owner, f"/copies/{made.name}")

    assert [phone.open(match).status for phone in (owner, later, keeper)] == [200] * 3
    assert keeper.open("/settings").links.count("/copies") == 0
    assert 'action="/in"' in removed.open("/history").html
    with book(home).read() as session:
        assert recovery.look(session, code) is not None


@pytest.mark.parametrize("release", RELEASES)
def test_a_copy_of_every_release_is_sent_looked_at_and_put_back(
    owner: Browser, match: str, release: str, tmp_path: Path
) -> None:
    path = Path(shutil.copy(FOLDER / f"{release}.sqlite", tmp_path / "copy.sqlite"))
    changed(*OF_ONE)(path)
    answer = send(owner, path.read_bytes())
    page = owner.open(answer.location or "")

    assert "20 matches, the newest of 20 Nov 2026" in page.text
    assert "checked just now" in page.text
    assert "1 match is not in this copy" in page.text
    assert owner.open(match).status == 200
    assert put_back(owner, page.path).location == "/copies"
    assert owner.open(match).status == 404
    assert "Ann" in owner.open("/history").text
    [before] = [link for link in owner.open("/copies").links if "before-restore" in link]
    assert put_back(owner, before).location == "/copies"
    assert owner.open(match).status == 200


def changed(*statements: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as copy:
            for statement in statements:
                copy.execute(statement)

    return change


def zipped(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("scorebook.sqlite", b"\0" * 10_000_000)


def torn(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])


def scratched(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"x" * 8192 + whole[16384:])


def other(path: Path) -> None:
    path.unlink()
    changed("CREATE TABLE holidays (id)")(path)


def utf16(path: Path) -> None:
    with closing(sqlite3.connect(path)) as copy:
        dump = "\n".join(copy.iterdump())
    path.unlink()
    with closing(sqlite3.connect(path)) as copy:
        copy.execute("PRAGMA encoding = 'UTF-16'")
        copy.executescript(dump)


OF_ONE = ("PRAGMA foreign_keys = ON", "DELETE FROM scorebooks WHERE id <> 1")
NEWER = (
    "UPDATE alembic_version SET version_num = '9999'",
    "PRAGMA user_version = 20103",
)
TRIGGER = "CREATE TRIGGER later AFTER UPDATE ON matches BEGIN DELETE FROM grants; END"
VIEW = "CREATE VIEW seen AS SELECT * FROM devices"
LOST = "INSERT INTO receipts VALUES (1, 'key', zeroblob(32), 77, '2026-11-20 12:00:00')"
UNREAD = 'UPDATE matches SET house = \'{"target": "many"}\''


@pytest.mark.parametrize(
    ("harm", "reason"),
    [
        pytest.param(zipped, "is no copy of a scorebook", id="zip"),
        pytest.param(lambda path: path.write_bytes(b""), "is no copy", id="empty"),
        pytest.param(lambda path: path.write_bytes(b"by the sea"), "is no copy", id="text"),
        pytest.param(torn, "is damaged", id="torn"),
        pytest.param(scratched, "is damaged", id="scratched"),
        pytest.param(other, "not one that scorekeeper wrote", id="another database"),
        pytest.param(utf16, "not one that scorekeeper wrote", id="another encoding"),
        pytest.param(changed(TRIGGER), "not one that scorekeeper wrote", id="trigger"),
        pytest.param(changed(VIEW), "not one that scorekeeper wrote", id="view"),
        pytest.param(changed(LOST), "is damaged", id="a row without its match"),
        pytest.param(changed(UNREAD), "is damaged", id="a match that cannot be read"),
        pytest.param(lambda _path: None, "scorebooks of several phones", id="of several"),
        pytest.param(changed(*NEWER), "version 2.1.3 (tables 9999). Here is version", id="newer"),
    ],
)
def test_what_is_no_good_copy_is_refused_and_forgotten(
    owner: Browser,
    match: str,
    file: Path,
    tmp_path: Path,
    harm: Callable[[Path], Any],
    reason: str,
) -> None:
    path = Path(shutil.copy(FOLDER / f"{RELEASES[-1]}.sqlite", tmp_path / "copy.sqlite"))
    harm(path)
    answer = send(owner, path.read_bytes())

    assert answer.status == 422
    assert reason in answer.text
    assert left(file) == []
    assert owner.open(match).status == 200


def test_a_form_without_a_file_says_so(owner: Browser) -> None:
    answer = owner.send(owner.open("/copies").form("/copies"))

    assert answer.status == 422
    assert "Choose a file first." in answer.text


def test_what_is_too_large_is_not_taken_in(owner: Browser, home: Flask) -> None:
    sizes = (2_000_000, sent.LARGEST_BODY - 1000, sent.LARGEST_BODY + 1)
    assert [raw(owner, size).status for size in sizes] == [400, 400, 413]
    assert [raw(Browser(home), size).status for size in sizes] == [413] * 3


def raw(browser: Browser, size: int) -> Page:
    """What is answered to a body of this size, without a token."""
    kind = "application/x-www-form-urlencoded"
    return browser.post("/copies", bytes(size), content_type=kind)


def test_a_disk_without_room_is_said(
    owner: Browser, copy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    another(owner)
    form = owner.open(copy).form("/return")
    usage = shutil.disk_usage("/")._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage)

    sending = send(owner, b"whatever")
    answers = [owner.send(form), sending, owner.open("/copies/scorebook.sqlite")]
    assert [answer.status for answer in answers] == [422, 422, 422]
    assert all("too little room" in answer.text for answer in answers)


def test_nobody_is_let_in_by_a_copy(
    home: Flask, owner: Browser, match: str, tmp_path: Path
) -> None:
    path = tmp_path / "copy.sqlite"
    path.write_bytes(owner.open("/copies/scorebook.sqlite").body)
    intruder = Secret("i" * 22)
    with closing(Database(f"sqlite:///{path}")) as planted, planted.write() as session:
        [mine] = scorebooks.mine(session, Secret(owner.secret))
        devices.gain(session, Right(mine.id, None, "owner"), None, intruder)
        code = recovery.renew(session, Secret(owner.secret), mine.public_id)
    with closing(sqlite3.connect(path)) as folded:
        folded.execute("PRAGMA journal_mode = DELETE")
    put_back(owner, send(owner, path.read_bytes()).location or "")

    assert owner.open(match).status == 200
    assert 'action="/in"' in Browser(home, intruder).open("/history").html
    with book(home).read() as session:
        assert recovery.look(session, code) is None


def test_where_others_have_a_scorebook_nobody_takes_theirs(
    home: Flask, owner: Browser, copy: str
) -> None:
    form, sending = owner.open(copy).form("/return"), owner.open("/copies").form("/copies")
    with book(home).write() as session:
        session.add(Scorebook(name="of others"))
    page = owner.open("/copies")

    assert "there are also scorebooks of other phones" in page.text
    assert [link for link in page.links if link.startswith("/copies/")] == []
    assert page.forms_to("/copies") == []
    assert [
        owner.open("/copies/scorebook.sqlite").status,
        owner.open(copy).status,
        owner.open(f"{copy}/file").status,
        owner.send(form).status,
        owner.send(sending).status,
    ] == [404] * 5


def test_a_copy_from_when_others_had_a_scorebook_stays_where_it_is(
    home: Flask, owner: Browser, match: str, file: Path
) -> None:
    with book(home).write() as session:
        session.add(Scorebook(name="of others"))
    making.make(file)
    [made] = file.with_name("scorebook-copies").glob("copy-*.sqlite")
    with book(home).write() as session:
        session.delete(session.query(Scorebook).filter_by(name="of others").one())

    assert owner.open("/copies/scorebook.sqlite").status == 200
    assert [owner.open(f"/copies/{made.name}{end}").status for end in ("", "/file")] == [404] * 2


def test_a_reader_and_a_keeper_learn_nothing_of_copies(
    home: Flask, owner: Browser, match: str, copy: str
) -> None:
    form = owner.open(copy).form("/return")
    with book(home).write() as session:
        [mine] = scorebooks.mine(session, Secret(owner.secret))
        reader = Browser(
            home, devices.gain(session, Right(mine.id, None, "reader"), None, Secret("r" * 22))
        )

    paths = ("/copies", "/copies/scorebook.sqlite", copy, f"{copy}/file")
    assert [reader.open(path).status for path in paths] == [404] * 4
    assert reader.send(form).status in (400, 404)
    assert "/copies" not in reader.open("/settings").links


def test_names_of_other_files_are_no_copies(owner: Browser, copy: str) -> None:
    names = ("report.json", "scorebook.sqlite-wal", "..%2fsecret-key", ".sent-0000000000000000")
    assert [owner.open(f"/copies/{name}").status for name in names] == [404] * 4


def test_what_another_phone_sent_is_its_own(home: Flask, owner: Browser, tmp_path: Path) -> None:
    path = Path(shutil.copy(FOLDER / "0.7.0.sqlite", tmp_path / "copy.sqlite"))
    changed(*OF_ONE)(path)
    answer = send(owner, path.read_bytes())

    assert owner.open(answer.location or "").status == 200
    assert inside(home).open(answer.location or "").status == 404


def test_a_scorebook_on_a_server_is_copied_by_its_host(
    home: Flask, owner: Browser, match: str
) -> None:
    home.config["SCOREBOOK"] = None
    page = owner.open("/copies")

    assert "PostgreSQL" in page.text
    assert owner.open("/copies/scorebook.sqlite").status == 404


def test_where_copies_are_switched_off_it_is_said(home: Flask, owner: Browser, match: str) -> None:
    home.config["COPIES"] = False

    assert "switched them off" in owner.open("/copies").text
    assert owner.open("/copies/scorebook.sqlite").status == 200


def test_trouble_is_said_in_settings_too(
    owner: Browser, match: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.book.copies.keeping.room", lambda _folder: 1)
    making.make(file)

    told = "Copies would take more than a quarter of the disk that is free."
    assert told in owner.open("/settings").text
    assert told in owner.open("/copies").text
