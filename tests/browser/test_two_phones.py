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


def expect_conflict(phone: Phone, difference: str) -> None:
    expect(phone.page.get_by_role("heading", name="Someone else saved first")).to_be_visible()
    expect(phone.page.get_by_text("Nothing you entered is saved yet")).to_be_visible()
    entries = " ".join(phone.page.get_by_role("main").inner_text().split())
    assert difference in entries


def test_recorded_bids_are_kept_and_recorded_tricks_replaced(table: tuple[Phone, Phone]) -> None:
    one, other = table
    one.bid(4, 3, 3, 2)
    other.choose(bid_0=5, bid_1=3, bid_2=3, bid_3=2)
    expect_conflict(other, "Ann’s bid 4 ≠ 5")
    other.tap_link("Keep what’s saved")
    other.expect_view("board")
    other.count()
    expect(other.recap).to_contain_text("Ann 4 Ben 3 Cleo 3 Dan 2")

    one.take(side_0=8)
    other.choose(side_0=7)
    expect_conflict(other, "Gold’s tricks 8 ≠ 7")
    other.tap_button("Save mine instead")
    other.expect_view("bids")
    # Gold made 7 exactly; Blue took 6 of 5.
    assert other.standings == [(70, 0), (51, 1)]
    one.page.reload()
    assert one.standings == [(70, 0), (51, 1)]
