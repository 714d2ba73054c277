from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

WITH: dict[str, Any] = {}
WITHOUT = {"java_script_enabled": False}
SCROLLED = """
addEventListener("scroll", () => {
  if (scrollX || scrollY) sessionStorage.scrolled = location.href;
}, true);
"""


@pytest.mark.parametrize(
    ("browser", "plain"),
    [
        pytest.param(WITH, 6, id="with JavaScript"),
        pytest.param(WITHOUT, 8, id="without JavaScript"),
    ],
)
def test_partners_play_to_500_in_few_taps(phones: Any, browser: Any, plain: int) -> None:
    phone: Phone = phones(**browser)
    phone.start(first=3, opening=[(120, 0), (0, 0)])
    assert phone.status_line == "Dan deals · Ann leads"

    # Gold 70 + 1 overtrick; Blue made 5 exactly.
    assert phone.play(4, 3, 3, 2, side_0=8) == plain
    assert phone.standings == [(191, 1), (50, 0)]

    # Ben's nil failed by 1: Dan's 40 - 100 + 1, and a bag; Gold 60 + 2.
    assert phone.play(4, "nil", 2, 4, seat_1=1, side_1=4) == plain + 1
    assert phone.standings == [(253, 3), (-9, 1)]

    # Ann's blind nil made: Cleo's 50 + 200 is beyond 500; Blue 80.
    assert phone.play("blind nil", 4, 5, 4, seat_0=0, side_0=5) == plain + 2
    assert phone.standings == [(503, 3), (71, 1)]
    phone.expect_over("Ann & Cleo win")


def test_the_words_above_the_keys_do_not_touch_them(phone: Phone) -> None:
    phone.start(first=3, players=("Bartholomäus", "Ben", "Cleo", "Dan"), bids=(5, 3, 3, 2))
    phone.tap_link("Back to the bids")
    phone.tap(phone.page.locator("label.which__key").first)
    head = phone.page.locator("#bid_0 .pad__head")
    assert head.evaluate("head => head.scrollHeight <= head.clientHeight")


@pytest.mark.parametrize(
    ("browser", "taps"),
    [
        pytest.param(WITH, 3, id="with JavaScript"),
        pytest.param(WITHOUT, 4, id="without JavaScript"),
    ],
)
def test_a_wrong_bid_is_changed_in_few_taps(phones: Any, browser: Any, taps: int) -> None:
    phone: Phone = phones(**browser)
    phone.start(first=3, bids=(4, 3, 3, 2))
    phone.tap_link("Back to the bids")
    expect(phone.page.get_by_text("Tap the bid that’s wrong.")).to_be_visible()
    phone.tap(phone.page.locator("label.which__key", has_text="Ben"))
    expect(phone.page.locator("#bid_1").get_by_text("3 until you tap")).to_be_visible()
    expect(phone.page.locator(".seat", has_text="Ben")).to_be_visible()
    expect(
        phone.page.get_by_role("radio", name="3", exact=True, checked=True).first
    ).to_be_visible()
    # The old number goes back, and another bid can be chosen.
    phone.tap(phone.page.locator("label.key--old", has=phone.key("bid_1", 3)))
    expect(phone.page.get_by_text("Keep these bids")).to_be_visible()
    phone.taps = 1
    phone.change_bid(bid_1=4)
    assert phone.taps == taps
    expect(phone.page.get_by_text("Ben bids 4 now, not 3").last).to_be_visible()
    phone.tap_through(phone.page.locator("main [form=undo]"))
    assert phone.page.locator(".slip--board b").all_inner_texts() == ["7", "5"]
    # What was undone is in one line, and the key to redo it below it.
    note = phone.page.locator(".match__note", has=phone.page.locator("[form=redo]")).bounding_box()
    assert note is not None
    assert note["height"] < 100


@pytest.mark.parametrize("size", [(360, 640), (844, 390)])
def test_a_hand_is_played_without_scrolling(new_phone: Phone, size: tuple[int, int]) -> None:
    new_phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    new_phone.page.add_init_script(SCROLLED)
    new_phone.start(first=3, opening=[(260, 8), (187, 7)])
    new_phone.play(5, 3, "nil", 2, seat_2=0, side_0=6)
    new_phone.tap_through(new_phone.page.locator("main .undo"))
    new_phone.expect_view("tricks")
    new_phone.tap_through(new_phone.page.locator("main .redo"))
    assert new_phone.standings == [(411, 9), (239, 9)]
    new_phone.play(4, 3, 3, 3, side_0=8)
    # Gold 71 - 100 for its tenth bag; Blue was set.
    assert new_phone.standings == [(382, 0), (179, 9)]
    assert new_phone.page.evaluate("() => sessionStorage.scrolled ?? ''") == ""


@pytest.mark.parametrize(
    ("game", "bids", "tricks", "taps"),
    [
        pytest.param("three-handed", (5, 4, 6), {"side_0": 6, "side_1": 4}, 6, id="three"),
        pytest.param("solo", (3, 3, 3, 4), {"side_0": 3, "side_1": 3, "side_2": 3}, 8, id="alone"),
        pytest.param("six-handed", (2, 3, 2, 3, 3, 3), {"side_0": 5, "side_1": 6}, 9, id="six"),
    ],
)
def test_other_games_use_the_same_keys(
    phone: Phone, game: str, bids: tuple[int, ...], tricks: dict[str, int], taps: int
) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.start(game)
    assert phone.play(*bids, **tricks) == taps
    phone.expect_view("bids")
    assert phone.page.title() == "Hand 2 · Scorekeeper"


def test_a_tie_at_500_plays_on(phone: Phone) -> None:
    phone.start(first=1, opening=[(430, 3), (440, 2)], bids=(4, 3, 3, 3))
    phone.take(side_0=7)
    assert phone.standings == [(500, 3), (500, 2)]
    phone.expect_view("bids")
    expect(phone.page.get_by_text("Tied at 500: another hand decides.")).to_be_visible()

    # Gold 70 + 1, Blue 50.
    phone.play(4, 3, 3, 2, side_0=8)
    assert phone.standings == [(571, 4), (550, 2)]
    phone.expect_over("Ann & Cleo win")


def test_two_players_swap_roles_and_have_no_floor(phone: Phone) -> None:
    phone.start("two-player", first=0, opening=[(210, 0), (-180, 0)])
    assert phone.status_line == "Ann draws first · Ben leads"

    # 50 + 1 and 60 + 1.
    assert phone.play(5, 6, side_0=6) == 4
    assert phone.standings == [(261, 1), (-119, 1)]
    assert phone.status_line.endswith("Ben draws first · Ann leads")

    # Ben bid 13 and took 4: -130. Below -200 the match continues. Ann 40 + 5.
    assert phone.play(4, 13, side_0=9) == 4
    assert phone.standings == [(306, 6), (-249, 1)]
    phone.expect_view("bids")

    # Ann made a blind nil: 200; Ben 80 + 5.
    assert phone.play("blind nil", 8, seat_0=0) == 5
    assert phone.standings == [(506, 6), (-164, 6)]
    phone.expect_over("Ann wins")
