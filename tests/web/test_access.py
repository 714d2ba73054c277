"""The access matrix: every role, page and method; without a right nothing changes."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.book.access import devices
from scorekeeper.book.access.grants import Right, Secret, find_owned_scorebooks
from scorekeeper.book.db.database import Database, parse_url
from scorekeeper.book.db.ids import new_public_id
from scorekeeper.book.maintenance.backups import create
from scorekeeper.book.maintenance.backups.retention import backup_folder
from scorekeeper.book.maintenance.schema import prepare
from scorekeeper.book.matches.matches import find_match
from scorekeeper.book.scorebooks import phones, scorebooks, shared_scorebook
from scorekeeper.config import Config
from scorekeeper.rules import Bid
from tests.book.player_queries import whom
from tests.book.scorers import Phone, Scorer
from tests.evening import Evening
from tests.web.conftest import SECRET_KEY

EVERYBODY = frozenset(
    {"nobody", "invented", "spectator", "scorer", "viewer", "owner", "removed", "stranger"}
    | {"guest", "table", "refused", "television"}
)
"""A stranger is a phone with another scorebook; a removed phone was an owner.

A guest scanned the door sign of an evening, a table one of its table cards. A refused phone was
removed at such a table. A television shows the board of the scorebook.
"""
INSIDE = frozenset(
    {"spectator", "scorer", "viewer", "owner", "stranger", "guest", "table", "television"}
)
LOOKING = frozenset({"spectator", "scorer", "viewer", "owner", "television"})
KEEPING = frozenset({"scorer", "owner"})
READING = frozenset({"viewer", "owner"})
ATTENDING = frozenset({"guest", "table", "viewer", "owner"})
AT_TABLES = frozenset({"table", "owner"})
OWNING = frozenset({"owner"})
BEGINNING = frozenset({"owner", "stranger"})
NOBODY = frozenset[str]()
"""The file contains the stranger's scorebook, too, so nobody gets the complete file."""

BY_TOKEN = frozenset({"token"})
"""A program with the token of a read link; no browser."""

ENDPOINTS = {
    EVERYBODY: """
        assets.favicon assets.match_file_schema assets.send health.alive health.ready help.show
        links.ask_recovery_code links.join_once links.join_opened links.join_typed
        links.open_code links.open_icon links.open_link links.open_local links.open_table
        pwa.create_token pwa.forget pwa.manifest pwa.offline pwa.worker
    """,
    INSIDE: """
        match.show_running_board match.show_deleted event_setup.show history.show home.show
        new_match.show paper.show players.show_ranking history.show_records scorebooks.choose
        scorebooks.show_all settings.save settings.show settings.show_clock skeletons.send_unnamed
    """,
    LOOKING: """
        match.show_board judge.show match.download match.redirect_from_review
        match.show referee.show referee.show_drawing referee.show_outlook
        referee.show_rule_card match.follow_rematch result_image.show result_image.show_page
        rulings.show seats.save_reply voids.save_note voids.show match.show_what_if
    """,
    LOOKING - {"television"}: "seats.claim",
    KEEPING: """
        correction.save_correction correction.show match.delete match.restore
        match.undo_start seats.save_names seats.show_names
        house_change.save_rules house_change.show notes.save notes.show
        outbox.compare outbox.save recording.change_entry
        recording.end_match recording.redo recording.save_bids recording.save_misdeal
        recording.set_dealer recording.save_trick recording.save_tricks recording.undo
        match.start_rematch rulings.apply rulings.withdraw seats.release sharing.create_code
        sharing.remove sharing.rename
        sharing.renew_links sharing.show skeletons.send
    """,
    ATTENDING: """
        boards.show_tables event.show boards.show_television
        event_links.send_standings event_links.show_sheet guide.choose guide.show
        playoff.show_bracket boards.show_standings guide.show_table guide.watch_match
    """,
    AT_TABLES: "guide.start_match",
    READING | {"stranger"}: """
        players.show_season season_book.list_volumes season_book.show season_book.show_periods
    """,
    READING: "players.show players.show_partnership scorebooks.leave scorebooks.show",
    OWNING: """
        access.create_one_time_link access.create_television_code access.renew_recovery_code
        access.show_home_code access.show_one_time_link access.show_recovery_code backups.show
        access.remove_device access.rename_device access.show_devices scorebooks.download_all
        scorebooks.download_results scorebooks.show_downloads entrants.add entrants.change
        entrants.change_seat entrants.show entrants.show_seat
        event.change_clock event.delete event.end event.reopen event.restore event_links.download
        event_links.create_code
        event_links.remove_phone event_links.renew event_links.show event_links.show_phones
        results.save_round results.show_round
        event_setup.edit event_setup.save results.save_table results.show_table imports.follow
        imports.receive imports.show imports.start players.merge players.rename
        playoff.show playoff.start
        players.set_appearance players.split
        players.tell_apart access.renew_read_link access.show_read_link scorebooks.delete
        scorebooks.rename scorebooks.restore seating.rearrange seating.show seating.start
        seating.undo_round
    """,
    BEGINNING: """
        event_setup.create history.delete history.restore history.set_place
        new_match.save_house_rules new_match.start outbox.start paper.save players.save_season
        scorebooks.create settings.set_clock
    """,
    BY_TOKEN: "api.show_match api.show_matches api.show_player api.show_players api.show_running",
    NOBODY: "backups.send_backup backups.send_new_backup",
}
MAY = {endpoint: roles for roles, names in ENDPOINTS.items() for endpoint in names.split()}
"""The roles that may ask for each endpoint. Hosted, a phone without a role may begin: see `may`."""
BEGINS = {
    *("match.show_running_board", "match.show_deleted", "event_setup.create", "event_setup.show"),
    *("history.show", "home.show", "new_match.save_house_rules", "new_match.show"),
    *("new_match.start", "outbox.start", "paper.save", "paper.show", "players.show_ranking"),
    *("history.show_records", "scorebooks.choose", "scorebooks.create", "scorebooks.show_all"),
    *("settings.save", "settings.set_clock", "settings.show", "settings.show_clock"),
    "skeletons.send_unnamed",
}
"""Endpoints that need no right to anything."""
AT_HOME = {"access.show_home_code", "backups.show"}
"""Endpoints of home servers only."""
OF_A_BOOK = {"settings.show_clock", "settings.set_clock"}
"""Endpoints about the scorebook used last, if there is one."""
FIELDS = {
    "entrants.change": {"do": "leave"},
    "event_setup.create": {
        **{"kind": "singles", "length": "hand_limit:8", "rounds": "5", "house": "gold-and-blue"}
    },
    "new_match.start": {"game": "two-player"},
    "new_match.save_house_rules": {"game": "two-player"},
    "playoff.start": {"size": "4", "lives": "1", "length": "hand_limit:8", "revision": "1"},
    "paper.save": {"game": "two-player", "bid_1_0": "4", "bid_1_1": "5", "took_1_0": "6"},
    "seats.claim": {"seat": "0"},
    "sharing.create_code": {"role": "spectator"},
}
"""Fields without which a form is refused at once."""
NOTHING_THERE = {"players.merge", "scorebooks.choose", "scorebooks.restore"}
"""Endpoints that need another scorebook or player."""


