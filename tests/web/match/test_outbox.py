"""The outbox: what a phone recorded while the server did not answer."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.book.db.ids import now
from scorekeeper.book.models.tables import CHANGES
from scorekeeper.rules import match_file
from scorekeeper.web.http import rate_limits
from scorekeeper.web.site import db
from scorekeeper.web.site.match_page import describe_base
from tests.databases import change
from tests.outbox import Phone, as_sent, bids, hands, start, tricks
from tests.table import SAVED, Table, bids_by_seat, tricks_by_side
from tests.web.browser import Browser


@pytest.fixture
def phone(table: Table) -> Phone:
    return Phone(table.browser, table.path)


def written(table: Table) -> list[dict[str, Any]]:
    """The hands of a match without times."""
    listed: list[dict[str, Any]] = table.browser.open(f"{table.path}/file").json()["hands"]
    return [{name: value for name, value in hand.items() if name != "noted"} for hand in listed]


def base(table: Table, app: Flask) -> dict[str, Any]:
    with app.test_request_context(headers={"Cookie": f"scorekeeper_device={table.browser.secret}"}):
        return describe_base(db.load_match(table.path.removeprefix("/matches/")))


def test_the_base_says_how_the_match_stands(table: Table, app: Flask, scorebook: str) -> None:
    new = base(table, app)
    table.play((4, "blind nil", 5, 2), 9, None, seat_1=0, seat_3=4)
    table.record_misdeal()
    table.bid(4, 3, 3, 2)
    change(scorebook, "UPDATE hands SET noted_at = '2026-11-20 19:40:00'")
    began = "UPDATE matches SET started_at = '2026-11-20 19:15:00', revision = revision + 1"
    change(scorebook, began)

    assert (new["version"], new["played"], new["place"], new["bids"]) == (1, 0, 1, None)
    assert base(table, app) == {
        "version": 5,
        "standings": [{"points": 90, "bags": 0}, {"points": 222, "bags": 2}],
        "progress": {"sets": [0, 0], "hands": 1, "minutes": 25},
        "played": 1,
        "place": 3,
        "first": 3,
        "bids": [4, 3, 3, 2],
        "undoes": ["bids", 2],
        "counted": True,
        "over": False,
        "brought": [90, 222],
        "course": [[0, 0], [90, 222]],
        "nils": [[1, 1, 4, 200, 1]],
    }
    table.end()
    assert base(table, app)["over"] is True


def test_the_base_says_that_only_the_server_counts_a_hand_with_a_ruling(
    table: Table, app: Flask
) -> None:
    table.bid(4, 3, 3, 2)
    table.rule("revoke", "later", seat="0", hand="1")
    assert base(table, app)["counted"] is False


def test_what_a_phone_recorded_is_stored_as_if_it_had_been_saved(
    phone: Phone, table: Table
) -> None:
    correction = {"bids": [4, 3, 3, 3], "tricks": [None] * 4, "piles": {"0": 7, "1": 6}}
    told = phone.sent(
        bids(1, 4, "nil", "blind nil", 2),
        tricks(1, 5, 7, seats=[None, 1, 0, None]),
        {"fact": "misdeal", "place": 2},
        bids(3, 4, 3, 3, 2),
        bids(3, 5, 3, 3, 2),
        {"fact": "undo"},
        tricks(3, 8, 5),
        {"fact": "correct", "place": 3, **correction, "reason": "recount"},
        {"fact": "end"},
    )

    piles = {"tricks": [None] * 4, "piles": {"Gold": 7, "Blue": 6}}
    assert written(table) == [
        {"bids": [4, "nil", "blind nil", 2], "tricks": [5, 1, 0, 7]},
        {"bids": None, "redeal": "misdeal"},
        {"bids": [4, 3, 3, 3], **piles},
    ]
    assert (told["id"], told["version"], told["stored"]) == (table.path[9:], 10, 9)
    assert (told["base"]["version"], told["base"]["played"]) == (10, 2)
    assert "Match over" in table.show().text
    assert "recount" in table.show().text


def test_a_phone_with_an_older_release_may_have_let_a_leader_bid_blind(
    phone: Phone, table: Table
) -> None:
    table.start("partnership", blind_minimum="6", blind_deficit="100")
    phone.match = table.path
    phone.sent(bids(1, "blind 6", 3, 1, 3), tricks(1, 7, 6))
    table.correct(1, side_0="8", side_1="5")
    file = table.browser.open(f"{table.path}/file").json()
    assert (table.points, file["hands"][0]["bids"]) == ([131, -60], ["blind 6", 3, 1, 3])
    assert match_file.write(match_file.read(file), file["id"]) == file


def test_a_match_given_up_on_the_phone_has_its_winner(
    phone: Phone, table: Table, stored: Callable[[], str]
) -> None:
    before = stored()
    for winner in (2, -1, "Gold", True):
        phone.add({"fact": "end", "winner": winner})
        assert phone.send().status == 422
        phone.entries.clear()
    assert stored() == before
    told = phone.sent(bids(1), {"fact": "end", "winner": 1})
    assert (told["base"]["over"], told["base"]["winner"]) == (True, 1)
    assert "Ben & Dan win" in table.show().text


def test_undo_takes_back_entry_by_entry(phone: Phone, table: Table) -> None:
    phone.sent(*hands(2), bids(3))
    undone = []
    for _ in range(3):
        table.undo()
        undone.append(len(written(table)[-1]))
    assert (undone, len(written(table))) == ([3, 1, 3], 1)


def test_what_is_stored_is_passed_over(phone: Phone, stored: Callable[[], str]) -> None:
    assert phone.sent(*hands(1))["stored"] == 2
    before = stored()
    assert phone.sent()["stored"] == 0
    assert stored() == before
    told = phone.sent(bids(2))
    assert (told["stored"], told["version"]) == (1, 4)
    del phone.entries[1:]
    assert phone.sent()["version"] == 4


def test_a_key_used_before_or_twice_is_a_conflict(phone: Phone, stored: Callable[[], str]) -> None:
    def is_conflict() -> bool:
        before, answer = stored(), phone.send()
        return (answer.status, answer.json()["reason"], stored()) == (409, "key used", before)

    phone.add(*hands(1))
    phone.entries[1]["key"] = phone.entries[0]["key"]
    assert is_conflict()
    del phone.entries[1:]
    phone.sent()
    phone.entries[0]["says"] = bids(1, 4, 3, 3, 2)
    assert is_conflict()


@pytest.mark.parametrize("version", [0, 1, 9], ids=["older", "old", "restored backup"])
def test_entries_for_another_version_are_a_conflict(
    phone: Phone, table: Table, stored: Callable[[], str], version: int
) -> None:
    table.bid(4, 3, 3, 2)
    before, phone.base = stored(), version
    phone.add(*hands(1))
    answer = phone.send()
    told = answer.json()
    assert (answer.status, told["reason"], told["version"]) == (409, "changed", 2)
    assert told["base"]["bids"] == [4, 3, 3, 2]
    assert stored() == before


def test_entries_for_other_standings_are_a_conflict(
    phone: Phone, stored: Callable[[], str]
) -> None:
    before = stored()
    phone.add(*hands(1))
    answer = phone.send(standings=[{"points": 50, "bags": 0}, {"points": 0, "bags": 0}])
    assert (answer.status, answer.json()["reason"], stored()) == (409, "changed", before)


def test_nothing_is_stored_if_one_entry_is_refused(phone: Phone, stored: Callable[[], str]) -> None:
    before = stored()
    phone.add(bids(2))
    assert (phone.send().status, phone.send().json()["code"]) == (422, "not as it was left")
    phone.entries.clear()
    phone.add(bids(1), tricks(1, 8, 7), *hands(1, first=2))
    answer = phone.send()
    told = answer.json()
    assert (answer.status, told["entry"], told["place"]) == (422, 1, 1)
    assert told["code"] == "too many tricks"
    assert told["sentence"].startswith("Two tricks too many: Gold 8 + Blue 7 = 15")
    assert stored() == before
    phone.entries[1]["says"] = tricks(1)
    assert phone.sent()["stored"] == 4


def test_the_time_of_play_is_the_servers_less_the_age(phone: Phone, table: Table) -> None:
    hour = 3600 * 1000
    for says, age in zip(hands(2), [2 * 365 * 24 * hour, 0, -hour, 10**30], strict=True):
        phone.add(says, age=age)
    phone.sent()
    file = table.browser.open(f"{table.path}/file").json()
    times = [datetime.fromisoformat(hand["noted"]) for hand in file["hands"]]
    assert datetime.fromisoformat(file["started"]) <= times[0] <= times[1] <= datetime.now(UTC)
    assert times[0].microsecond == 0


def test_the_log_names_the_phone_and_the_time_of_play(
    phone: Phone, table: Table, app: Flask, scorebook: str
) -> None:
    change(scorebook, "UPDATE matches SET started_at = '2026-11-01', revision = revision + 1")
    phone.add(bids(1), age=2 * 3600 * 1000)
    phone.add(tricks(1), age=3600 * 1000)
    before = now()
    phone.sent()
    passed = now() - before

    with app.extensions["database"].read() as session:
        rows = session.execute(select(CHANGES.c["at", "device_id"]).order_by(CHANGES.c.number))
        (first, device), (second, other) = list(rows)[-2:]
    assert abs(second - first - timedelta(hours=1)) <= passed
    assert device == other is not None


def test_a_form_that_was_on_its_way_is_stored_once(phone: Phone, table: Table) -> None:
    form = table.show().form("/bids").filled(**bids_by_seat(6, 6, 6, 6))
    phone.add(bids(1), tricks(1), was=as_sent(form))
    del phone.entries[1]["was"]
    assert table.browser.send(form).status == SAVED
    assert phone.sent()["stored"] == 1
    assert table.browser.send(form).status == SAVED
    assert len(written(table)) == 1


def test_a_form_that_arrives_after_its_entry_is_answered_as_saved(
    phone: Phone, table: Table
) -> None:
    form = table.show().form("/bids").filled(**bids_by_seat(6, 6, 6, 6))
    assert phone.sent(bids(1), was=as_sent(form))["stored"] == 1
    phone.sent(tricks(1))
    assert table.browser.send(form).status == SAVED
    assert phone.sent()["stored"] == 0
    assert [len(hand) for hand in written(table)] == [3]


@pytest.mark.parametrize(
    ("takers", "kept"),
    [
        (["side_0"] * 6 + ["side_1"] * 7, 13),
        (["side_0"] * 5 + ["side_1"] * 8, 2),
        (["side_1"] * 7 + ["side_0"] * 6, 0),
        (["side_0"] * 6 + ["side_9"] * 7, 2),
        ("side_0", 2),
    ],
    ids=["fits", "other numbers", "other beginning", "nobody", "no list"],
)
def test_a_tally_is_stored_if_it_fits_its_numbers(
    phone: Phone, table: Table, takers: object, kept: int
) -> None:
    table.bid(6, 6, 6, 6)
    table.tally("side_0", "side_0")
    phone.base = 4
    phone.sent({**tricks(1), "tally": takers})
    hand = written(table)[0]
    assert hand["piles"] == {"Gold": 6, "Blue": 7}
    assert len(hand.get("tally", ())) == (kept or 2)


def test_a_match_starts_on_the_phone(phone: Phone, app: Flask) -> None:
    phone.browser, phone.base, phone.address = Browser(app), 0, "/outbox"
    told = phone.sent(start("A" * 22), *hands(2), age=1000)
    assert (told["id"], told["version"], told["stored"]) == ("A" * 22, 5, 5)
    assert phone.browser.open("/matches/" + "A" * 22).points == [-240, -240]
    assert phone.sent()["stored"] == 0
    phone.address = f"/matches/{told['id']}/outbox"
    assert phone.sent(bids(3))["stored"] == 1


def test_players_with_alike_names_stay_apart_at_a_table_of_the_phone(phone: Phone) -> None:
    names = [["Ann", "Ann.", "O’Brien", "Cleo"], ["Ann", "Änn", "O'Brien", "Dan"]]
    for letter, players in zip("AB", names, strict=True):
        phone = Phone(phone.browser, "", base=0, address="/outbox")
        path = f"/matches/{phone.sent(start(letter * 22, players=players), *hands(1))['id']}"
        shown = phone.browser.open(path)
        assert phone.browser.open(f"{path}/file").json()["players"][:2] == players[:2]
    assert "O'Brien is O’Brien here." in shown.text


@pytest.mark.parametrize("late", [True, False], ids=["form after", "form before"])
def test_a_new_match_form_that_was_on_its_way_starts_one_match(
    phone: Phone, app: Flask, late: bool
) -> None:
    phone.browser, phone.base, phone.address = Browser(app), 0, "/outbox"
    form = phone.browser.open("/matches/new?game=partnership").form("/matches")
    if not late:
        phone.browser.send(form)
    phone.add(start(), was=as_sent(form))
    told = phone.sent(bids(1))
    assert phone.browser.send(form).location == f"/matches/{told['id']}"
    assert phone.sent()["stored"] == 0
    links = phone.browser.open("/history").links
    assert len({link for link in links if len(link) == 31}) == 1


def test_a_match_with_the_id_of_another_is_not_started(
    phone: Phone, table: Table, unchanged: None, stranger: Browser
) -> None:
    phone.add(start(table.path[9:]), bids(1))
    phone.base, phone.address = 0, "/outbox"
    for browser in (table.browser, stranger):
        phone.browser = browser
        answer = phone.send()
        assert (answer.status, answer.json()["reason"]) == (409, "id taken")


def test_a_rematch_starts_on_the_phone_once_for_the_table(
    phone: Phone, table: Table, second: Table
) -> None:
    phone.sent(*hands(1), {"fact": "end"})
    said = {"players": ["Ann", "Cleo", "Dan", "Ben"], "rematch_of": table.path[9:]}
    other = Phone(second.browser, table.path, 0, address="/outbox")
    phone = Phone(table.browser, table.path, 0, address="/outbox")
    told = phone.sent(start(**said), bids(1))
    other.add(start(**said), bids(1, 4, 3, 3, 2))

    answer = other.send()

    assert (answer.status, answer.json()["reason"]) == (409, "rematch")
    assert answer.json()["id"] == told["id"]
    page = table.browser.open(f"{table.path}/rematch")
    assert page.location == f"/matches/{told['id']}"


def test_an_unplayed_match_of_the_same_players_goes(phone: Phone, table: Table) -> None:
    phone.base, phone.address = 0, "/outbox"
    phone.sent(start(), *hands(1))
    assert table.path not in table.browser.open("/history").links


@pytest.mark.parametrize("house", [{"game": "whist"}, {"game": "partnership", "target": -1}, 5])
def test_a_start_that_the_rules_refuse_starts_nothing(
    phone: Phone, unchanged: None, house: object
) -> None:
    phone.base, phone.address = 0, "/outbox"
    phone.add(start(house=house), bids(1))
    answer = phone.send()
    assert (answer.status, answer.json()["entry"]) == (422, 0)


def test_the_outbox_of_a_deleted_match_is_gone_until_it_is_restored(
    phone: Phone, table: Table
) -> None:
    table.save("deletion")
    phone.add(bids(1))
    answer = phone.send()
    assert (answer.status, answer.json()["id"]) == (410, table.path[9:])
    restoration = phone.form().filled()
    phone.browser.post(f"{table.path}/restoration", restoration.fields)
    assert phone.sent()["stored"] == 1


def test_an_outbox_needs_access_and_a_token(
    phone: Phone, stored: Callable[[], str], stranger: Browser, watcher: Browser, app: Flask
) -> None:
    phone.add(bids(1))
    before = stored()
    for browser in (stranger, watcher, Browser(app)):
        phone.browser = browser
        assert phone.send().status == 404
    refused = phone.browser.post(f"{phone.match}/outbox", {"outbox": phone.form().fields["outbox"]})
    assert refused.status == 400
    assert refused.headers["X-Scorekeeper"]
    assert stored() == before


def test_house_rules_changed_meanwhile_are_a_conflict(phone: Phone, table: Table) -> None:
    address = f"{table.path}/rules/change"
    fields = table.browser.open(address).form("/change", "get").fields
    changed = table.browser.open(address, query_string=fields | {"target": "400"}).form("/change")
    assert table.browser.send(changed).status == SAVED
    phone.add(*hands(1))
    assert phone.send().status == 409


def test_every_ten_entries_count_as_a_save(
    phone: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.extensions, "rates", rate_limits.RateLimiter({"saves": 3}))
    phone.sent(*hands(10))
    phone.add(*hands(6, first=11))
    assert phone.send().status == 429


def test_a_batch_takes_the_statements_of_its_saves_less_what_they_share(
    phone: Phone, table: Table, second: Table, statements: list[str]
) -> None:
    second.start("partnership", player_0="Eve")
    spent = []
    for fields in [bids_by_seat(6, 6, 6, 6), tricks_by_side(6, 7)] * 13:
        page = second.show("?by=side")
        form = page.form("/bids" if "bid_0" in fields else "/tricks").filled(**fields)
        before = len(statements)
        assert second.browser.send(form).status == SAVED
        spent.append(len(statements) - before)
    table.show()
    for age, one in enumerate(hands(13)):
        phone.add(one, age=60 * age)  # older than the one before, so all get the time of the first
    form = phone.form()
    before = len(statements)
    assert phone.browser.send(form).status == 200
    assert len(statements) - before <= sum(spent) - len(spent) + 3
