"""A whole match without its server, in a quick run, too."""

from tests.browser.offline.steps import OUTBOX, come_back, count, go_on, start
from tests.browser.phone import Phone
from tests.servers import Server


def test_a_whole_match_and_its_rematch_go_on(phone: Phone, server: Server) -> None:
    match = start(phone, first=3, target=120)
    server.kill()
    go_on(phone, "board", bid_0=4, bid_1=3, bid_2=3, bid_3=2)
    phone.expect_status("Only on this phone: hand 1")
    count(phone)
    go_on(phone, "bids", side_0=8)
    assert (phone.taps, phone.standings) == (6, [(71, 1), (50, 0)])
    assert phone.page.title() == "Hand 2 · Scorekeeper"
    go_on(phone, "board", bid_1=3, bid_2=4, bid_3=3, bid_0="nil")
    count(phone)
    phone.send(seat_0=0, side_0=6)
    phone.expect_over("Ann & Cleo win")
    phone.expect_status("Only on this phone: hands 1 and 2")
    phone.tap(phone.page.get_by_role("button", name="Rematch"))
    phone.expect_view("bids")
    assert phone.page.url != match
    go_on(phone, "board", bid_2=4, bid_3=3, bid_0=3, bid_1=2)
    phone.expect_status("Only on this phone: this match")
    assert phone.page.evaluate(OUTBOX) == [*["bids"] * 3, "start", *["tricks"] * 2]

    server.start()
    come_back(phone)
    phone.expect_status("Match saved.")
    phone.open(match)
    phone.expect_over("Ann & Cleo win")
    assert phone.standings == [(213, 3), (111, 1)]
    for change in ("tricks of hand 2", "bids of hand 2", "tricks of hand 1"):
        phone.tap_through(phone.page.get_by_role("button", name=f"Undo: {change}").last)
    assert phone.standings == [(0, 0), (0, 0)]
