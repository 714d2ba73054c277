import re
import shutil
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask

from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.readiness import find_problems
from scorekeeper.book.maintenance.schema import prepare
from tests.databases import ON_A_SERVER, change
from tests.postgres import Server as PostgreSQL
from tests.table import Table
from tests.web.browser import Browser

FULL = "The disk with the scores is full."


@pytest.mark.parametrize(("path", "told"), [("/healthz", "It runs.\n"), ("/readyz", "Ready.\n")])
def test_readyz_answers_ok(browser: Browser, unchanged: None, path: str, told: str) -> None:

    page = browser.open(path)
    assert (page.status, page.body.decode()) == (200, told)
    assert page.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in page.headers


def hindered(browser: Browser) -> list[str]:
    """Return why the app is not ready, which strangers don't see."""
    assert browser.open("/healthz").status == 200
    page = browser.open("/readyz")
    assert (page.status, page.body) == (503, b"Not ready.\n")
    return find_problems(browser.client.application.extensions["database"])


def test_only_a_connected_phone_sees_how_its_request_arrived(table: Table, app: Flask) -> None:
    told = table.browser.open("/readyz").html.splitlines()
    assert told[:4] == ["Ready.", "Scheme: http", "Host: localhost", "Client: 127.0.0.1"]
    # Of its disk a server says nothing.
    assert [re.sub("[0-9]+", "N", line) for line in told[4:]] == (
        [] if ON_A_SERVER else ["Free disk: N MB"]
    )
    assert Browser(app, "x" * 22).open("/readyz").body == b"Ready.\n"


@pytest.mark.usefixtures("scorebook_file")
def test_a_connected_phone_sees_what_is_wrong(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No disk of the machine is filled for this.
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1_000_000))
    assert hindered(Browser(table.browser.client.application)) == [FULL]
    told = table.browser.open("/readyz")
    assert (told.status, told.html.splitlines()[:2]) == (503, ["Not ready.", FULL])


def test_a_scorebook_without_answer_is_not_ready(browser: Browser, scorebook_file: Path) -> None:
    scorebook_file.unlink()
    assert hindered(browser) == ["The database doesn't respond."]


def test_tables_of_another_release_or_none_are_not_ready(browser: Browser, scorebook: str) -> None:
    change(scorebook, "UPDATE alembic_version SET version_num = '0001'")
    assert hindered(browser)[0].startswith("The database is at version 0001; this program needs")
    change(scorebook, "DROP TABLE alembic_version")
    change(scorebook, "DROP TABLE grants")
    assert hindered(browser) == ["There is no scorebook in the database."]


def test_postgresql_is_checked_as_well(
    shared_app: Flask, postgres: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.url(postgres.create())
    with closing(Database(url)) as database:
        monkeypatch.setitem(shared_app.extensions, "database", database)
        browser = Browser(shared_app)
        assert hindered(browser) == ["There is no scorebook in the database."]
        prepare(url)
        assert browser.open("/readyz").body == b"Ready.\n"


def test_a_user_without_rights_is_not_ready(
    shared_app: Flask, postgres: PostgreSQL, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.url(postgres.create())
    prepare(url)
    with closing(Database(f"{url}&options=-crole%3Dpg_monitor")) as database:
        monkeypatch.setitem(shared_app.extensions, "database", database)
        told = hindered(Browser(shared_app, "x" * 22))
    assert told == ["No permission to read the scorebook."]
