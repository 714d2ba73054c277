import json
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Response, Route, expect

from tests.browser.phone import Phone, Watch, touch
from tests.people import PLAYERS


@pytest.fixture
def german(phones: Any) -> Phone:
    phone: Phone = phones(java_script_enabled=False, locale="de")
    return phone


def suit_key(phone: Phone, suit: str) -> Locator:
    return phone.page.locator("label", has=phone.page.get_by_role("radio", name=suit))


def play(phone: Phone, card: str, suit: str = "") -> None:
    """Tap a card of the judge, of another suit than is shown."""
    if suit:
        phone.tap(suit_key(phone, suit))
    phone.tap_through(phone.page.locator(f"button[name=cards][value$='{card}']").first)


def test_a_hand_is_tallied_trick_by_trick(german: Phone) -> None:
    phone = german
    phone.start(first=3, bids=(4, 3, "nil", 2))
    phone.tap_through(phone.page.locator("a[href$='by=trick']"))
    said = phone.page.locator("main [role=status] li")
    expect(said).to_have_count(3)
    phone.tally("side_0", "side_1", "seat_2")
    expect(said.last).to_contain_text("3")
    phone.tap_through(phone.page.locator("main .undo"))
    phone.tally("seat_2", *["side_0"] * 5)
    phone.page.reload()
    phone.tally(*["side_1"] * 5)
    # Gold bid 4 and took 6 and Cleo's 1 separately: 40 + 2 - 100 + 1. Blue bid 5 and took 6.
    phone.expect_view("bids")
    assert phone.standings == [(-57, 3), (51, 1)]
    expect(phone.page.locator("html")).to_have_attribute("lang", "de")


def test_tricks_are_counted_without_a_network(phone: Phone, watch: Watch) -> None:
    watch.expect("net::ERR_INTERNET_DISCONNECTED")
    match = phone.start(first=3, bids=(4, 3, 3, 2))
    phone.open(f"{match}?by=trick")
    phone.page.context.set_offline(True)
    for taker in ("side_1", "side_1", "side_0", "side_0", "side_1"):
        phone.tap(phone.taker(taker))
    phone.expect_status("Only on this phone: tricks of hand 1")
    phone.tap(phone.page.locator("main .undo"))
    expect(phone.page.get_by_text("Who took trick 5?")).to_be_visible()
    with phone.page.expect_navigation():
        phone.page.context.set_offline(False)
    expect(phone.page.locator(".piles__number")).to_have_text(["2", "2"])
    expect(phone.page.get_by_text("Gold needs 5 of the 9 left")).to_be_visible()


def test_a_trick_undone_while_it_is_sent_is_undone(phone: Phone) -> None:
    match = phone.start(first=3, bids=(4, 3, 3, 2))
    phone.open(f"{match}?by=trick")
    held: list[Route] = []
    phone.page.route("**/tally", lambda route: held.append(route), times=1)
    with phone.page.expect_request("**/tally"):
        phone.tap(phone.taker("side_1"))
    phone.tap(phone.page.locator("main .undo"))
    phone.tap(phone.taker("side_0"))
    held[0].continue_()
    expect(phone.page.get_by_text("Who took trick 2? ")).to_be_visible()
    expect(phone.page.get_by_text("Gold needs 6 of the 12 left")).to_be_visible()
    phone.open(match)
    expect(phone.page.locator(".piles__number")).to_have_text(["1", "0"])


IS_UNCOVERED = """place => {
  const { left, bottom } = place.getBoundingClientRect();
  return place.contains(document.elementFromPoint(left + 20, bottom - 4));
}"""
SHOW_IGNORED = """document.addEventListener("ignored", ({ target }) => {
  const [frame] = target.getAnimations()[0].effect.getKeyframes();
  const name = target.textContent.trim();
  (window.ignored ??= []).push([name, "translate" in frame, "opacity" in frame]);
}, true)"""


