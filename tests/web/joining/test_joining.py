import json
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.book.access import devices
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.ids import now
from scorekeeper.book.joining import join_codes, links, recovery
from scorekeeper.book.scorebooks import scorebooks, shared_scorebook
from scorekeeper.config import RATE_LIMITS
from tests.databases import Storage, recorded
from tests.reading import Form, Page
from tests.table import Table
from tests.web.browser import Browser
from tests.web.conftest import SECRET_KEY, at_home

WRONG = "ABCD2345"
DEVICE = "scorekeeper_device"


@pytest.fixture
def home(storage: Storage, tmp_path: Path) -> Iterator[Flask]:
    with at_home(storage.new(tmp_path), tmp_path) as app:
        yield app


@pytest.fixture
def sent(home: Flask) -> Iterator[list[str]]:
    with recorded(book(home)) as sent:
        yield sent


def writes(sent: list[str]) -> list[str]:
    return [one for one in sent if not one.startswith(("SELECT", "BEGIN", "PRAGMA"))]


def book(app: Flask) -> Database:
    database: Database = app.extensions["database"]
    return database


def typed(phone: Browser, code: str) -> Page:
    return phone.send(phone.open("/in").form("/in"), code=code)


def inside(app: Flask, **headers: str) -> Browser:
    phone = Browser(app, **headers)
    assert typed(phone, "hase 2345").location == "/"
    return phone


def lost(phone: Browser, form: Form) -> Page:
    """Send a form whose answer never arrives: its cookies do not either."""
    kept = {name: phone.client.get_cookie(name) for name in ("scorekeeper_session", DEVICE)}
    answer = phone.send(form)
    for name, cookie in kept.items():
        phone.client.delete_cookie(name)
        if cookie is not None:
            phone.client.set_cookie(name, cookie.value)
    return answer


def is_code_page(page: Page) -> bool:
    return "code" in page.form("/in").fields


@pytest.mark.parametrize("path", ["/", "/history", "/matches/new", f"/matches/{'A' * 22}", "/xyz"])
def test_a_phone_without_access_sees_only_the_code_page(home: Flask, path: str) -> None:
    page = Browser(home).open(path)
    assert (page.status, is_code_page(page)) == (200, True)
    assert page.ways == ["/how-spades-works"]
    assert Browser(home).open("/how-spades-works").root.all("article")


def test_all_phones_with_the_home_code_share_a_scorebook(home: Flask) -> None:
    ann, ben = inside(home), inside(home)
    assert "You’re in. Name this phone under Settings." in ben.open("/").text
    table = Table(ann)
    table.start("partnership")
    assert Table(ben, table.path).show().status == 200
    assert ann.secret != ben.secret
    assert table.path in ben.open("/").ways


def is_in_code_page(phone: Browser) -> bool:
    return any(form.action.endswith("/in") for form in phone.open("/").forms)


@pytest.mark.parametrize("path", ["/in/nonsense!", "/in/ABC", "/k/x.y", "/w/x", "/r/..", "/i/x.y"])
def test_all_invalid_links_and_codes_get_the_same_response(home: Flask, path: str) -> None:
    stranger = Browser(home)
    page = stranger.open(path)
    assert (page.status, is_code_page(page)) == (404, True)
    assert "This link was used or has expired." in page.text
    assert "A phone with access shows a new link" in page.text


def test_a_wrong_code_is_reported_and_the_home_code_leaves_the_address(home: Flask) -> None:
    page = typed(Browser(home), "abcd 2345")
    assert page.status == 404
    assert page.form("/in").fields["code"] == "abcd 2345"
    assert "That code or link doesn’t work" in page.text
    phone = Browser(home)
    assert phone.open(f"/in/{WRONG}").status == 303
    assert phone.open("/in").status == 404
    assert is_in_code_page(phone)
    first = phone.open("/in/hase2345")
    assert (first.status, first.location) == (303, "/in")
    assert first.headers["Referrer-Policy"] == "strict-origin"
    assert phone.open("/in").location == "/"
    assert phone.open("/").status == 200
    assert not is_in_code_page(phone)


def test_link_previews_consume_no_one_time_link(home: Flask, sent: list[str]) -> None:
    ann = inside(home)
    table = Table(ann)
    table.start("partnership")
    made = pass_of(home)
    paths = [f"/in/{made}", f"/in/{WRONG}", link(table, "w"), link(table, "k")]
    sent.clear()
    for path in paths:
        bot = Browser(home)
        bot.request("HEAD", path)
        bot.open(path, headers={"Sec-Purpose": "prefetch"})
        bot.open("/in", headers={"Sec-Purpose": "prefetch"})
        Browser(home).open(path)
    assert writes(sent) == []


