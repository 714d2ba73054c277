import tracemalloc
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.rules.seating.event import EventKind
from scorekeeper.web.http import rate_limits
from scorekeeper.web.http.rate_limits import RateLimiter
from tests.evening import PAIRS
from tests.table import SAVED, Table
from tests.web.browser import Browser
from tests.web.conftest import built
from tests.web.events.club import Club
from tests.web.test_quotas import NAMES, start


@pytest.fixture
def limited(app: Flask, monkeypatch: pytest.MonkeyPatch) -> RateLimiter:
    few = RateLimiter({"requests": 40, "saves": 4, "matches": 3, "scorebooks": 2})
    monkeypatch.setitem(app.extensions, "rates", few)
    return few


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds of the clock used to count."""
    seconds = [1000.0]
    monkeypatch.setattr(rate_limits.time, "monotonic", lambda: seconds[0])
    return seconds


def test_too_many_new_scorebooks_are_refused_with_their_form(
    app: Flask, limited: RateLimiter, clock: list[float]
) -> None:
    assert [start(Browser(app)).status for _ in range(2)] == [SAVED] * 2
    clock[0] += 600
    browser = Browser(app)
    refused = start(browser, place="Kitchen")
    assert (refused.status, refused.headers["Retry-After"]) == (429, "3000")
    again = refused.form("/matches")
    assert {name: again.fields[name] for name in (*NAMES, "place")} == {**NAMES, "place": "Kitchen"}
    clock[0] += 3001
    assert browser.send(again).status == SAVED


def test_new_matches_are_counted_by_device(
    table: Table, stranger: Browser, limited: RateLimiter, clock: list[float]
) -> None:
    assert [start(table.browser).status for _ in range(4)] == [SAVED] * 3 + [429]
    assert start(stranger).status == SAVED


def test_saves_are_limited_by_device_except_repeated_ones(
    table: Table, stranger: Browser, limited: RateLimiter, clock: list[float]
) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.play((4, 3, 3, 2), 8, 5)
    form = table.show().form("/bids").filled(bid_0="4", bid_1="3", bid_2="3", bid_3="2")
    refused = table.browser.send(form)
    clock[0] += 61
    saved = table.browser.send(refused.form("/bids"))
    sent_again = [table.browser.send(refused.form("/bids")).status for _ in range(8)]
    assert (refused.status, saved.status, sent_again) == (429, SAVED, [SAVED] * 8)


def test_a_busy_address_does_not_block_saving(
    app: Flask, table: Table, limited: RateLimiter, clock: list[float]
) -> None:
    form = table.show().form("/bids").filled(bid_0="4", bid_1="3", bid_2="3", bid_3="2")
    greedy = [Browser(app).open("/").status for _ in range(60)]
    style = next(link for link in table.browser.open("/").links if link.endswith(".css"))
    assert greedy == [200] * 39 + [429] * 21
    assert table.browser.open("/").status == 429
    assert table.browser.open(style).status == 200
    assert table.browser.send(form).status == SAVED


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("", "nonsense", False),
    ],
)
def test_addresses_of_one_household_count_as_one(
    app: Flask, clock: list[float], one: str, other: str, together: bool
) -> None:
    def seen(address: str) -> str:
        with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
            return rate_limits.client_address()

    assert (seen(one) == seen(other)) is together


def test_rate_limit_window_slides(clock: list[float]) -> None:
    few = RateLimiter({"saves": 3})
    waits = []
    for second in (0, 20, 40, 50, 61, 62):
        clock[0] = 1000.0 + second
        waits.append(few.count("saves", "Ann"))
    assert waits == [0, 0, 0, 10, 0, 18]
    assert few.count("saves", "Ben") == 0


def test_least_recently_seen_client_is_evicted_but_no_client_that_guesses_codes(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "MAX_CLIENTS", 2)
    few = RateLimiter({"saves": 1})
    assert [few.count("saves", name) > 0 for name in "AABACA"] == [0, 1, 0, 1, 0, 1]
    assert few.count("saves", "B") == 0
    few = RateLimiter({"saves": 1, "codes": 1, "recoveries": 1})
    assert few.count("codes", "Mallory") == few.count("recoveries", "Mallory") == 0
    for name in "ABCDE":
        few.count("saves", name)
    assert (few.count("codes", "Mallory"), few.count("recoveries", "Mallory")) == (60, 3600)


def test_clients_are_dropped_after_their_window(clock: list[float]) -> None:
    few = RateLimiter({"saves": 5})
    tracemalloc.start()
    try:
        for number in range(5_000):
            few.count("saves", f"early {number}")
        held, _ = tracemalloc.get_traced_memory()
        clock[0] += 61
        few.count("saves", "late")
        left, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert held > 2_000_000
    assert left < held / 5


def test_all_phones_of_a_room_have_a_limit_together(app: Flask) -> None:
    limited = RateLimiter({"requests": 3, "rooms": 7})
    club = Club.meet(app)
    phones = [club.visit("spectator")[0] for _ in range(3)]
    app.extensions["rates"] = limited
    asked = [phone.open(f"{club.path}/standings").status for phone in phones for _ in range(3)]
    assert asked == [200] * 7 + [429] * 2
    # Another household has its own.
    elsewhere = Browser(app)
    assert elsewhere.open("/in", environ_base={"REMOTE_ADDR": "203.0.113.9"}).status == 200


def test_a_room_has_the_limit_of_many_households(scorebook: str, tmp_path: Path) -> None:
    with built(scorebook, tmp_path, rate_limits={"requests": 20}) as app:
        assert app.extensions["rates"].most == {"requests": 20, "rooms": 400}
    with built(scorebook, tmp_path, rate_limits={"codes": 3}) as app:
        assert app.extensions["rates"].most == {"codes": 3, "guesses": 30}
    with built(scorebook, tmp_path, rate_limits={}) as app:
        assert app.extensions["rates"].most == {}


def test_polls_of_the_bracket_are_counted_by_device(app: Flask, limited: RateLimiter) -> None:
    club = Club.meet(app, PAIRS, EventKind.SWISS)
    club.seat()
    for table in (1, 2):
        club.type_result(table, 300, 200)
    club.owner.send(club.owner.open(f"{club.path}/playoff").form("/playoff"), size="4")
    club.owner.open(club.path)
    known = {"If-None-Match": club.owner.open(f"{club.path}/bracket").headers["ETag"]}
    polls = [club.owner.open(f"{club.path}/bracket", headers=known).status for _ in range(45)]
    assert {*polls} == {304}
