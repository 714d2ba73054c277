"""Hostile input on PostgreSQL; tests/promises/test_hostile_input.py sends it to SQLite."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from flask import Flask

from scorekeeper.book.maintenance.schema import prepare
from tests.databases import opened
from tests.postgres import Server
from tests.reading import Form, Page
from tests.table import Table
from tests.web.browser import Browser

MARKUP = """"'><script>alert(1)</script><img src=x onerror=alert(1)>{{7*7}}"""
VALUES = [
    MARKUP,
    "",
    "\0",
    "a\0b\r\nSet-Cookie: x=1",
    "9" * 5000,
    "-1",
    "18446744073709551616",
    "1e309",
    "NaN",
    "٣",
    "²",
    "‮\u2028\ufeff",
    "\U0010ffff" * 50,
    "%(name)s %s {0}",
    "' OR 1=1; DROP TABLE matches; --",
    "x" * 20_000,
]
EVERYWHERE = [MARKUP, "\0", "9" * 30]
FORMS = ["bids", "change of bids", "tricks", "tricks by player", "correction", "undo", "rematch",
         "two-player", "partnership", "settings", "record mine instead"]  # fmt: skip


@pytest.fixture(scope="session")
def postgres_scorebook(postgres: Server) -> str:
    name = postgres.create()
    prepare(postgres.url(name))
    return name


@pytest.fixture
def postgres_app(
    shared_app: Flask, postgres: Server, postgres_scorebook: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Flask]:
    """The app with an empty scorebook on PostgreSQL."""
    with closing(opened(postgres.url(postgres_scorebook))) as database:
        monkeypatch.setitem(shared_app.extensions, "database", database)
        yield shared_app
    postgres.clear(postgres_scorebook)


@pytest.fixture
def played(postgres_app: Flask) -> Table:
    """A match with a scored hand and one that is being played."""
    table = Table(Browser(postgres_app))
    table.start("partnership")
    table.play((4, 3, 3, 2), 8, 5)
    table.bid(4, 3, "nil", 2)
    return table


def shown(table: Table, name: str) -> Form:
    if name in ("two-player", "partnership"):
        return table.browser.open(f"/matches/new?game={name}").form("/matches")
    if name == "paper sheet":
        return table.browser.open("/matches/paper?game=two-player").form("/matches/paper")
    if name == "settings":
        return table.browser.open("/settings").form("/settings")
    if name == "correction":
        page = table.browser.open(f"{table.path}/hands/1/correction")
        recorded = page.form("/correction", "get").fields["bid_0"]
        return table.preview(1, bid_0={"5": "4"}.get(recorded, "5")).form("/correction")
    if name == "record mine instead":
        stale = table.show("?by=side").form("/tricks").fields | {"version": "1", "side_0": "3"}
        return table.browser.post(f"{table.path}/tricks", stale).forms[0]
    if name == "rematch":
        over = Table(table.browser)
        over.start("two-player")
        over.end()
        return over.show().form("/rematch")
    if name == "bids":
        other = Table(table.browser)
        other.start("two-player")
        return other.show().form("/bids")
    question, action = {
        "change of bids": ("?change=bids", "/bids"),
        "tricks": ("?by=side", "/tricks"),
        "tricks by player": ("?by=player", "/tricks"),
        "undo": ("", "/undo"),
    }[name]
    return table.show(question).form(action)


def check(page: Page) -> None:
    assert page.status < 500
    assert "<script>alert" not in page.html
    assert "<img" not in page.html
    assert "Set-Cookie: x" not in str(page.headers)
    assert "x" not in [cookie[:1] for cookie in page.headers.getlist("Set-Cookie")]


@pytest.mark.parametrize("name", [*FORMS, "paper sheet"])
def test_hostile_values_in_all_fields_cause_no_error(played: Table, name: str) -> None:
    form = shown(played, name)
    for value in VALUES:
        fields = dict.fromkeys(form.names - {"csrf_token"}, value)
        check(played.browser.send(form, **fields))


def test_a_thousand_fields_are_refused(table: Table) -> None:
    form = table.show().form("/bids")
    many = form.fields | {f"bid_{number}": "1" for number in range(1100)}
    answer = table.browser.post(form.action, many, content_type="multipart/form-data")
    assert answer.status == 413


def test_hostile_queries_cause_no_error(played: Table) -> None:
    correction = f"{played.path}/hands/1/correction"
    fields = played.browser.open(correction).form("/correction", "get").fields
    for value in EVERYWHERE:
        for path, names in {
            "/": ["x"],
            "/history": ["name", "before"],
            "/matches/new": ["game"],
            "/matches/paper": ["game", "like"],
            played.path: ["by", "change"],
            correction: [*fields, "seat_0", "side_9", "bid_"],
        }.items():
            for name in names:
                check(played.browser.open(path, query_string={name: value}))


def test_markup_is_escaped_on_every_page(browser: Browser) -> None:
    table = Table(browser)
    name = "<script>alert(1)</script>\"'&"
    table.start("two-player", player_0=name, player_1="<img src=x>")
    table.play((5, 6), 6, 7)
    table.correct(1, MARKUP, seat_0="7", seat_1="6")
    table.end()
    check(browser.open("/matches/new?game=two-player"))
    for path in ("/", "/history", table.path, f"{table.path}/review"):
        page = browser.open(path)
        check(page)
        assert name in page.text
        assert "<img src=x>" in page.text
