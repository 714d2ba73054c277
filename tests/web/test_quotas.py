import time

import pytest
from flask import Flask

from scorekeeper.book.access import quotas
from scorekeeper.book.db.ids import new_id, timestamp_of
from tests.reading import Page
from tests.table import SAVED, Table
from tests.web.browser import Browser

NAMES = {"player_0": "Ann", "player_1": "Ben"}


def allow(app: Flask, **quotas: int) -> None:
    app.extensions["database"].quotas = quotas


def start(browser: Browser, **fields: str) -> Page:
    form = browser.open("/matches/new?game=two-player").form("/matches")
    return browser.send(form, **NAMES, **fields)


def test_too_many_matches_a_day_are_refused(app: Flask, table: Table) -> None:
    allow(app, matches=2)
    # One exists already.
    assert start(table.browser).status == SAVED

    refused = start(table.browser, place="Kitchen", player_2="Cleo")

    assert refused.status == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 86_400
    assert "You can add 2 matches a day to this scorebook. Try again tomorrow." in refused.text
    again = refused.form("/matches")
    assert {**NAMES, "place": "Kitchen"}.items() <= again.fields.items()
    allow(app, matches=3)
    assert table.browser.send(again).status == SAVED


def test_quotas_are_counted_by_scorebook_and_day(
    app: Flask, table: Table, stranger: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(app, matches=2)
    assert [start(table.browser).status for _ in range(2)] == [SAVED, 429]
    assert start(stranger).status == SAVED
    allow(app, matches=1)
    assert start(table.browser).status == 429
    tomorrow = time.time() + quotas.DAY_SECONDS + 60
    monkeypatch.setattr(time, "time", lambda: tomorrow)
    assert start(table.browser).status == SAVED


def test_a_full_scorebook_still_saves_hands_but_no_rematch(app: Flask, table: Table) -> None:
    allow(app, matches=1, players=1)
    table.play((4, 3, 3, 2), 8, 5)
    assert table.show().status == 200
    table.play((4, 3, 3, 2), 8, 5)
    table.browser.send(table.show("?change=end").form("/end"))
    allow(app, matches=1)
    refused = table.browser.send(table.show().form("/rematch"))
    assert refused.status == 429
    allow(app)
    assert table.browser.send(refused.form("/rematch")).status == SAVED


def test_too_many_players_are_refused(app: Flask, table: Table) -> None:
    # Ann, Ben, Cleo and Dan exist already.
    allow(app, players=4)
    assert start(table.browser).status == SAVED

    form = table.browser.open("/matches/new?game=two-player").form("/matches")
    refused = table.browser.send(form, player_0="Ann", player_1="Zoe")
    named = table.browser.send(
        table.browser.open(f"{table.path}/names").form("/names"), player_0="Zoe"
    )

    for page in (refused, named):
        assert page.status == 422
        assert "This scorebook can have up to 4 players. Use names it already has." in page.text
        assert "Zoe" in next(iter(page.forms)).fields.values()
    allow(app, players=5)
    assert table.browser.send(refused.form("/matches")).status == SAVED


def test_known_players_can_play_despite_the_quota(app: Flask, table: Table) -> None:
    allow(app, players=1)
    assert start(table.browser).status == SAVED
    names = table.browser.open(f"{table.path}/names").form("/names")
    assert table.browser.send(names, player_0="Ben", player_1="Ann").status == SAVED


def test_an_id_contains_its_creation_time() -> None:
    before = time.time_ns() // 1_000_000
    created = timestamp_of(new_id()) * 1000
    assert before <= round(created) <= time.time_ns() // 1_000_000
