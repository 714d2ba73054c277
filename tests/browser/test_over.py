from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.measurements import find_misfits
from tests.browser.phone import Phone
from tests.browser.screens import HARD_NAMES, Examples


@pytest.fixture
def over(phones: Any) -> Any:
    """Makes phones that show the end of a match of two hands."""

    def make(**wishes: Any) -> Phone:
        phone: Phone = phones(**wishes)
        hands = [((3, 3, 3, 3), (5, 8)), ((4, 3, 3, 2), (8, 5))]
        phone.start(first=3, opening=[(490, 0), (0, 0)], hands=hands)
        return phone

    return make


def test_a_hand_of_the_score_line_shows_its_lines(over: Any) -> None:
    phone: Phone = over()
    shown = phone.page.locator(".course__hand")
    first, second = (phone.page.get_by_role("link", name=f"Hand {number}:") for number in (1, 2))
    phone.tap(second)
    expect(shown).to_contain_text("Bid 4 + 3 = 7, took 8")
    phone.tap(first)
    first.focus()
    expect(shown).to_contain_text("Bid 3 + 3 = 6, took 5: set")
    expect(shown).not_to_contain_text("Bid 4 + 3")
    phone.page.keyboard.press("Enter")
    expect(shown).to_be_empty()
    second.focus()
    phone.page.keyboard.press("Enter")
    expect(shown).to_contain_text("Bid 4 + 3")
    expect(second).to_be_focused()


def test_a_long_score_line_is_scrolled(phone: Phone) -> None:
    phone.start("two-player", target=1000, hands=[((7, 7), (7, 6)), ((7, 7), (6, 7))] * 12)
    phone.end_match()
    width = "one => one.getBoundingClientRect().width"
    assert phone.page.locator(".line__hand").first.evaluate(width) >= 17


def test_a_hand_leads_to_the_sheet_without_scripts(over: Any) -> None:
    phone: Phone = over(java_script_enabled=False)
    phone.tap(phone.page.get_by_role("link", name="Hand 2:"))
    expect(phone.page.locator("#hand-2")).to_be_in_viewport()


def test_numbers_of_the_sheet_stay_on_one_line_and_a_note_survives_a_reload(over: Any) -> None:
    phone: Phone = over(viewport={"width": 844, "height": 390})
    heights = "all => Math.max(...all.map(one => one.offsetHeight))"
    assert phone.page.locator(".sheet__points").evaluate_all(heights) < 30

    address = phone.page.url
    phone.tap_link("Place and note")
    phone.page.get_by_label("Place").fill("Kitchen")
    phone.page.get_by_label("Note").fill("A dog barked.")
    phone.reload()
    expect(phone.page.get_by_label("Note")).to_have_value("A dog barked.")
    phone.tap_button("Save")
    phone.open(address)
    expect(phone.page.get_by_text("A dog barked.")).to_be_visible()


@pytest.mark.parametrize("ends", [{"opening": [(490, 0), (0, 0)]}, {}], ids=["over", "running"])
def test_the_old_address_of_a_hand_leads_to_it(phone: Phone, ends: Any) -> None:
    hands = [((3, 3, 3, 3), (5, 8)), ((4, 3, 3, 2), (8, 5))]
    match = phone.start(first=3, hands=hands, **ends)
    phone.open(f"{match}/review#hand-1")
    assert phone.page.url.endswith(f"{match}#hand-1")
    reason = phone.page.locator("#hand-1").get_by_text("A set contract costs 10 per trick bid.")
    expect(reason).to_be_in_viewport()


def test_an_award_leads_to_its_hand(reader: Any, examples: Examples) -> None:
    phone: Phone = reader()
    phone.open(f"/matches/{examples.over}")
    sheet = phone.page.locator("#sheet > summary")
    phone.tap(sheet)
    award = phone.page.locator("a.awards__one[href]").last
    award.focus()
    phone.page.keyboard.press("Enter")
    hand = phone.page.locator(f"{award.get_attribute('href')}")
    expect(hand).to_be_in_viewport()
    expect(hand.locator(".lines").first).to_be_visible()
    phone.tap(hand.locator("summary"))
    phone.tap(award)
    expect(hand.locator(".lines").first).to_be_visible()


def test_the_sheet_and_the_score_line_show_their_ends(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.page.emulate_media(reduced_motion="reduce")
    hands = [((4, 4, 3, 3), (7, 6)), ((4, 4, 3, 3), (6, 7))] * 6
    phone.start(first=3, opening=[(380, 0), (0, 0)], hands=[*hands, ((6, 3, 6, 3), (13, 0))])
    expect(phone.page.locator(".line__hand").last).to_be_in_viewport(ratio=0.5)
    phone.tap(phone.page.get_by_role("link", name="Score sheet"))
    expect(phone.page.locator("#sheet")).to_be_in_viewport()
    rows = phone.page.locator(".sheet__hand")
    rows.nth(4).evaluate("row => scrollTo(0, row.offsetTop - innerHeight + 160)")
    phone.tap(rows.nth(4).locator("summary"))
    expect(rows.nth(4).get_by_text("Correct hand 9")).to_be_in_viewport()


def test_keys_and_points_next_to_hard_names_fit_every_screen(phone: Phone) -> None:
    opening = [(470, 0), (287, 0), (-190, 0)]
    hands = [((3, 3, 2, 2, 2, 2), (6, 6, 5))]
    players = (*HARD_NAMES, "Anna-Katharina", "Finn")
    phone.start("six-handed", first=0, players=players, opening=opening, hands=hands)
    assert find_misfits(phone.page) == []
    for points in phone.page.locator(".over__behind").all():
        lines = "(one, range) => (range.selectNodeContents(one), range.getClientRects().length)"
        assert points.evaluate(lines, phone.page.evaluate_handle("new Range()")) == 1
    # In whatever direction they are written, partners stay together.
    expect(phone.page.locator(".over__partners bdi")).to_have_count(3)


def test_the_winners_are_dealt_once(phone: Phone) -> None:
    phone.start(first=3, opening=[(440, 0), (0, 0)], bids=(4, 3, 3, 2))
    phone.take(side_0=8)
    cards = phone.page.locator(".over--fresh .over__card")
    expect(cards).to_have_text(["Ann", "Cleo"])
    # What only the end needs came with it.
    expect(phone.page.locator("link[href*='/review.css']")).to_have_count(1)
    phone.page.reload()
    expect(phone.page.locator(".over__card")).to_have_count(2)
    expect(cards).to_have_count(0)
