from playwright.sync_api import expect

from tests.browser.phone import Phone, Watch


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
