from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.book.access import devices
from scorekeeper.book.access.devices import Right
from scorekeeper.book.access.grants import Secret
from scorekeeper.book.db.database import Database
from scorekeeper.book.scorebooks import shared_scorebook
from tests.databases import Storage, recorded
from tests.reading import Page
from tests.table import SAVED
from tests.web.browser import Browser
from tests.web.conftest import at_home


@pytest.fixture
def home(storage: Storage, tmp_path: Path) -> Iterator[Flask]:
    data = tmp_path / "house"
    data.mkdir()
    with at_home(storage.new(data), data, rate_limits={}) as app:
        yield app


@pytest.fixture
def phone(home: Flask) -> Browser:
    return add_phone(home)


def database(app: Flask) -> Database:
    found: Database = app.extensions["database"]
    return found


def add_phone(app: Flask, role: str = "owner") -> Browser:
    with database(app).write() as session:
        right = shared_scorebook.find_owner_right(session)
        assert right is not None
        given = Right(right.scorebook_id, None, role)
        return Browser(app, devices.grant_access(session, given, None, Secret(f"{role:_<22}")))


def link(page: Page) -> str:
    [field] = [node for node in page.root.all("input") if "readonly" in node.attributes]
    return field.attributes["value"]


def test_the_access_and_the_page_take_one_look_at_the_grants(home: Flask, phone: Browser) -> None:
    with recorded(database(home)) as statements:
        for path in ("/", "/history", "/matches/new", "/players"):
            phone.open(path)
    grants = [one for one in statements if one.startswith("SELECT grants.scorebook_id")]
    assert len(grants) == 4


def test_settings_link_to_the_home_code(phone: Browser) -> None:
    assert "/door" in phone.open("/settings").ways
    page = phone.open("/door")
    assert page.root.all(class_="code")[0].text == "HASE 2345"
    assert link(page) == "http://192.168.1.7/in/HASE2345"
    assert len(page.root.all("svg")) > 1


def test_the_home_code_page_makes_a_television_code(home: Flask, phone: Browser) -> None:
    page = phone.open("/door")
    answer = phone.send(page.form("/television"))
    assert (answer.status, answer.location) == (SAVED, "/door")
    page = phone.open("/door")
    shared_scorebook, made = [node.text.replace(" ", "") for node in page.root.all(class_="code")]
    assert "192.168.1.7 on the television by" in page.text
    television = Browser(home)
    field = television.open("/").form("/in")
    assert television.send(field, code=made).location == "/board"
    reader = add_phone(home, "viewer")
    assert made not in reader.open("/settings").text
    # As long as it is good, it is that one; to another browser it is not shown.
    again = Browser(home, "owner_________________")
    again.client.set_cookie("scorekeeper_device", phone.secret)
    assert made not in again.open("/door").text.replace(" ", "")
    assert shared_scorebook in again.open("/door").text.replace(" ", "")


def test_spectators_cannot_start_a_scorebook(home: Flask, phone: Browser) -> None:
    reader = add_phone(home, "viewer")
    assert reader.open("/scorebooks").changing[0].action == "/scorebooks/choice"
    assert len(reader.open("/scorebooks").changing) == 1
    form = phone.open("/scorebooks").form("/scorebooks")
    token = reader.open("/settings").form("/settings").fields["csrf_token"]
    assert reader.post(form.action, {**form.fields, "csrf_token": token}).status == 404
