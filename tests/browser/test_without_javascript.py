from playwright.sync_api import expect

from tests.browser.phone import Phone, Watch


def words_of(phone: Phone) -> str:
    return " ".join(phone.page.get_by_role("main").inner_text().split())


def test_a_match_is_started_by_names_and_swaps(plain_phone: Phone) -> None:
    page = plain_phone.page
    plain_phone.open()
    plain_phone.tap_link("New match")
    plain_phone.fill_in_names("Ann", "Ben", "Cleo", "Dan")
    for name in ("Ann", "Ben"):
        plain_phone.tap_through(page.locator(".seat", has_text=name))
    plain_phone.tap_through(page.get_by_role("button", name="Quick 250"))
    expect(page.locator(".asking__missing")).to_have_text("1 tap left Then you can start")
    plain_phone.tap_through(page.get_by_role("button", name="Dan", exact=True))
    plain_phone.tap_through(plain_phone.save)

    plain_phone.expect_view("bids")
    assert plain_phone.status_line == "Dan deals · Ben leads"


def test_a_hand_is_refused_undone_and_changed(plain_phone: Phone, watch: Watch) -> None:
    watch.expect("status of 422")
    plain_phone.start(first=3, bids=(4, 3, 3, 2))
    plain_phone.count()
    plain_phone.tap(plain_phone.key("side_0", 8))
    plain_phone.tap(plain_phone.page.locator("label.take").last)
    plain_phone.choose(side_1=7)
    expect(plain_phone.page.get_by_role("alert")).to_contain_text(
        "Two tricks too many: Gold 8 + Blue 7 = 15, a hand has 13."
    )
    expect(plain_phone.key("side_0", 8)).to_be_checked()
    expect(plain_phone.key("side_1", 7)).to_be_checked()
    gold, blue = plain_phone.page.locator("label.take").all()
    plain_phone.tap(gold)
    plain_phone.tap(plain_phone.key("side_0", 9))
    plain_phone.tap(blue)
    plain_phone.choose(side_1=4)
    assert plain_phone.standings == [(72, 2), (-50, 0)]

    plain_phone.tap_button("Undo: tricks of hand 1")
    plain_phone.expect_view("tricks")
    plain_phone.tap_through(plain_phone.recap)
    plain_phone.change_bid(bid_0=5)
    plain_phone.expect_view("board")
    plain_phone.count()
    expect(plain_phone.recap).to_contain_text("Ann 5 Ben 3 Cleo 3 Dan 2")
    plain_phone.choose(side_0=8)
    assert plain_phone.standings == [(80, 0), (50, 0)]


def test_an_old_hand_is_corrected_after_a_preview(plain_phone: Phone) -> None:
    hands = [((4, 3, 3, 2), (8, 5)), ((4, 3, 3, 2), (7, 6))]
    match = plain_phone.start(first=3, hands=hands)
    plain_phone.tap(plain_phone.page.locator("#hand-1 > summary"))
    plain_phone.tap_link("Correct hand 1")
    plain_phone.fix(side_0=6, side_1=7)
    plain_phone.tap_button("Preview changes")
    expect(plain_phone.page.get_by_role("heading", name="What this changes")).to_be_visible()
    # Gold set in hand 1: -70 instead of 71. Blue 50 + 2 instead of 50.
    assert "141 → 0" in words_of(plain_phone)
    assert "101 → 103" in words_of(plain_phone)

    plain_phone.page.get_by_label("Why?").fill("Dan's pile was short")
    plain_phone.tap_button("Save the correction")
    assert plain_phone.standings == [(0, 0), (103, 3)]

    plain_phone.open(f"{match}/review")
    assert "Dan's pile was short" in words_of(plain_phone)


def test_a_match_is_ended_early_and_found(plain_phone: Phone) -> None:
    plain_phone.start(first=3, hands=[((4, 3, 3, 2), (8, 5))])
    plain_phone.tap_in_menu("End the match early")
    plain_phone.expect_over("No winner")

    plain_phone.open("/history")
    search = plain_phone.page.get_by_role("searchbox", name="Search by name")
    search.fill("cleo")
    plain_phone.tap_button("Search")
    expect(plain_phone.page.locator(".evening .card")).to_have_count(1)
    search.fill("Zeno")
    plain_phone.tap_button("Search")
    expect(plain_phone.page.get_by_text("No matches found.")).to_be_visible()


def test_a_rematch_has_other_partners(plain_phone: Phone) -> None:
    hand = ((3, 6, 2, 4), (8, 5))
    plain_phone.start(first=0, opening=[(0, 0), (-150, 0)], hands=[hand])
    plain_phone.expect_over("Ann & Cleo win")
    plain_phone.tap(plain_phone.page.get_by_text("Rotate partners"))
    plain_phone.tap_button("Change seats and start")
    plain_phone.expect_view("bids")
    assert plain_phone.standings == [(0, 0), (0, 0)]

    plain_phone.open()
    plain_phone.tap_through(plain_phone.page.get_by_role("button", name="Same again"))
    assert (
        "This match has already been started, perhaps on another phone." in plain_phone.status_line
    )
    plain_phone.tap_button("Undo start")
    plain_phone.tap_button("Rematch")
    plain_phone.expect_view("bids")
