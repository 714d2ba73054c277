from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.rules import GAMES, Bid, HouseRules, Match
from scorekeeper.words.match.hand import describe_total_bid
from tests.browser.phone import Phone
from tests.browser.view_comparison import compare
from tests.people import PLAYERS

BIDS = (8, 7, 3, 1, 3, 1)
"""More than all tricks in every game, but not of one side."""
SHOWN = """() => {
  const add = (numbers) => numbers.reduce((sum, number) => sum + Number(number), 0);
  const styles = [...document.querySelectorAll("label.seat")].map((seat) => getComputedStyle(seat));
  const arcs = getComputedStyle(document.querySelector(".ring"), "::before");
  return {
    ring: add(styles.map(({ counterIncrement }) => counterIncrement.split(" ")[1])),
    arcs: add([0, 1, 2, 3].map((side) => arcs.getPropertyValue(`--s${side}`))),
    foot: document.querySelector(".sofar > [data-sum]").textContent,
  };
}"""


def says(phone: Phone) -> Locator:
    return phone.page.locator(".sofar > [data-sum]")


def test_the_sum_and_the_contracts_follow_each_tap(phone: Phone) -> None:
    phone.start(first=3)
    expect(says(phone)).to_have_text("0 of 13 bid")
    phone.tap(phone.key("bid_0", 5))
    phone.tap(phone.key("bid_1", "nil"))
    expect(says(phone)).to_have_text("5 of 13 bid")
    phone.tap(phone.key("bid_2", 9))
    expect(says(phone)).to_have_text("14 bid, 1 over 13")
    expect(phone.page.locator("[data-contract='0']")).to_contain_text("14")
    expect(phone.page.locator("[data-contract='1']")).to_contain_text("Nil")


def test_blind_bids_count_their_tricks(phone: Phone) -> None:
    phone.start(first=3, blind_minimum=6)
    phone.tap(phone.blind("bid_0"))
    phone.tap(phone.key("bid_0", "blind 6"))
    expect(says(phone)).to_have_text("6 of 13 bid")
    phone.tap(phone.blind("bid_1"))
    phone.tap(phone.key("bid_1", "blind nil"))
    phone.tap(phone.key("bid_2", 3))
    expect(says(phone)).to_have_text("9 of 13 bid")


@pytest.mark.parametrize("drawn", [False, True], ids=["by the server", "by the phone"])
@pytest.mark.parametrize("game", GAMES)
def test_each_bid_is_in_the_ring_the_foot_and_the_arcs(
    phone: Phone, game: str, drawn: bool
) -> None:
    match = Match.start(HouseRules.of(game), PLAYERS[game], first=0)
    phone.sit_down(match)
    if drawn:
        compare(phone, match, "bids", named=False, shown=True)
    bids: list[Bid] = []
    for seat, bid in enumerate(BIDS[: match.house.game.seats]):
        # Without a finger, the last bid does not save.
        phone.key(f"bid_{seat}", bid).evaluate("key => key.click()")
        bids.append(Bid(bid))
        total, said = sum(BIDS[: len(bids)]), describe_total_bid(match.house.game, bids)
        assert phone.page.evaluate(SHOWN) == {"ring": total, "arcs": total, "foot": said}
    assert f"{total} bid, {total - match.house.game.tricks} over " in said
    if not drawn:
        phone.tap_through(phone.save)
        assert said in phone.status_line


@pytest.mark.parametrize("java_script", [True, False], ids=["with scripts", "without scripts"])
def test_a_tapped_seat_asks_for_its_bid_again(phones: Any, java_script: bool) -> None:
    phone: Phone = phones(java_script_enabled=java_script)
    phone.start(first=3)
    phone.tap(phone.key("bid_0", 4))
    phone.tap(phone.key("bid_1", 3))
    phone.tap(phone.page.locator("label.seat[for^=bid_0]"))
    expect(phone.page.get_by_text("Ann bids").last).to_be_attached()
    phone.tap(phone.key("bid_0", 5))
    phone.tap(phone.key("bid_2", 3))
    phone.tap(phone.page.locator("label.back[for^=bid_2]"))
    phone.choose(bid_2=2, bid_3=2)
    assert phone.page.locator(".slip--board b").all_inner_texts() == ["7", "5"]


@pytest.mark.parametrize("java_script", [True, False], ids=["with scripts", "without scripts"])
def test_too_many_tricks_are_named_and_changed(phones: Any, java_script: bool) -> None:
    phone: Phone = phones(java_script_enabled=java_script)
    phone.start(first=3, bids=(2, 4, 3, 3))
    phone.count()
    phone.tap_through(phone.page.get_by_role("button", name="Each player").first)
    for seat in range(3):
        phone.tap(phone.key(f"seat_{seat}", 6))
    if java_script:
        expect(phone.page.get_by_text("5 tricks too many")).to_be_visible()
        expect(phone.page.get_by_text("Tap the number that’s wrong.")).to_be_visible()
        phone.tap(phone.page.locator("label.back[for^=seat_2]"))
    else:
        phone.tap(phone.page.locator("label.take[for^=seat_2]"))
    phone.tap(phone.key("seat_2", 1))
    if not java_script:
        phone.tap_through(phone.save)
    expect(phone.page.locator("[data-points]").first).to_have_attribute("data-points", "52")


def test_too_many_tricks_take_the_place_of_other_words(phone: Phone) -> None:
    phone.open(f"{phone.start(first=3, bids=(2, 4, 3, 3))}?by=player")
    for seat, is_shown in ((0, True), (1, False)):
        phone.tap(phone.key(f"seat_{seat}", 7))
        expect(phone.page.locator(".sofar")).to_be_visible(visible=is_shown)
    expect(phone.page.get_by_text("1 trick too many")).to_be_visible()