def link(table: Table, kind: str) -> str:
    role = {"k": "scorer", "w": "spectator"}[kind]
    owner = table.browser.stored
    with owner.database.write() as session:
        seen = owner.look(table.path.rpartition("/")[2])
        return f"/{kind}/{links.create_match_link(session, SECRET_KEY, role, seen)}"


def pass_of(app: Flask) -> str:
    with book(app).write() as session:
        right = shared_scorebook.find_owner_right(session)
        assert right is not None
        return join_codes.create_by_host(session, right.scorebook_id)


@pytest.fixture
def table(home: Flask) -> Table:
    table = Table(inside(home))
    table.start("partnership")
    return table


def follow(phone: Browser, path: str) -> Page:
    assert phone.open(path).location == "/in"
    return phone.open("/in")


def test_a_spectator_link_shows_one_match_only(home: Flask, table: Table) -> None:
    watcher = Browser(home)
    assert follow(watcher, link(table, "w")).location == table.path
    assert watcher.open(table.path).status == 200
    assert watcher.post(f"{table.path}/bids", {}).status in (400, 404)
    assert watcher.open(f"/matches/{'A' * 22}").status == 404
    form = watcher.open("/matches/new?game=two-player").form("/matches")
    assert watcher.send(form, player_0="Eve", player_1="Mal", first="0").status == 404


def test_a_scorer_link_a_join_code_and_a_pasted_link_lead_to_the_match(
    home: Flask, table: Table
) -> None:
    keeper = Browser(home)
    follow(keeper, link(table, "k"))
    Table(keeper, table.path).bid(4, 3, 3, 2)
    assert "4" in table.show("?by=side").text
    seen = table.browser.stored.look(table.path.rpartition("/")[2])
    with book(home).write() as session:
        code = join_codes.create_for_match(session, seen, "scorer")
    assert typed(Browser(home), code.lower()).location == table.path
    phone = Browser(home)
    assert typed(phone, f"http://192.168.1.7:8000{link(table, 'w')}").location == table.path
    other = Browser(home)
    assert typed(other, "http://192.168.1.7:8000/in/HASE2345?x=1").location == "/"


def television_code(phone: Browser) -> str:
    return phone.stored.do(join_codes.create_for_viewers, phone.stored.book)


def test_a_television_follows_the_running_match(home: Flask) -> None:
    ann, television = Table(inside(home)), Browser(home)
    answer = typed(television, television_code(ann.browser).lower())
    assert answer.location == "/board"
    assert "The next one will appear here." in television.open("/board").text
    ann.start("partnership")
    assert television.open("/board").location == f"{ann.path}/board?follow=1"
    assert television.open(f"{ann.path}/board").status == 200
    assert television.open("/board").location == f"{ann.path}/board?follow=1"
    assert television.open("/door").status == 404
    ann.bid(4, 3, 3, 2)
    fields = ann.show("?by=side").form("/tricks").fields
    token = television.open("/settings").form("/settings").fields["csrf_token"]
    sent = television.post(f"{ann.path}/tricks", {**fields, "csrf_token": token})
    assert sent.status == 404


def test_a_television_link_leads_to_the_board(home: Flask, table: Table) -> None:
    code = television_code(table.browser)
    assert follow(Browser(home), f"/in/{code}").location == "/board"
    # A phone with more access loses nothing by it.
    assert typed(table.browser, code).location == "/board"
    table.bid(4, 3, 3, 2)


def test_a_one_time_link_adds_one_phone_also_if_it_is_pasted(home: Flask) -> None:
    made, phone, late = pass_of(home), Browser(home), Browser(home)
    page, other = phone.open(f"/in/{made}"), late.open(f"/in/{made}")
    assert "Shared scorebook This link gives one phone full access" in page.text
    form = page.form(f"/in/{made}")
    assert lost(phone, form).location == "/"
    assert phone.send(form).location == "/"
    assert not is_in_code_page(phone)
    for page in (late.send(other.form(f"/in/{made}")), late.open(f"/in/{made}")):
        assert (page.status, "This link was used" in page.text) == (404, True)
    made, phone, late = pass_of(home), Browser(home), Browser(home)
    form = phone.open("/in").form("/in")
    form.fields["code"] = f"http://192.168.1.7:8000/in/{made}"
    assert [lost(phone, form).location, phone.send(form).location] == ["/", "/"]
    assert not is_in_code_page(phone)
    assert typed(late, made).status == 404
    made, phone = pass_of(home), Browser(home)
    assert follow(phone, f"/open/{made}").location == "/"
    assert Browser(home).open(f"/open/{made}").status == 404


