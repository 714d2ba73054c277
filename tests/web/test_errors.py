import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.book.db.database import Database
from tests.databases import no_space_beyond
from tests.reading import Page
from tests.table import SAVED, Table, bids_by_seat
from tests.web.browser import Browser

BIDS = bids_by_seat(4, 3, "nil", 2)
LANGUAGES = ["en", "de", "fil"]


def database(app: Flask) -> Database:
    opened: Database = app.extensions["database"]
    return opened


def leads_back(page: Page) -> bool:
    return page.links.count("/") >= 2


@contextmanager
def locked(scorebook_file: Path) -> Iterator[None]:
    with closing(sqlite3.connect(scorebook_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def full_disk(scorebook_file: Path) -> AbstractContextManager[None]:
    log = scorebook_file.with_name(f"{scorebook_file.name}-wal")
    return no_space_beyond(log.stat().st_size)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nope", 404),
        ("GET", "/matches/" + "9" * 30, 404),
        ("POST", "/history", 405),
        ("DELETE", "/", 405),
        ("POST", "/settings", 400),
    ],
)
def test_an_error_page_is_translated_and_links_home(
    app: Flask, lang: str, method: str, path: str, status: int
) -> None:
    browser = Browser(app, Accept_Language=lang)
    page = browser.request(method, path)
    assert page.status == status
    assert page.lang == lang
    assert leads_back(page)
    assert page.root.all("h1")[0].text != ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_foreign_form_gets_an_error_page(app: Flask, lang: str) -> None:
    page = Browser(app, Accept_Language=lang, Origin="https://evil.example").post("/settings")
    assert (page.status, page.lang) == (403, lang)
    assert leads_back(page)


def test_a_wrong_method_lists_the_allowed_ones(browser: Browser) -> None:
    allowed = browser.post("/history").headers["Allow"].split(", ")
    assert sorted(allowed) == ["GET", "HEAD", "OPTIONS"]


def test_foreign_and_missing_matches_look_alike(table: Table, stranger: Browser) -> None:
    table.bid(4, 3, 3, 2)
    theirs = stranger.open(table.path)
    nobodys = stranger.open("/matches/" + "A" * 22)
    assert theirs.html == nobodys.html
    assert dict(theirs.headers) == dict(nobodys.headers)


def test_an_internal_error_page_hides_its_cause(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table.show()  # templates are compiled once, with words
    monkeypatch.setattr(app, "testing", False)
    monkeypatch.setitem(app.jinja_env.globals, "words", None)
    for lang in LANGUAGES:
        page = table.browser.open(f"{table.path}?by=side", headers={"Accept-Language": lang})
        assert (page.status, page.lang) == (500, lang)
        assert leads_back(page)
        assert "Traceback" not in page.html
        assert "UndefinedError" not in page.html
        assert "NoneType" not in page.html
    assert "UndefinedError" in caplog.text


def test_an_internal_error_keeps_the_form(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "testing", False)
    form = table.show().form("/bids")
    with monkeypatch.context() as broken:
        broken.setattr("scorekeeper.web.match.recording.now", None)
        page = table.browser.send(form, **BIDS)
    assert page.status == 500
    assert table.browser.send(page.form("/bids")).status == SAVED


def test_an_unreadable_form_keeps_its_readable_fields(table: Table) -> None:
    form = table.show().form("/bids")
    page = table.browser.post(
        form.action,
        "".join(
            f"--limit\r\nContent-Disposition: form-data{name}\r\n\r\n{value}\r\n"
            for name, value in [
                *((f'; name="{name}"', value) for name, value in (form.fields | BIDS).items()),
                ("", "nameless"),
            ]
        )
        + "--limit--\r\n",
        content_type="multipart/form-data; boundary=limit",
    )
    assert page.status == 400
    again = page.form("/bids")
    assert {name: again.fields[name] for name in BIDS} == BIDS


def test_a_thousand_fields_are_refused(table: Table) -> None:
    form = table.show().form("/bids")
    many = form.fields | {f"bid_{number}": "1" for number in range(1100)}
    answer = table.browser.post(form.action, many, content_type="multipart/form-data")
    assert answer.status == 413


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_busy_scorebook_keeps_the_form(
    app: Flask, table: Table, scorebook_file: Path, lang: str
) -> None:
    form = table.show().form("/bids")
    database(app).lock_timeout = 0.02
    with locked(scorebook_file):
        page = table.browser.post(
            form.action, form.fields | BIDS, headers={"Accept-Language": lang}
        )
    assert (page.status, page.lang) == (503, lang)
    assert int(page.headers["Retry-After"]) > 0
    again = page.form("/bids").fields
    assert {name: again[name] for name in BIDS} == BIDS
    assert leads_back(page)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_full_disk_is_reported_until_there_is_room(
    table: Table, scorebook_file: Path, lang: str, stored: Callable[[], str]
) -> None:
    form = table.show().form("/bids")
    before = stored()
    table.browser.headers["Accept-Language"] = lang
    with full_disk(scorebook_file):
        page = table.browser.send(form, **BIDS)
        assert table.show().status == 200
    assert (page.status, page.lang) == (507, lang)
    again = page.form("/bids")
    assert {name: again.fields[name] for name in BIDS} == BIDS
    assert leads_back(page)
    assert stored() == before
    assert table.browser.send(again).status == SAVED


def test_a_missing_scorebook_file_is_an_error_page(
    app: Flask, table: Table, scorebook_file: Path
) -> None:
    database(app).close()
    scorebook_file.rename(scorebook_file.with_name("elsewhere"))
    page = table.show()
    assert page.status == 503
    assert str(scorebook_file) not in page.html
    assert leads_back(page)
    scorebook_file.with_name("elsewhere").rename(scorebook_file)
    assert table.show().status == 200
