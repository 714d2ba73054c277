"""A removed phone tries every way back, at home and hosted, also after a restore."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.book.access.devices import grant_access
from scorekeeper.book.access.grants import Right, Secret
from scorekeeper.book.db.errors import ScorebookError
from scorekeeper.book.joining import home_code, join_codes, links, recovery
from scorekeeper.book.maintenance.backups import restore_file, sqlite_copy
from scorekeeper.book.matches.matches import find_match
from scorekeeper.book.scorebooks import scorebooks, shared_scorebook
from scorekeeper.web.scorebooks import access
from tests.databases import Files, change
from tests.reading import Form, Page
from tests.table import SAVED, Table
from tests.web.browser import Browser
from tests.web.conftest import SECRET_KEY, at_home, built
from tests.web.events.club import Club

OWNER, FORMER, GUEST = (Secret(letter * 22) for letter in "ofg")


class Group:
    """A match with its owner, a second owner, and what that one can see or make."""

    def __init__(self, app: Flask) -> None:
        self.app, self.database = app, app.extensions["database"]
        self.file: Path | None = app.config["HOME_CODE_FILE"]
        with self.database.write() as session:
            if self.file is None:
                scorebooks.create(session, None, OWNER)
            else:
                right = shared_scorebook.find_owner_right(session)
                assert right is not None
                grant_access(session, right, None, OWNER)
            self.book = scorebooks.find_all(session, OWNER)[0].public_id
        self.table = Table(Browser(app, OWNER))
        self.table.start("partnership")
        self.add(FORMER, "owner")
        self.phones = f"/scorebooks/{self.book}/phones"

    def add(self, secret: Secret, role: str) -> Browser:
        with self.database.write() as session:
            match = find_match(session, OWNER, self.table.path.rpartition("/")[2])
            whole = role in ("owner", "viewer")
            right = Right(match.scorebook_id, None if whole else match.id, role)
            return Browser(self.app, grant_access(session, right, None, secret))

    def ways(self) -> dict[str, str]:
        with self.database.write() as session:
            match = find_match(session, FORMER, self.table.path.rpartition("/")[2])
            codes = {
                "recovery": recovery.renew(session, SECRET_KEY, FORMER, self.book),
                "once": join_codes.create_for_owner(session, FORMER, self.book),
                "scorer": join_codes.create_for_match(session, match, "scorer"),
                "television": join_codes.create_for_viewers(session, FORMER, self.book),
            }
            signed = {
                "k": links.create_match_link(session, SECRET_KEY, "scorer", match),
                "w": links.create_match_link(session, SECRET_KEY, "spectator", match),
                "r": links.create_scorebook_link(session, SECRET_KEY, FORMER, self.book),
                "i": links.create_icon_link(session, SECRET_KEY, FORMER),
            }
        if self.file is not None:
            codes["home"] = home_code.load(self.file)
        ways = {name: f"/in/{code}" for name, code in codes.items()}
        return ways | {name: f"/{name}/{text}" for name, text in signed.items()}

    def opened(self, ways: dict[str, str], secret: Secret | None = None) -> set[str]:
        """Return the ways that lead a browser to the match, or an API client to its score."""
        found = set()
        for name, address in ways.items():
            browser = Browser(self.app, secret)
            page = browser.open(address)
            if name == "once" and page.status == 200:
                browser.send(page.form(address))
            browser.open("/in")
            if browser.open(self.table.path).points:
                found.add(name)
        token = {"Authorization": f"Bearer {ways['r'].removeprefix('/r/')}"}
        api = self.app.test_client().get("/api/v1/matches", headers=token)
        return found | ({"API"} if api.status_code == 200 else set())

    def removal(self, path: str, of: int = 0) -> Form:
        return self.table.browser.open(path).forms_to("/removal")[of]


@pytest.fixture(params=["at home", "hosted"])
def group(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Group]:
    made = at_home if request.param == "at home" else built
    settings = {"hosted": made is built, "rate_limits": {}}
    with made(Files().new(tmp_path), tmp_path, **settings) as app:
        yield Group(app)


def test_a_removed_owner_has_no_way_back(group: Group, tmp_path: Path) -> None:
    guest, tried = group.add(GUEST, "spectator"), group.ways()
    assert group.opened(tried) == {*tried, "API"}
    known, copy, url = group.ways(), tmp_path / "copy.sqlite", group.database.url
    sqlite_copy.create_backup(url, copy)
    assert group.table.browser.send(group.removal(group.phones)).status == SAVED
    for _ in ("after the removal", "after a restore"):
        assert group.opened(known) == group.opened(known, FORMER) == set()
        assert group.table.show().points == guest.open(group.table.path).points != []
        restore_file.restore(url, copy, at_home=group.file is not None)


@pytest.mark.parametrize("role", ["scorer", "spectator", "viewer"])
@pytest.mark.parametrize("new", ["new", None], ids=["with new links", "removal only"])
def test_other_phones_can_be_removed_with_their_links(
    group: Group, role: str, new: str | None
) -> None:
    guest, kept = group.add(GUEST, role), Browser(group.app, FORMER)
    page = group.phones if role == "viewer" else f"{group.table.path}/share"
    known = {name: way for name, way in group.ways().items() if name in ("k", "w", "r")}
    ended = {"viewer": {*known, "API"}}.get(role, {"k", "w"}) if new else set()
    form = group.removal(page, of=-1)
    for _ in range(2):
        group.table.browser.send(form, **({"links": new} if new else {}))
    assert group.opened(known) == {*known, "API"} - ended
    assert guest.open(group.table.path).points == []
    assert kept.open(group.table.path).points != []


def test_an_owner_stays_if_the_home_code_cannot_be_renewed(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_path: Path) -> str:
        raise ScorebookError("disk full")

    monkeypatch.setattr(access.home_code, "renew", fail)
    answer = group.table.browser.send(group.removal(group.phones))
    assert answer.status == (SAVED if group.file is None else 507)
    assert bool(Browser(group.app, FORMER).open(group.table.path).points) is bool(group.file)


class AtTheEvening:
    """A phone that came by a table card, and all that might lead it back to the evening."""

    def __init__(self, group: Group) -> None:
        self.app, self.club = group.app, Club.meet(group.app, secret=OWNER)
        self.club.seat()
        self.other = self.club.start_match(table=2).browser
        self.table = self.club.start_match(table=1)
        self.phone = self.table.browser
        with group.database.write() as session:
            match = find_match(session, OWNER, self.table.path.rpartition("/")[2])
            ways = [
                f"/k/{links.create_match_link(session, SECRET_KEY, 'scorer', match)}",
                f"/w/{links.create_match_link(session, SECRET_KEY, 'spectator', match)}",
                f"/in/{join_codes.create_for_match(session, match, 'scorer')}",
                f"/in/{join_codes.create_for_event(session, self.club.find())}",
            ]
        cards = [self.club.link("scorer", table) for table in (1, 2)]
        icon = json.loads(self.phone.open("/app.webmanifest").body)["start_url"]
        self.ways = [icon, *cards, self.club.link("spectator"), *ways]
        pages = ("", "/guide", "/tables/1", "/board", "/tables", "/standings")
        self.history = [self.table.path]
        self.history += [self.club.path + page for page in pages]

    def opens(self, phone: Browser) -> list[str]:
        """Return the pages of the evening that a phone sees after it tried all ways."""
        for way in self.ways:
            phone.open(way)
            phone.open("/in")
        pages = [(path, phone.open(path)) for path in self.history]
        return [
            path for path, page in pages if page.status != 404 and 'action="/in"' not in page.html
        ]

    def remove(self) -> Page:
        """Remove the phone at its table."""
        share = f"{self.table.path}/share"
        [form] = self.club.owner.open(share).forms_to(f"{self.phone.stored.phone_id}/removal")
        return self.club.owner.send(form)


@pytest.fixture
def evening(group: Group) -> AtTheEvening:
    return AtTheEvening(group)


def test_a_phone_removed_at_a_table_stays_out_of_the_evening(evening: AtTheEvening) -> None:
    bids = evening.table.show().form("/bids")
    start = evening.phone.open(f"{evening.club.path}/tables/2").form("/match")
    assert evening.opens(Browser(evening.app, evening.phone.secret)) == evening.history
    assert evening.remove().status == SAVED

    assert [evening.phone.send(form).status for form in (bids, start)] == [404, 404]
    # The installed app has cookies of its own, which its icon brings.
    for phone in (evening.phone, Browser(evening.app, evening.phone.secret), Browser(evening.app)):
        assert evening.opens(phone) == []
    # Nobody else scans again, and the same cards let others join.
    assert evening.other.open(f"{evening.club.path}/guide").status == 200
    assert evening.club.visit("scorer", 1)[1].status == 200


def test_nothing_lifts_the_refusal(evening: AtTheEvening, group: Group, tmp_path: Path) -> None:
    url, copy = group.database.url, tmp_path / "copy.sqlite"
    sqlite_copy.create_backup(url, copy)
    evening.remove()
    viewer = evening.club.owner.stored.right("viewer")
    evening.phone = Browser(group.app, evening.phone.stored.gain(viewer))
    evening.phone.send(evening.phone.open(f"/scorebooks/{group.book}").form("/departure"))
    new = evening.club.owner.open(f"{evening.club.path}/links").form("/links")
    evening.club.owner.send(new, phones="yes")
    restore_file.restore(url, copy, at_home=group.file is not None)
    evening.club.end()

    assert evening.club.link("scorer", 1) not in evening.ways
    evening.ways = [evening.club.link("scorer", 1), evening.club.link("spectator")]
    assert evening.opens(evening.phone) == []


@pytest.mark.parametrize("role", ["viewer", "owner"])
def test_a_phone_removed_from_the_scorebook_stays_out_of_its_evenings(
    evening: AtTheEvening, group: Group, role: str
) -> None:
    phone = Browser(group.app, group.add(GUEST, role).secret)
    known = phone.stored.phone_id
    [form] = evening.club.owner.open(group.phones).forms_to(f"{known}/removal")
    evening.club.owner.send(form)
    # The icon is another phone's.
    evening.ways[0] = evening.club.link("scorer", 1)
    assert evening.opens(phone) == []


def test_a_television_shows_the_board_and_nothing_else(group: Group) -> None:
    television = Browser(group.app)
    television.open(group.ways()["television"])
    group.table.start("two-player", player_0="Wim", player_1="Xaver")
    before = group.table.path
    assert television.open("/in").location == "/board"
    board = f"{before}/board?follow=1"
    assert television.open("/board").location == board
    seat = television.open("/settings").form("/settings").filled(seat="1").fields
    assert television.post(f"{before}/seat", seat).status == 404
    group.table.end()
    assert television.open(board).points
    change(group.database.url, "UPDATE matches SET started_at = '2026-11-20 19:15:00'")

    group.table.start("two-player", player_0="Yves", player_1="Zoë")
    assert television.open(board).location == f"{group.table.path}/board?follow=1"
    assert television.open("/board").location == f"{group.table.path}/board?follow=1"
    refused = {television.open(before + page).status for page in ("", "/review", "/board")}
    assert refused == {404}
    pages = ("/", "/history", "/players", "/records", "/settings", "/matches/new")
    told = " ".join(television.open(page).html for page in pages)
    assert not [name for name in ("Wim", "Xaver", "Yves", "Zoë") if name in told]
    assert television.open(group.phones).status == 404
    listed = group.table.browser.open(group.phones).text
    assert "shows the board" in listed