def test_guesses_are_limited_without_blocking_connected_phones(home: Flask) -> None:
    ann, guesser, other = inside(home), Browser(home), Browser(home)
    other.client.environ_base["REMOTE_ADDR"] = "192.0.2.9"
    answers = [typed(guesser, WRONG) for _ in range(RATE_LIMITS["codes"])]
    assert {page.status for page in answers} == {404}
    refused = typed(guesser, "HASE2345")
    assert (refused.status, int(refused.headers["Retry-After"]) > 0) == (429, True)
    # Nobody else must wait, not even at the same address.
    assert typed(Browser(home), "HASE2345").location == "/"
    assert ann.open("/").status == 200
    # An owner has nothing to guess.
    assert [typed(phone, "HASE2345").location for phone in (ann, other)] == ["/", "/"]


def test_five_people_may_type_a_code_wrong_twice_each(home: Flask) -> None:
    for phone in [Browser(home) for _ in range(5)]:
        assert [typed(phone, code).status for code in (WRONG, "hase 234", WRONG)] == [404] * 3
        assert typed(phone, "HASE2345").location == "/"


def test_a_recovery_code_works_after_wrong_ones(home: Flask) -> None:
    ann, lost = inside(home), Browser(home)
    assert is_code_page(lost.open("/recover"))
    with book(home).write() as session:
        code = recovery.renew(session, SECRET_KEY, ann.stored.secret, ann.stored.book)
    tries = RATE_LIMITS["recoveries"] + 1
    answers = [typed(lost, "A" * 20).status for _ in range(tries)]
    assert answers == [404] * (tries - 1) + [429]
    assert typed(lost, code).location == "/"


def test_devices_of_a_deleted_scorebook_are_informed(home: Flask, table: Table) -> None:
    watcher, owner = Browser(home), table.browser.stored
    follow(watcher, link(table, "w"))
    mine = owner.book
    owner.do(scorebooks.rename, mine, "Friday table")
    owner.do(scorebooks.soft_delete, mine)
    for page in (watcher.open(table.path), watcher.open("/"), table.browser.open("/")):
        assert "The scorebook “Friday table” was deleted." in page.text


def test_a_limit_behind_an_uncounted_proxy_is_logged(
    home: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    guesser = Browser(home, X_Forwarded_For="192.0.2.1")
    for _ in range(RATE_LIMITS["codes"] + 1):
        typed(guesser, WRONG)
    assert "SCOREKEEPER_TRUSTED_PROXIES" in caplog.text
    assert WRONG not in caplog.text


def test_the_home_screen_icon_joins_without_cookies_and_has_the_secret_of_a_connected_phone(
    home: Flask, table: Table
) -> None:
    manifest = table.browser.open("/app.webmanifest")
    assert manifest.headers["Cache-Control"] == "no-store"
    start = json.loads(manifest.body)["start_url"]
    icon = Browser(home)
    assert follow(icon, start).location == "/"
    assert table.path in icon.open("/").ways
    # The phone itself, or the icon again, doesn't need it.
    assert table.browser.open(start).location == "/"
    assert icon.open(start).location == "/"
    with book(home).write() as session:
        house_right = shared_scorebook.find_owner_right(session)
        assert house_right is not None
        shared_scorebook.revoke_all_access(session, house_right.scorebook_id)
    assert Browser(home).open(start).status == 404
    assert is_in_code_page(icon)
    manifest = Browser(home).open("/app.webmanifest")
    assert json.loads(manifest.body)["start_url"] == "/"


def test_anybody_can_start_a_scorebook_on_a_hosted_server(app: Flask) -> None:
    phone = Browser(app)
    assert not is_in_code_page(phone)
    assert is_code_page(phone.open("/in"))
    assert is_code_page(phone.open("/recover"))
    assert typed(phone, WRONG).status == 404


def test_a_read_only_visit_is_recorded(
    home: Flask, table: Table, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Browser(home)
    follow(phone, link(table, "w"))
    phone.open(table.path)
    sent.clear()
    phone.open(table.path)
    assert writes(sent) == []
    late = now() + timedelta(days=3)
    monkeypatch.setattr(time, "time", late.timestamp)
    monkeypatch.setattr(devices, "now", lambda: late)
    phone.open(table.path)
    listed = table.browser.stored.find_phones(table.path.rpartition("/")[2])
    (watcher,) = [one for one in listed if one.role == "spectator"]
    assert watcher.last_here == late