class Place:
    def __init__(self, folder: Path, *, hosted: bool) -> None:
        self.path = folder / "scorebook.sqlite"
        url = parse_url(f"sqlite:///{self.path}")
        prepare(url)
        (folder / "house-code").write_text("HASE2345\n")
        config = Config(
            database_url=url, data=folder, secret_key=SECRET_KEY, hosted=hosted, rate_limits={}
        )
        self.app = create_app(config)
        self.app.testing = True
        self.app.config["WTF_CSRF_ENABLED"] = False
        self.database: Database = self.app.extensions["database"]
        owner, stranger = Scorer(self.database), Scorer(self.database)
        self.match = owner.start(["Ann", "Ben"])
        owner.record(self.match, lambda match: match.bid([Bid(5), Bid(6)]))
        owner.record(self.match, lambda match: match.record_tricks([5, 8]))
        stranger.start(["Eve", "Mallory"])
        self.secrets = {
            "owner": owner.secret,
            "stranger": stranger.secret,
            "invented": Secret("i" * 22),
        }
        with self.database.write() as session:
            book = find_owned_scorebooks(session, owner.secret)[0]
            if not hosted:
                shared_scorebook.set_shared(session, book)
            seen = find_match(session, owner.secret, self.match)
            rights = {
                "spectator": Right(book, seen.id, "spectator"),
                "scorer": Right(book, seen.id, "scorer"),
                "viewer": Right(book, None, "viewer"),
                "removed": Right(book, None, "owner"),
                "television": Right(book, None, "board"),
            }
            for role, right in rights.items():
                self.secrets[role] = Secret(f"{role:_<22}")
                devices.grant_access(session, right, None, self.secrets[role])
            mine = scorebooks.find_all(session, owner.secret)[0].public_id
            removed = Secret(self.secrets["removed"])
            (own,) = [
                one for one in phones.find_for_scorebook(session, removed, mine) if one.is_this
            ]
            phones.remove(session, owner.secret, mine, own.id)
            player, partner = (one.public_id for one in whom(session, owner.secret))
        evening = Evening.create(self.database, secret=owner.secret)
        evening.seat()
        event = evening.find()
        evening.score(1)
        with self.database.write() as session:
            for role, right in (("guest", "spectator"), ("table", "scorer"), ("refused", "scorer")):
                self.secrets[role] = Secret(f"{role:_<22}")
                there = Right(book, None, right, event_id=event.id)
                devices.grant_access(session, there, None, self.secrets[role])
        with self.database.write() as session:
            refused = Phone(self.database, self.secrets["refused"]).phone_id
            devices.remove_from_event(session, book, event.id, refused)
        create.create_daily_backup(self.path)
        [kept] = backup_folder(self.path).glob("copy-*.sqlite")
        self.values = {
            "public_id": self.match,
            "match": self.match,
            "place": 1,
            "scorebook": mine,
            "phone": own.id,
            "player": player,
            "other": partner,
            "knock": new_public_id(),
            "kind": "w",
            "text": "nothing",
            "digest": "x",
            "upload": new_public_id(),
            "asked": "x",
            "name": "nothing.css",
            "copy": kept.name,
            "language": "de",
            "event": evening.id,
            "number": 1,
            "table": 1,
            "sheet": "standings",
            "period": "all",
        }

    def ask(self, role: str, method: str, path: str, fields: Any = None) -> Any:
        client = self.app.test_client()
        if role in self.secrets:
            client.set_cookie("scorekeeper_device", self.secrets[role])
        # As browsers do: a form with a cookie is refused without it.
        headers = {"Origin": "http://localhost"}
        return client.open(path, method=method, data=fields, headers=headers, buffered=True)

    def print(self) -> str:
        with closing(sqlite3.connect(self.path)) as connection:
            return sha256("\n".join(connection.iterdump()).encode()).hexdigest()

    def copied(self) -> sqlite3.Connection:
        kept = sqlite3.connect(":memory:")
        with closing(sqlite3.connect(self.path)) as connection:
            connection.backup(kept)
        return kept

    def restore(self, kept: sqlite3.Connection) -> None:
        with closing(sqlite3.connect(self.path)) as connection:
            kept.backup(connection)

    def paths(self) -> Iterator[tuple[str, str, str]]:
        adapter = self.app.url_map.bind("localhost")
        for rule in self.app.url_map.iter_rules():
            values = {name: self.values[name] for name in rule.arguments}
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield rule.endpoint, method, adapter.build(rule.endpoint, values, method=method)


