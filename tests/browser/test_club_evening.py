"""Whole club evenings, acted through the pages by everyone in the room."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.club_evening import HANDS, ROOM, Desk, draw_points, play_hands, read_standings
from tests.browser.ledger import Pair, Round, score_hand
from tests.browser.offline.steps import count, go_on, wait_until_ready
from tests.browser.phone import Phone, Watch
from tests.browser.scorebook import Scorebook
from tests.clients import Browser
from tests.servers import Server
from tests.table import Table

READ_CALLED = """tables => tables.map(table => [
  Number(table.querySelector(".live__number b").textContent),
  [...table.querySelectorAll(".live__side")].map(
    side => [...side.querySelectorAll("bdi")].map(name => name.textContent)),
])"""
TELEVISION = {"width": 1280, "height": 720}


@pytest.fixture
def chance() -> Random:
    return Random(7)


def test_an_evening_with_every_hitch(
    phones: Any, own_server: Server, scorebook: Scorebook, chance: Random, watch: Watch
) -> None:
    for expected in ("status of 409", "net::ERR_"):
        watch.expect(expected)
    book = Scorebook.of(own_server)
    desk, guest, table_1 = (phones(book) for _ in range(3))
    desk.start(players=ROOM[:4], hand_limit=1, hands=[((4, 3, 4, 2), (8, 5))])
    evening = Desk(desk)
    evening.create(hands=2)
    evening.check_in(4)
    evening.paste(ROOM[4:])
    card = evening.find_card(1)
    guest.open(evening.find_door())
    guest.tap_button("Ann")
    expect(guest.page.locator(".said__big")).to_have_text("You’re in")
    expect(guest.page.locator(".said")).to_contain_text("16 are here")
    television = join_as_a_television(phones(book, viewport=TELEVISION), evening.make_code())
    swap_wrongly_and_take_it_back(evening)
    evening.start(1)
    expect_table(guest, evening.ledger.rounds[1], "Ann")
    television.lock_and_wake()
    assert read_called(television) == evening.ledger.rounds[1].tables
    evening.add("Zoë")

    lose_the_network_at_table_1(table_1, card)
    evening.type({1: (90, 40), 2: draw_points(chance)}, 1)
    twin = evening.on(phones(book))
    type_two_different_results(evening, twin)
    own_server.kill()
    own_server.start()
    evening.type({4: draw_points(chance)}, 1)
    find_the_network_again(table_1, evening)
    guest.lock_and_wake()
    expect(guest.page.get_by_role("main")).to_contain_text("Your result is in")
    assert evening.standings == evening.ledger.rows_with("Zoë")

    seat_at_once(evening, twin)
    own_server.kill()
    own_server.start()
    assert len(evening.ledger.rounds[2].sits_out) == 1
    match = score_table_3_with_two_taps(table_1, evening.ledger.rounds[2])
    evening.ledger.note(2, {3: play_hands(match, 2, chance)})
    evening.add("Yann")
    evening.finish(2, chance)
    assert evening.standings == evening.ledger.rows_with("Yann")

    evening.seat(3)
    # Without a touch; cards ask every ten seconds.
    expect(guest.page.get_by_role("banner")).to_contain_text("Round 3")
    assert len(evening.ledger.rounds[3].sits_out) == 2
    evening.leave("Max")
    evening.finish(3, chance)
    assert evening.standings == evening.ledger.rows

    evening.seat(4)
    evening.undo("Round 4 undone")
    evening.seat(4)
    assert "Max" not in evening.ledger.rounds[4].people
    match.correct(1, "two tricks were under the cloth", side_0=6, side_1=7)
    first, second = match.points
    evening.ledger.note(2, {3: (first, second)})
    assert evening.standings == evening.ledger.rows
    evening.finish(4, chance, skip=[4])
    evening.preview()
    expect(desk.page.locator(".heed")).to_contain_text("Table 4 is still playing")
    evening.start(5)
    assert len(evening.ledger.rounds[5].people) == 13
    evening.finish(5, chance)
    evening.open("/rounds/4/tables/4")
    evening.do(evening.button("No result"), "Table 4: No result")
    evening.ledger.note(4, {4: None})
    assert read_standings(guest, evening.path) == evening.standings == evening.ledger.rows

    end_and_move(evening, phones(scorebook), evening.ledger.first)
    television.lock_and_wake()
    expect(television.page.locator(".tv__alone")).to_contain_text(evening.ledger.first)
    guest.open(f"{evening.path}/guide")
    expect(guest.page.locator(".guide")).to_contain_text(
        re.compile(f"of 18.*{evening.ledger.first}")
    )
    desk.open("/history")
    expect(desk.page.get_by_role("main")).to_contain_text("Friday club")
    desk.open("/players")
    desk.tap_through(desk.page.locator("a.rank").first)


def test_an_evening_with_one_phone_and_no_scripts(
    phones: Any, own_server: Server, scorebook: Scorebook, chance: Random
) -> None:
    evening = Desk(phones(java_script_enabled=False))
    evening.create(hands=8, rounds=4)
    evening.paste([*ROOM, "Zoë"])
    for number in range(1, 5):
        before = evening.phone.taps
        evening.seat(number)
        evening.finish(number, chance)
        # Seat, start, type results, save; digits and minus keys come on top.
        assert evening.phone.taps - before == 4
        assert evening.standings == evening.ledger.rows
        assert len(evening.ledger.rounds[number].sits_out) == 1
    met = [pair for one in evening.ledger.rounds.values() for pair in one.pairs]
    assert len({frozenset(pair) for pair in met}) == 4 * 8
    north = evening.ledger.rounds[4].tables[1][0][0]
    for sheet in ("seating", "slips", "standings"):
        evening.open(f"/print/{sheet}")
        expect(evening.phone.page.locator(".print").first).to_contain_text(north)
    first = play_the_playoff(evening, final=6)
    other = phones(Scorebook.of(own_server), java_script_enabled=False)
    end_and_move(evening, other, first)


def join_as_a_television(phone: Phone, code: str) -> Phone:
    phone.open("/in")
    phone.page.get_by_label("Code").fill(code)
    phone.tap_through(phone.page.locator("main form button"))
    expect(phone.page.locator(".tv")).to_contain_text("16 are here")
    return phone


def swap_wrongly_and_take_it_back(evening: Desk) -> None:
    seated = evening.preview()
    one, other = seated.tables[1][0][0], seated.tables[3][1][1]
    evening.swap(one, other)
    swapped = evening.read_plan().tables
    assert (swapped[1][0][0], swapped[3][1][1]) == (other, one)
    evening.phone.tap(evening.button("Undo"))
    expect(evening.phone.page.locator(".chair--moved")).to_have_count(0)
    assert evening.read_plan() == seated


def lose_the_network_at_table_1(phone: Phone, card: str) -> None:
    """Play one hand of table 1, and enter the other one without the server."""
    phone.open(card)
    phone.tap_link("Score table 1")
    phone.tap_through(phone.page.locator("[name=first]").first)
    expect(phone.page.locator(".bar__turn")).to_contain_text("Round 1 · Table 1")
    bids, tricks = HANDS[0]
    phone.play(*bids, side_0=tricks[0])
    wait_until_ready(phone)
    phone.page.context.set_offline(True)
    bids, tricks = HANDS[3]
    go_on(phone, "board", **{f"bid_{seat}": bids[seat] for seat in (2, 3, 0, 1)})
    count(phone)
    phone.send(side_0=tricks[0])
    phone.expect_status()
    expect(phone.page.get_by_role("button", name="Rematch")).to_have_count(0)


def find_the_network_again(phone: Phone, evening: Desk) -> None:
    """Send what table 1 played; its result counts instead of the wrong one at the desk."""
    phone.page.context.set_offline(False)
    expect(phone.page.get_by_role("main")).to_contain_text("The result of round 1, table 1 is in.")
    evening.open()
    told = evening.phone.page.locator("#t1-1")
    expect(told).to_contain_text("Two results")
    evening.phone.tap(told.locator("summary"))
    played = [score_hand(*hand) for hand in (HANDS[0], HANDS[3])]
    first, second = (sum(side) for side in zip(*played, strict=True))
    evening.do(evening.button(f"Take {first} : {second}"), f"Table 1: {first} : {second}")
    evening.ledger.note(1, {1: (first, second)})
    phone.tap_through(phone.page.locator("main").get_by_role("link", name="Back to the evening"))


def score_table_3_with_two_taps(phone: Phone, seated: Round) -> Table:
    """Start the match of a table from the guide card of its North."""
    north = seated.tables[3][0][0]
    phone.tap_button(north)
    before = phone.taps
    phone.tap_link("Score table 3")
    phone.tap_button(f"North {north}")
    expect(phone.page.locator(".bar__turn")).to_contain_text("Round 2 · Table 3")
    assert phone.taps - before == 2
    cookies = {one["name"]: one["value"] for one in phone.page.context.cookies()}
    address = urlsplit(phone.page.url)
    return Table(Browser(address.port, cookies=cookies), address.path)


def type_two_different_results(evening: Desk, twin: Desk) -> None:
    """Type a result on two phones at once: the second one is asked."""
    evening.fill_in({3: (310, 250)})
    twin.type({3: (300, 250)}, 1)
    evening.phone.tap(evening.button("Save results"))
    told = evening.phone.page.get_by_role("alert")
    expect(told).to_contain_text("Someone saved 300 : 250. You typed 310 : 250.")
    evening.do(evening.button("Save results"), "1 result saved")
    evening.ledger.note(1, {3: (310, 250)})


def seat_at_once(evening: Desk, twin: Desk) -> None:
    """Start round 2 on two phones at once, one with other seats: it sees a message."""
    seated = evening.preview()
    evening.swap(seated.tables[1][0][0], seated.tables[2][0][0])
    twin.seat(2)
    evening.phone.tap(evening.start_key(2))
    expect(evening.phone.page.get_by_role("alert")).to_contain_text("Round 2 was just seated")


def end_and_move(evening: Desk, other: Phone, first: str) -> None:
    """End the evening and import its file into an empty scorebook: the same standings."""
    evening.open()
    evening.do(evening.button("End the evening"), "The evening is over")
    expect(evening.phone.page.locator(".champion")).to_contain_text(first)
    file = evening.save_file()
    path = import_evening(other, file)
    assert read_standings(other, path) == evening.ledger.rows
    other.open(path)
    expect(other.page.locator(".champion")).to_contain_text(first)


def import_evening(phone: Phone, file: Path) -> str:
    """Import a file into a new scorebook; return the address of its evening."""
    phone.open("/scorebooks")
    phone.page.locator("[name=name]").fill("Another table")
    phone.tap_through(phone.page.locator("form[action='/scorebooks'] button"))
    phone.open("/settings")
    book = phone.page.locator("a[href^='/scorebooks/']").last.get_attribute("href")
    phone.open(f"{book}/import")
    phone.page.locator("input[type=file]").set_input_files(file)
    phone.tap_button("Check the file")
    expect(phone.page.get_by_role("main")).to_contain_text("In this file")
    expect(phone.page.locator(".errors")).to_have_text([])
    phone.tap_button("Import")
    expect(phone.page.locator("main").get_by_role("link", name="History")).to_be_visible()
    [public_id] = [
        line["id"] for line in map(json.loads, file.read_text().splitlines()) if "entrants" in line
    ]
    return f"/events/{public_id}"


def play_the_playoff(evening: Desk, final: int) -> str:
    """Play semi-finals and final of the top eight; return the names of the winners."""
    page = evening.phone.page
    evening.open()
    evening.phone.tap_link("Playoff")
    evening.phone.tap(page.locator("label:has([name=size][value='8'])"))
    evening.do(evening.button("Start the playoff"), "Playoff started")
    evening.type_results({1: (310, 250), 2: (180, 260)})
    evening.seat_final(final)
    evening.type_results({1: (350, 212)})
    return page.locator(".table__side--won bdi").first.inner_text()


def expect_table(phone: Phone, seated: Round, name: str) -> None:
    """Expect the guide card of a player to show table and partner."""
    [(table, partner)] = [
        (table, pair[1 - pair.index(name)])
        for table, sides in seated.tables.items()
        for pair in sides
        if name in pair
    ]
    phone.lock_and_wake()
    expect(phone.page.locator(".place__number b")).to_have_text(str(table))
    expect(phone.page.locator(".place__chair--top b")).to_have_text(partner)


def read_called(television: Phone) -> dict[int, tuple[Pair, Pair]]:
    called = television.page.locator(".live__table")
    expect(called).to_have_count(4)
    tables = called.evaluate_all(READ_CALLED)
    return {number: (tuple(first), tuple(second)) for number, (first, second) in tables}
