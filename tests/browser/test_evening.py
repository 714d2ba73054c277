"""An evening with every mishap, after which the match file agrees with the page."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Playwright, expect

from tests.browser.contrast import find_weak_texts
from tests.browser.offline.steps import wait_until_ready
from tests.browser.phone import Phone, Watch, arrive_but_lose_the_answer
from tests.browser.scorebook import Scorebook
from tests.browser.test_killed_browser import opened, wait_to_be_killed
from tests.servers import Server, run


def test_an_evening_of_mishaps_is_scored(
    playwright: Playwright, phones: Any, own_server: Server, watch: Watch, tmp_path: Path
) -> None:
    book, profile = Scorebook.of(own_server), tmp_path / "profile"
    with opened(playwright, profile, book, "") as phone:
        match = start_with_a_misspelt_name(phone)
        record_a_misdeal(phone)
        phone.send(bid_0=5, bid_1=3, bid_2=3)
        wait_to_be_killed(phone)
    with opened(playwright, profile, book, phone.secret) as phone:
        watch.listen_to(phone.page.context)
        television = watch_on_a_television(phones(book), phone, match)
        play_the_evening(phone, television, phones(book), match, own_server, watch)
        file = tmp_path / "evening.json"
        file.write_bytes(phone.page.request.get(f"{match}/file").body())
        scored = json.loads(run(own_server.data, "score", str(file)).stdout)
        assert read_json(scored) == read_figures_of_page(phone)


def play_the_evening(
    phone: Phone, television: Phone, guest: Phone, match: str, server: Server, watch: Watch
) -> None:
    phone.open(match)
    bid_wrongly_and_lose_the_network(phone, watch)
    assert phone.standings == [(361, 1), (150, 0)]
    change_a_nil_and_lose_the_server(phone, television, server)
    assert phone.standings == [(421, 1), (202, 2)]
    merge_the_two_spellings(phone, match)
    lose_an_answer(phone, watch)
    assert phone.standings == [(492, 2), (252, 2)]
    rule_on_a_revoke_and_withdraw_it(phone)
    correct_an_old_hand_undo_and_redo(phone, match)
    remove_a_phone_that_tries_every_way_back(phone, guest, match, watch)
    # Ann's nil made: 50 + 100. Blue 80.
    phone.play("nil", 4, 5, 4, seat_0=0, side_0=5)
    assert phone.standings == [(501, 1), (334, 4)]
    phone.open(match)


def start_with_a_misspelt_name(phone: Phone) -> str:
    phone.start("two-player", players=("Cleo", "Eve"))
    opening = [(290, 0), (100, 0)]
    return phone.start(players=("Ann", "Ben", "Cloe", "Dan"), first=3, opening=opening)


def record_a_misdeal(phone: Phone) -> None:
    phone.bid(3, 3, 3, 3)
    phone.tap_in_menu("Misdeal: start this hand over")
    phone.expect_status("Misdeal: this hand starts over")


def bid_wrongly_and_lose_the_network(phone: Phone, watch: Watch) -> None:
    watch.expect("net::ERR_")
    expect(phone.page.locator("[data-tricks]:checked")).to_have_count(3)
    phone.choose(bid_3=2)
    phone.count()
    phone.tap_through(phone.recap)
    phone.change_bid(bid_0=4)
    phone.count()
    expect(phone.recap).to_contain_text("Ann 4 Ben 3 Cloe 3 Dan 2")
    phone.page.context.set_offline(True)
    phone.send(side_0=8)
    phone.expect_status()
    with phone.page.expect_navigation():
        phone.page.context.set_offline(False)


def watch_on_a_television(television: Phone, phone: Phone, match: str) -> Phone:
    public_id = match.rpartition("/")[2]
    television.become(phone.scorebook.add_phone(phone.secret, public_id, "spectator"))
    television.page.clock.install()
    television.open(f"{match}/board")
    return television


def change_a_nil_and_lose_the_server(phone: Phone, television: Phone, server: Server) -> None:
    phone.bid(5, 3, "nil", 2)
    phone.tap_link("Trick by trick")
    phone.tally("seat_2", "side_1")
    phone.tap_through(phone.recap)
    phone.change_bid(bid_2=1)
    expect(phone.page.get_by_text("Who took trick 3?")).to_be_visible()
    phone.page.context.set_offline(True)
    for name in ("side_0", "side_0", "side_1"):
        phone.tap(phone.taker(name))
    phone.expect_status()
    server.kill()
    television.page.clock.run_for(11_000)
    old = television.page.locator(".stale[data-sentence]")
    expect(old).to_contain_text("No connection since")
    server.start()
    with phone.page.expect_navigation():
        phone.page.context.set_offline(False)
    expect(phone.page.get_by_text("Who took trick 6?")).to_be_visible()
    expect(old).to_be_hidden()
    phone.tap_link("Enter totals instead")
    phone.choose(side_0=6)


def merge_the_two_spellings(phone: Phone, match: str) -> None:
    phone.open("/players")
    phone.tap_through(phone.page.get_by_role("link", name="Cloe"))
    phone.tap(phone.page.get_by_text("Edit this player"))
    phone.page.get_by_label("Cloe is the same person as").select_option("Cleo")
    phone.tap_button("Merge")
    phone.open(match)
    expect(phone.page.locator(".seat", has_text="Cleo")).to_be_visible()


def lose_an_answer(phone: Phone, watch: Watch) -> None:
    watch.expect("net::ERR_FAILED")
    phone.bid(4, 3, 3, 2)
    phone.count()
    wait_until_ready(phone)
    phone.page.context.route("**/tricks", arrive_but_lose_the_answer, times=1)
    phone.send(side_0=8)
    phone.expect_view("bids")
    # It is sent again at once, and the server's own page follows.
    expect(phone.page.locator("main [data-every]:not([data-away])")).to_be_visible()


def rule_on_a_revoke_and_withdraw_it(phone: Phone) -> None:
    phone.tap_link("Referee")
    phone.tap_through(phone.page.locator("main a[href$='/rulings']"))
    phone.tap_through(phone.page.locator("a[href$='kind=revoke']"))
    phone.tap_through(phone.page.locator("a[href*='noticed=later']"))
    phone.tap_through(phone.page.locator("button[name=seat]", has_text="Ann"))
    expect(phone.page.get_by_role("main")).to_contain_text("492 → 351")
    phone.tap_through(phone.page.locator("form[action$='/rulings'] button"))
    assert phone.standings == [(351, 1), (252, 2)]
    phone.tap_link("Referee")
    phone.tap_through(phone.page.locator("main a[href$='/rulings']"))
    phone.tap_through(phone.page.locator("form[action$='/withdrawal'] button"))
    assert phone.standings == [(492, 2), (252, 2)]


def correct_an_old_hand_undo_and_redo(phone: Phone, match: str) -> None:
    phone.tap(phone.page.locator("#hand-2 summary"))
    phone.tap_link("Correct hand 1")
    phone.fix(side_0=6)
    expect(phone.page.get_by_role("heading", name="What this changes")).to_be_visible()
    phone.page.get_by_label("Why?").fill("two tricks were under the cloth")
    phone.tap_button("Save the correction")
    assert phone.standings == [(351, 1), (254, 4)]
    phone.tap_button("Undo: hand 1 corrected")
    assert phone.standings == [(492, 2), (252, 2)]
    phone.tap_through(phone.page.locator("button[form=redo]").last)
    assert phone.standings == [(351, 1), (254, 4)]
    assert phone.page.url == match


def remove_a_phone_that_tries_every_way_back(
    phone: Phone, guest: Phone, match: str, watch: Watch
) -> None:
    watch.expect("status of 404")
    phone.open(f"{match}/share")
    phone.tap(phone.page.locator(".panel__title").last)
    phone.tap_through(phone.page.locator(".panel__keys form button:visible"))
    code = phone.page.locator(".code").inner_text().replace("\n", "")
    links = phone.page.locator(".link__text").evaluate_all("all => all.map(one => one.value)")
    ways = [match, f"{match}/board", f"/in/{code}", *(urlsplit(one).path for one in links)]
    for way in reversed(ways):
        guest.open(way)
    guest.expect_view("bids")
    wait_until_ready(guest)
    guest.page.context.set_offline(True)
    guest.send(bid_3=1, bid_0=1, bid_1=1, bid_2=1)
    guest.expect_view("board")
    phone.open(f"{match}/share")
    phone.tap(phone.page.locator(".phone:has([name=links]) summary").last)
    phone.tap_button("Remove, and make new links")
    guest = guest.killed_and_opened_again("/")
    guest.expect_status("Only on this phone: hand 4")
    assert find_weak_texts(guest.page) == []
    for way in ways:
        guest.open(way)
        assert guest.open(match).status == 404
    phone.open(match)


Figures = list[tuple[str, str]]


def read_json(scored: dict[str, Any]) -> tuple[list[tuple[int, int]], list[Figures]]:
    """Return the standings at the end, and what each hand brought and made of them."""
    hands = [
        [(f"{side['points']:+}", f"{side['standing']['points']}") for side in hand["sides"]]
        for hand in scored["hands"]
        if "sides" in hand
    ]
    return [(one["points"], one["bags"]) for one in scored["standings"]], hands


def read_figures_of_page(phone: Phone) -> tuple[list[tuple[int, int]], list[Figures]]:
    hands = phone.page.locator("summary:has(.sheet__side)").evaluate_all(READ_FIGURES)
    return phone.standings, [[(points, total) for points, total in hand] for hand in hands]


READ_FIGURES = """
hands => hands.reverse().map((hand) => [...hand.querySelectorAll(".sheet__side")].map((side) =>
  [".sheet__points", ".sheet__total"].map((place) =>
    side.querySelector(place).textContent.replace("−", "-"))))
"""