@pytest.fixture(scope="module", params=[True, False], ids=["hosted", "at home"])
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Place:
    hosted = bool(request.param)
    return Place(tmp_path_factory.mktemp("place"), hosted=hosted)


def is_hosted(app: Flask) -> bool:
    return app.config["HOME_CODE_FILE"] is None


def may(app: Flask, role: str, endpoint: str) -> bool:
    if endpoint in AT_HOME and is_hosted(app):
        return False
    if endpoint in OF_A_BOOK and role == "viewer":
        return False
    return role in MAY[endpoint] or (is_hosted(app) and endpoint in BEGINS)


def test_every_endpoint_has_a_row(place: Place) -> None:
    assert {endpoint for endpoint, *_ in place.paths()} == MAY.keys()
    assert len(" ".join(ENDPOINTS.values()).split()) == len(MAY)


@pytest.mark.parametrize("role", sorted(EVERYBODY))
def test_roles_without_access_see_and_change_nothing(place: Place, role: str) -> None:
    before, found = place.print(), []
    for endpoint, method, path in place.paths():
        if may(place.app, role, endpoint):
            continue
        answer = place.ask(role, method, path)
        by_token = MAY[endpoint] == BY_TOKEN
        at_door = role not in INSIDE and not is_hosted(place.app) and method == "GET"
        comes_in = at_door and not by_token
        expected = 401 if by_token else 200 if comes_in else 404
        is_door = b'action="/in"' in answer.get_data()
        if (answer.status_code, is_door) != (expected, comes_in):
            found.append(f"{method} {path} ({endpoint}): {answer.status_code}")
    assert found == []
    assert place.print() == before


@pytest.mark.parametrize("role", sorted(EVERYBODY))
def test_roles_with_access_see_the_page(place: Place, role: str) -> None:
    found = []
    for endpoint, method, path in place.paths():
        if method == "GET" and may(place.app, role, endpoint) and MAY[endpoint] != EVERYBODY:
            status = place.ask(role, method, path).status_code
            if status not in (200, 302, 303):
                found.append(f"{path} ({endpoint}): {status}")
    assert found == []


def test_no_endpoint_accepts_other_methods(place: Place) -> None:
    before = place.print()
    for endpoint, _, path in place.paths():
        for method in ("PUT", "DELETE", "PATCH"):
            answer = place.ask("owner", method, path)
            assert answer.status_code == 405, (endpoint, method)
    assert place.print() == before


def test_roles_with_write_access_are_not_refused(place: Place) -> None:
    """Each form finds the scorebook as it was, as some leave nothing behind."""
    refused = []
    with closing(place.copied()) as kept:
        for endpoint, method, path in place.paths():
            if method != "POST" or MAY[endpoint] == EVERYBODY or endpoint in NOTHING_THERE:
                continue
            for role in sorted(MAY[endpoint]):
                status = place.ask(role, method, path, FIELDS.get(endpoint)).status_code
                if status not in (200, 303, 400, 409, 422):
                    refused.append(f"{role}: {path} ({endpoint}): {status}")
                place.restore(kept)
    assert refused == []