@pytest.mark.parametrize("latency", [0, 200, 400])
@pytest.mark.parametrize("game", ["partnership", "two-player"])
def test_two_taps_on_a_side_count_twice(phone: Phone, game: str, latency: int) -> None:
    match = phone.start(game, first=0, bids=[3] * len(PLAYERS[game]))
    phone.open(f"{match}?by=trick")
    limits = {"latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
    session = phone.page.context.new_cdp_session(phone.page)
    session.send("Network.emulateNetworkConditions", {"offline": False, **limits})
    spot, at = phone.spot_of(phone.taker("side_0")), time.time()
    touch(phone, spot, at)
    touch(phone, spot, at + 0.3)
    expect(phone.page.get_by_text("Who took trick 3?")).to_be_visible()
    expect(phone.page.locator("[aria-busy]")).to_have_count(0)
    # A key of another view would not count yet.
    shown = json.loads(phone.page.evaluate("sessionStorage.tapped"))["at"] / 1000
    touch(phone, spot, max(at + 0.6, shown))
    expect(phone.page.get_by_text("Who took trick 4?")).to_be_visible()
    expect(phone.page.locator("[aria-busy]")).to_have_count(0)
    session.detach()
    phone.open(match)
    expect(phone.page.locator(".piles__number")).to_have_text(["3", "0"])


@pytest.mark.parametrize(
    ("motion", "sign"),
    [("no-preference", [True, False]), ("reduce", [False, True])],
    ids=["it shakes", "it fades"],
)
def test_a_double_tap_is_one_trick_and_the_key_says_so(
    new_phone: Phone, motion: Any, sign: list[bool]
) -> None:
    new_phone.page.emulate_media(reduced_motion=motion)
    new_phone.open(f"{new_phone.start(first=3, bids=(4, 3, 3, 2))}?by=trick")
    new_phone.page.evaluate(SHOW_IGNORED)
    spot, at = new_phone.spot_of(new_phone.taker("side_0")), time.time()
    touch(new_phone, spot, at)
    touch(new_phone, spot, at + 0.1)
    expect(new_phone.page.locator(".piles__number")).to_have_text(["1", "0"])
    assert new_phone.page.evaluate("window.ignored") == [["Gold", *sign]]
    expect(new_phone.page.locator("[aria-busy]")).to_have_count(0)
    new_phone.page.reload()
    expect(new_phone.page.get_by_text("Who took trick 2?")).to_be_visible()


def test_a_second_card_waits_for_the_page_of_the_first(phone: Phone) -> None:
    phone.open(f"{phone.start(first=3, bids=(4, 3, 3, 2))}/judge?leads=0")
    phone.tap(suit_key(phone, "Hearts"))
    held: list[Route] = []
    phone.page.route("**/judge?*", lambda route: held.append(route))
    cards = phone.page.locator("button[name=cards]:visible")
    first, second = [phone.spot_of(cards.nth(card)) for card in (0, 1)]
    with phone.page.expect_request("**/judge?*"):
        phone.page.touchscreen.tap(*first)
    phone.page.touchscreen.tap(*second)
    with phone.page.expect_navigation():
        held[0].continue_()
    assert len(held) == 1


def test_two_voids_noted_quickly_are_both_noted(phone: Phone) -> None:
    phone.open(f"{phone.start(first=3, bids=(4, 3, 3, 2))}/voids")
    held: list[Route] = []
    phone.page.route("**/voids", lambda route: held.append(route), times=1)
    with phone.page.expect_request("**/voids"):
        phone.tap(phone.page.locator("[value=out-1-H]"))
    phone.tap(phone.page.locator("[value=out-2-D]"))
    with phone.page.expect_navigation():
        held[0].continue_()
    expect(phone.page.locator("[value^=played]")).to_have_count(2)


TAP_WHILE_THE_ANSWER_IS_READ = """key => {
  const { text } = Response.prototype;
  Response.prototype.text = async function () {
    const page = await text.call(this);
    if (this.status === 201) {
      Response.prototype.text = text;
      document.querySelector(key).click();
    }
    return page;
  };
}"""
TAP_BEFORE_THE_NEXT_VIEW = """key => addEventListener("saved", ({ detail }) => {
  detail.push(Promise.resolve().then(() => document.querySelector(key).click()));
}, { once: true })"""


@pytest.mark.parametrize(
    "tap",
    [TAP_WHILE_THE_ANSWER_IS_READ, TAP_BEFORE_THE_NEXT_VIEW],
    ids=["as the answer is read", "before the next view"],
)
def test_a_trick_tapped_while_another_is_saved_counts(phone: Phone, tap: str) -> None:
    match = phone.start(first=3, bids=(4, 3, 3, 2))
    phone.open(f"{match}?by=trick")
    # Nothing of this phone's storage is given back.
    phone.page.evaluate("() => { IDBObjectStore.prototype.put = () => { throw new Error(); }; }")
    phone.page.evaluate(tap, "button[name=taken][value=side_0]")
    with phone.page.expect_response(has_both_tricks):
        phone.tap(phone.taker("side_1"))
    expect(phone.page.get_by_text("Who took trick 3?")).to_be_visible()
    phone.open(match)
    expect(phone.page.locator(".piles__number")).to_have_text(["1", "1"])


def has_both_tricks(response: Response) -> bool:
    return "tricks=side_1+side_0&" in (response.request.post_data or "")


def test_undo_without_a_network_reaches_the_recorded_tricks(phone: Phone, watch: Watch) -> None:
    watch.expect("net::ERR_INTERNET_DISCONNECTED")
    match = phone.start(first=3, bids=(4, 3, 3, 2))
    phone.open(f"{match}?by=trick")
    phone.tally("side_1")
    phone.page.context.set_offline(True)
    phone.tap(phone.taker("side_1"))
    phone.expect_status()
    for question in ("Who took trick 2?", "Who took trick 1?"):
        phone.tap(phone.page.locator("main .undo"))
        expect(phone.page.get_by_text(question)).to_be_visible()
    phone.tap(phone.taker("side_0"))
    # The trick is not sent before the undo.
    phone.page.route("**/undo", wait_before_sending)
    phone.page.context.set_offline(False)
    expect(phone.page.get_by_text("Gold needs 6 of the 12 left")).to_be_visible()
    phone.open(match)
    expect(phone.page.locator(".piles__number")).to_have_text(["1", "0"])


def wait_before_sending(route: Route) -> None:
    time.sleep(0.5)
    route.continue_()


@pytest.mark.parametrize("is_killed", [False, True], ids=["still open", "opened again"])
def test_tricks_beside_others_are_a_conflict(phones: Any, watch: Watch, is_killed: bool) -> None:
    watch.expect("net::ERR_INTERNET_DISCONNECTED")
    watch.expect("409")
    phone, other = phones(), phones()
    match = f"{phone.start(first=3, bids=(4, 3, 3, 2))}?by=trick"
    other.become(phone.secret)
    for one in (phone, other):
        one.open(match)
    phone.page.context.set_offline(True)
    phone.tap(phone.taker("side_0"))
    phone.expect_status("Only on this phone: tricks of hand 1")
    other.tally("side_1")
    if is_killed:
        phone = phone.killed_and_opened_again(match)
    phone.page.context.set_offline(False)
    expect(phone.page.get_by_role("alert")).to_contain_text("Since then: trick 1.")
    expect(phone.page.locator(".piles__number")).to_have_text(["0", "1"])
    phone.open("/")
    expect(phone.page.locator(".waits")).to_have_count(0)


def test_the_rule_card_is_printed_without_its_buttons(phone: Phone) -> None:
    match = phone.start(first=3)
    phone.open(f"{match}/rules")
    button = phone.page.locator("main a[href$='/rules/change']")
    expect(button).to_be_visible()
    phone.page.emulate_media(media="print")
    expect(button).to_be_hidden()
    expect(
        phone.page.get_by_text("A successful nil scores 100. A failed nil costs 100.")
    ).to_be_visible()


def test_the_judge_settles_a_trick(phone: Phone) -> None:
    match = phone.start(first=3)
    phone.open(f"{match}/judge?leads=0")
    for suit, card in (("Hearts", "AH"), ("", "2H"), ("Spades", "5S"), ("", "KH")):
        play(phone, card, suit)
    verdict = phone.page.locator("main section[role=status]")
    expect(verdict).to_contain_text("Cleo")
    phone.page.go_back()
    expect(phone.page.locator("button[name=cards][value$='KH']")).to_be_enabled()


def test_what_the_judge_found_is_above_the_keys(phone: Phone) -> None:
    match = phone.start(first=0, bids=(4, 3, 3, 2))
    for width, height in ((360, 640), (844, 390)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.goto("about:blank")
        phone.open(f"{match}/judge?leads=1&cards=KH-5H-2D#now")
        assert phone.page.locator(".finding").evaluate(IS_UNCOVERED)


def test_the_judge_names_the_playable_cards(phone: Phone) -> None:
    match = phone.start(first=3)
    phone.open(f"{match}/judge?leads=3&whole=yes")
    phone.tap(phone.page.get_by_role("banner").locator("summary"))
    phone.tap_link("Enter a player’s cards")
    phone.tap_link("Ann")
    held = {"S": ("A", "2"), "C": ("A", "2"), "H": (*map(str, range(2, 10)), "K")}
    for suit, ranks in held.items():
        phone.tap(suit_key(phone, {"S": "Spades", "C": "Clubs", "H": "Hearts"}[suit]))
        for rank in ranks:
            phone.tap(phone.page.locator(f"input[name=holding][value='{rank}{suit}']"))
    phone.tap_through(phone.page.get_by_role("button", name="Use these cards"))
    play(phone, "3C", "Clubs")
    verdict = phone.page.locator("main section[role=status]")
    expect(verdict).to_contain_text("Ann may play only clubs.")
    expect(verdict).to_be_focused()
    play(phone, "KH")
    expect(phone.page.get_by_role("main")).to_contain_text("That’s a revoke.")
    phone.tap_link("Get a ruling")
    expect(phone.page.get_by_role("main")).to_contain_text("Pick up the wrong card")
