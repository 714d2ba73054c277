import secrets
from hashlib import sha256

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.book.models.tables import DEVICES
from tests.reading import Form, Page
from tests.table import SAVED, Table
from tests.web.browser import Browser

PAIR = {"player_0": "Ann", "player_1": "Ben"}


@pytest.fixture
def mallory(app: Flask) -> Browser:
    return Browser(app)


def form_page(browser: Browser) -> Page:
    return browser.open("/matches/new?game=two-player")


def new_form(browser: Browser) -> Form:
    return form_page(browser).form("/matches").filled(**PAIR)


def plant(name: str, of: Browser, into: Browser) -> None:
    cookie = of.client.get_cookie(name)
    assert cookie is not None
    into.client.set_cookie(name, cookie.value)


def known_devices(app: Flask) -> set[bytes]:
    with app.extensions["database"].read() as session:
        return set(session.scalars(select(DEVICES.c.secret_hash)))


def start(browser: Browser) -> str:
    answer = browser.send(new_form(browser))
    assert answer.status == SAVED
    return answer.location


def test_a_planted_device_is_replaced_when_it_first_writes(
    app: Flask, browser: Browser, mallory: Browser
) -> None:
    invented = secrets.token_urlsafe(16)
    for one in (browser, mallory):
        one.client.set_cookie("scorekeeper_device", invented)
    match = start(browser)
    assert browser.secret != invented
    assert mallory.open(match).status == 404
    assert match not in mallory.open("/history").links
    assert sha256(invented.encode()).digest() not in known_devices(app)


def test_a_planted_device_is_replaced_when_it_saves_rules(
    browser: Browser, mallory: Browser
) -> None:
    invented = secrets.token_urlsafe(16)
    for one in (browser, mallory):
        one.client.set_cookie("scorekeeper_device", invented)
    form = form_page(browser).form("/matches").filled(house_name="Tuesday")
    browser.post("/matches/new/houses", form.fields)
    assert browser.secret != invented
    assert "Tuesday" in form_page(browser).text
    assert "Tuesday" not in form_page(mallory).text


def test_a_planted_session_does_not_reveal_the_new_secret(
    browser: Browser, mallory: Browser
) -> None:
    form_page(mallory)
    plant("scorekeeper_session", of=mallory, into=browser)
    match = start(browser)
    own = start(mallory)
    assert mallory.secret != browser.secret
    assert mallory.open(match).status == 404
    assert browser.open(own).status == 404


def test_the_first_form_tapped_twice_makes_one_device(app: Flask, browser: Browser) -> None:
    form, before = new_form(browser), known_devices(app)
    first = browser.send(form)
    # The second tap went out before the first answer came.
    browser.client.delete_cookie("scorekeeper_device")
    second = browser.send(form)
    assert (first.status, second.status) == (SAVED, SAVED)
    assert first.location == second.location
    assert len(known_devices(app) - before) == 1


def test_a_known_device_keeps_its_secret(table: Table) -> None:
    before = table.browser.secret
    table.start("two-player")
    table.end()
    table.browser.send(table.show().form("/rematch"))
    assert table.browser.secret == before
