"""A match by the clock on a phone whose server does not answer."""

from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from tests.browser.offline.steps import come_back, open_again
from tests.browser.phone import Phone
from tests.databases import change
from tests.servers import Server


def set_clock(server: Server, minutes_ago: float) -> None:
    at = datetime.now(UTC).replace(tzinfo=None, microsecond=0) - timedelta(minutes=minutes_ago)
    statement = "UPDATE matches SET clock_at = :at, revision = revision + 1"
    change(f"sqlite:///{server.scorebook}", statement, at=at.isoformat(" ", "microseconds"))


def test_the_phone_counts_down_and_ends_the_match_when_time_is_up(
    phone: Phone, server: Server
) -> None:
    match = phone.start(minutes=60)
    # The match is open for an hour without a hand.
    set_clock(server, 58)
    open_again(phone, match)
    server.kill()
    phone.bid(4, 3, 3, 2)
    expect(phone.page.locator(".bar [data-ends]")).to_contain_text("left")
    phone.page.clock.install(time=datetime.now(UTC) + timedelta(minutes=3))
    phone.page.clock.run_for(1000)
    expect(phone.page.locator(".bar [data-ends]")).to_have_text("last hand")
    phone.take(side_0=8)
    phone.expect_over("Ann & Cleo win")


def test_a_match_that_was_extended_in_the_meantime_goes_on(phone: Phone, server: Server) -> None:
    match = phone.start(minutes=60)
    set_clock(server, 61)
    open_again(phone, match)
    server.kill()
    phone.bid(4, 3, 3, 2)
    phone.take(side_0=8)
    phone.expect_over("Ann & Cleo win")
    # The organiser gave more time.
    set_clock(server, 50)
    server.start()
    come_back(phone)
    phone.expect_status("The round was extended. Play on.")
    phone.expect_view("bids")
