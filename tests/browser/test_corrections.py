from playwright.sync_api import expect

from tests.browser.phone import Phone, Watch

HAND = ((4, 3, 3, 2), (8, 5))


def correction(phone: Phone) -> str:
    """Open the correction page of a hand, and return the address."""
    phone.open(f"{phone.start(first=3, hands=[HAND])}/hands/1/correction")
    return phone.page.url


def expect_effect(phone: Phone) -> None:
    expect(phone.page.get_by_role("heading", name="What this changes")).to_be_visible()


def test_tricks_that_do_not_add_up_are_named_at_once(phone: Phone) -> None:
    hand = ((4, 3, "nil", 2), (6, 7), (None, None, 0, None))
    match = phone.start(first=3, hands=[hand])
    phone.open(f"{match}/hands/1/correction")
    phone.fix(seat_2=1)
    expect(phone.key("side_1", 6)).to_be_checked()
    expect_effect(phone)
    phone.fix(side_0=13)
    expect(phone.page.get_by_text("1 trick too many")).to_be_visible()


def test_the_last_number_follows_and_a_reason_survives(phone: Phone) -> None:
    correction(phone)
    phone.fix(side_0=6)
    expect(phone.key("side_1", 7)).to_be_checked()
    expect_effect(phone)
    expect(phone.page.get_by_role("listitem").filter(has_text="Blue took 5 → 7")).to_be_visible()
    phone.page.get_by_label("Why?").fill("Dan’s pile was short")
    phone.reload()
    expect(phone.page.get_by_label("Why?")).to_have_value("Dan’s pile was short")
    phone.fix(side_0=7)
    expect_effect(phone)
    expect(phone.page.get_by_label("Why?")).to_have_value("Dan’s pile was short")
    phone.tap_button("Save the correction")
    assert phone.standings == [(70, 0), (51, 1)]


def test_a_draft_correction_is_restored_until_discarded_and_sent_with_a_network(
    phone: Phone, watch: Watch
) -> None:
    watch.expect("net::ERR_INTERNET_DISCONNECTED")
    address = correction(phone)
    phone.fix(side_0=6)
    expect_effect(phone)
    phone.wait_until_forms_are_kept()
    phone = phone.closed_and_opened_again(address)
    expect(phone.key("side_0", 6)).to_be_checked()
    expect(phone.page.get_by_text("Not saved yet.")).to_be_visible()
    phone.tap_link("Cancel")
    phone.open(address)
    expect(phone.key("side_0", 8)).to_be_checked()

    phone.fix(side_0=6)
    expect_effect(phone)
    phone.page.context.set_offline(True)
    phone.tap(phone.page.get_by_role("button", name="Save the correction"))
    expect(phone.page.get_by_text("Not sent yet. Trying again.")).to_be_in_viewport()
    with phone.page.expect_navigation():
        phone.page.context.set_offline(False)
    assert phone.standings == [(-70, 0), (52, 2)]


def test_the_note_of_a_ruling_survives_a_reload(phone: Phone) -> None:
    match = phone.start(first=3, hands=[HAND])
    phone.open(f"{match}/rulings?kind=revoke&noticed=later&seat=0&change=yes")
    phone.page.get_by_label("Note").fill("Ben had a heart")
    phone.reload()
    expect(phone.page.get_by_label("Note")).to_have_value("Ben had a heart")
