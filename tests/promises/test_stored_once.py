"""A hand is stored once, however often it is sent."""

import pytest

from tests.clients import BIDS, TRICKS, Browser, at_once
from tests.effort import THOROUGH
from tests.reading import Form, Page
from tests.servers import Server

TAPS = pytest.mark.parametrize("taps", [2, 8] if THOROUGH else [8])


def tap(browser: Browser, form: Form, taps: int) -> list[Page]:
    """Send a form from several tabs at once; each of them says that it is saved."""
    answers = at_once([browser.another() for _ in range(taps)], [form] * taps)
    assert [answer.status for answer in answers] == [303] * taps
    return answers


@TAPS
def test_bids_tricks_and_a_correction_sent_at_once_are_stored_once(
    any_server: Server, taps: int
) -> None:
    browser = any_server.browser()
    match = browser.start_match()
    tap(browser, browser.open(match).form("/bids").filled(**BIDS), taps)
    assert len(browser.hands(match)) == 1

    tap(browser, browser.open(f"{match}?by=side").form("/tricks").filled(**TRICKS), taps)
    assert len(browser.hands(match)) == 1
    assert browser.open(match).points == [-120, -120]

    preview = browser.open(f"{match}/hands/1/correction?side_0=5&side_1=8")
    tap(browser, preview.changing[0], taps)
    assert browser.hands(match)[0]["piles"] == {"Gold": 5, "Blue": 8}
    assert browser.open(match).text.count("after:") == 1


@TAPS
def test_a_first_match_and_a_rematch_sent_at_once_start_once(any_server: Server, taps: int) -> None:
    browser = any_server.browser()
    form = browser.new_match_form()
    [match] = {answer.headers["Location"] for answer in tap(browser, form, taps)}
    browser.send(form)
    assert len(matches_in_history(browser)) == 1

    browser.play_hand(match)
    browser.send(browser.open(f"{match}?change=end").form("/end"))
    rematches = tap(browser, browser.open(match).form("/rematch"), taps)
    assert len({answer.headers["Location"] for answer in rematches}) == 1
    assert len(matches_in_history(browser)) == 2


@TAPS
@pytest.mark.parametrize("name", ["undo", "misdeal", "end"])
def test_a_button_tapped_at_once_works_once(sqlite_server: Server, taps: int, name: str) -> None:
    browser = sqlite_server.browser()
    match = browser.start_match()
    browser.play_hand(match)
    browser.play_hand(match)
    question = "?change=end" if name == "end" else ""
    form = browser.open(match + question).form(f"/{name}")

    tap(browser, form, taps)

    once = {"undo": 2, "misdeal": 3, "end": 2}
    assert len(browser.hands(match)) == once[name]


def test_another_name_after_going_back_starts_another_match(any_server: Server) -> None:
    browser = any_server.browser()
    form = browser.new_match_form()
    first = browser.send(form)

    second = browser.send(form, player_0="Anna")

    assert second.status == 303
    assert "Anna" in browser.open(second.headers["Location"]).text
    assert browser.send(form).headers["Location"] == first.headers["Location"]
    assert len(matches_in_history(browser)) == 2


def matches_in_history(browser: Browser) -> set[str]:
    return {link for link in browser.open("/history").links if link.startswith("/matches/")} - {
        "/matches/new",
        "/matches/paper",
    }
