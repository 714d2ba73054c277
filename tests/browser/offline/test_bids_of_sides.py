"""Partners who bid one number: tapped with the server, and without it."""

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.rules.presets import COOKOUT
from tests.browser.offline.steps import come_back, count, go_on, start
from tests.browser.phone import Phone
from tests.servers import Server

with_and_without_the_server = pytest.mark.parametrize("is_away", [False, True], ids=["on", "away"])


def nil_key(phone: Phone, name: str) -> Locator:
    return phone.page.locator(".key--nil:visible", has_text=name)


def read_bids(phone: Phone, match: str) -> list[list[int | str]]:
    file = phone.page.evaluate("async (path) => (await fetch(path)).json()", f"{match}/file")
    return [hand["bids"] for hand in file["hands"]]


@with_and_without_the_server
def test_a_cookout_match_is_lost_by_two_sets(phone: Phone, server: Server, is_away: bool) -> None:
    match = start(phone, first=3, **COOKOUT)
    if is_away:
        server.kill()
    go_on(phone, "board", bid_0=7, bid_1=5)
    expect(phone.page.locator(".half__who")).to_have_text(["Ann Cleo", "Ben Dan"])
    count(phone)
    expect(phone.page.locator(".recap__item")).to_have_text(["Gold 7", "Blue 5"])
    go_on(phone, "bids", side_0=8)
    assert (phone.taps, phone.standings) == (4, [(70, 0), (50, 0)])
    # Below the minimum of a side.
    phone.send(bid_1=3, bid_0=10)
    expect(phone.page.get_by_text("Blue bid 3. At this table the minimum is 4.")).to_be_visible()
    phone.tap(phone.page.locator("label[for=bid_1-none]").first)
    go_on(phone, "board", bid_1=4)
    count(phone)
    go_on(phone, "bids", side_0=9)
    assert phone.standings == [(-80, 0), (90, 0)]
    go_on(phone, "board", bid_0=13, bid_1=4)
    count(phone)
    phone.send(side_0=8)
    phone.expect_over("Ben & Dan win")
    assert phone.standings == [(-280, 0), (130, 0)]
    if is_away:
        phone.expect_status("Only on this phone: hands 1 to 3")
        server.start()
        come_back(phone)
    phone.open(match)
    phone.expect_over("Ben & Dan win")
    assert read_bids(phone, match) == [
        [7, 5, "partner", "partner"],
        [10, 4, "partner", "partner"],
        [13, 4, "partner", "partner"],
    ]


@with_and_without_the_server
def test_a_partner_bids_nil(phone: Phone, server: Server, is_away: bool) -> None:
    match = start(phone, first=3, bids_by="side")
    if is_away:
        server.kill()
    phone.tap(nil_key(phone, "Cleo"))
    expect(phone.page.locator("#bid_0 .key--nil:visible")).to_have_count(2)
    # A second tap removes it.
    phone.tap(phone.page.locator("label[for=nil_0-none]:visible").last)
    expect(phone.page.locator("#bid_0 .key--nil > :checked")).to_have_count(0)
    phone.tap(phone.page.locator("#bid_0 [data-blind]"))
    phone.tap(nil_key(phone, "Cleo"))
    go_on(phone, "board", bid_0=4, bid_1=5)
    expect(phone.page.locator(".half__who").first).to_have_text("Ann 4 Cleo Blind nil")
    count(phone)
    go_on(phone, "bids", seat_2=1, side_0=5)
    assert phone.standings == [(-158, 2), (52, 2)]
    if is_away:
        server.start()
        come_back(phone)
    assert read_bids(phone, match) == [[4, 5, "blind nil", "partner"]]


def test_a_blind_nil_leaves_both_kinds_of_numbers_for_the_partner(
    phone: Phone, server: Server
) -> None:
    match = start(phone, first=3, bids_by="side", blind_minimum=6)
    phone.tap(phone.page.locator("#bid_0 [data-blind]"))
    expect(phone.key("bid_0", 5)).to_be_hidden()
    phone.tap(nil_key(phone, "Cleo"))
    expect(phone.key("bid_0", 6)).to_be_hidden()
    expect(phone.key("bid_0", "blind 6")).to_be_visible()
    go_on(phone, "board", bid_0=5, bid_1=5)
    assert read_bids(phone, match) == [[5, 5, "blind nil", "partner"]]


def test_a_changed_nil_waits_for_its_number(phone: Phone, server: Server) -> None:
    match = start(phone, first=3, bids_by="side", bids=(7, 5, "partner", "partner"))
    phone.tap(phone.page.locator(".bar__back"))
    phone.tap(phone.page.locator("label[for=bid_0-ask].which__key"))
    phone.tap(nil_key(phone, "Ann"))
    expect(phone.save).to_be_visible()
    phone.choose(bid_0=6)
    phone.expect_view("board")
    assert read_bids(phone, match) == [["nil", 5, 6, "partner"]]
