"""Two phones of one scorebook write at once: nobody overwrites the other unasked."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone, Watch


@pytest.fixture
def table(phones: Any, watch: Watch) -> tuple[Phone, Phone]:
    """Two phones that show the same match, its first bids not yet recorded."""
    watch.expect("status of 409")
    one: Phone = phones()
    match = one.start(first=3)
    other: Phone = phones()
    other.become(one.secret)
    other.open(match)
    return one, other


def both_entries(phone: Phone) -> str:
    expect(phone.page.get_by_role("heading", name="Somebody was faster")).to_be_visible()
    expect(phone.page.get_by_text("Nothing of yours is saved yet")).to_be_visible()
    return " ".join(phone.page.get_by_role("main").inner_text().split())


def test_bids_that_are_recorded_can_be_kept(table: tuple[Phone, Phone]) -> None:
    one, other = table
    one.bid(4, 3, 3, 2)
    other.choose(bid_0=5, bid_1=3, bid_2=3, bid_3=2)
    entries = both_entries(other)
    assert "Ann’s bid 4 ≠ 5" in entries
    other.tap_link("Keep what is recorded")
    other.expect_face("board")
    other.count()
    expect(other.recap).to_contain_text("Ann 4 Ben 3 Cleo 3 Dan 2")


def test_bids_of_the_second_phone_can_be_recorded_instead(table: tuple[Phone, Phone]) -> None:
    one, other = table
    one.bid(4, 3, 3, 2)
    other.choose(bid_0=5, bid_1=3, bid_2=3, bid_3=2)
    both_entries(other)
    other.tap_button("Record mine instead")
    other.expect_face("board")
    other.count()
    expect(other.recap).to_contain_text("Ann 5 Ben 3 Cleo 3 Dan 2")


def test_tricks_that_are_recorded_can_be_kept(table: tuple[Phone, Phone]) -> None:
    one, other = table
    one.bid(4, 3, 3, 2)
    other.page.reload()
    other.count()
    one.take(side_0=8)
    other.choose(side_0=7)
    entries = both_entries(other)
    assert "Gold’s tricks 8 ≠ 7" in entries
    other.tap_link("Keep what is recorded")
    other.expect_face("bids")
    assert other.standings == [(71, 1), (50, 0)]


def test_tricks_of_the_second_phone_can_be_recorded_instead(table: tuple[Phone, Phone]) -> None:
    one, other = table
    one.bid(4, 3, 3, 2)
    other.page.reload()
    other.count()
    one.take(side_0=8)
    other.choose(side_0=7)
    both_entries(other)
    other.tap_button("Record mine instead")
    other.expect_face("bids")
    # Gold made 7 exactly; Blue took 6 of 5.
    assert other.standings == [(70, 0), (51, 1)]
    one.page.reload()
    assert one.standings == [(70, 0), (51, 1)]
