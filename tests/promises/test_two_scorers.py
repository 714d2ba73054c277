"""Two scorers never overwrite each other silently."""

from tests.clients import BIDS, TRICKS, Browser, at_once
from tests.reading import Form, Page
from tests.servers import Server

SEATS = range(4)


def test_only_one_of_eight_concurrent_hands_is_stored(any_server: Server) -> None:
    browser = any_server.browser()
    match = browser.start_match()
    scorers = [browser.another() for _ in range(8)]
    entries = [{f"bid_{seat}": str(entry + 1) for seat in SEATS} for entry in range(8)]
    forms = [
        scorer.open(match).form("/bids").filled(**entry)
        for scorer, entry in zip(scorers, entries, strict=True)
    ]

    answers = at_once(scorers, forms)

    assert sorted(answer.status for answer in answers) == [303] + [409] * 7
    stored = browser.hands(match)[0]["bids"]
    winner = [answer.status for answer in answers].index(303)
    assert stored == [winner + 1] * 4
    others = [place for place in range(8) if place != winner]
    assert [answers[place].entries for place in others] == [
        [[str(winner + 1)] * 4, [str(place + 1)] * 4] for place in others
    ]


def test_a_conflicting_hand_can_replace_the_stored_one(any_server: Server) -> None:
    browser = any_server.browser()
    match = browser.start_match()
    late = browser.another()
    form = late.open(match).form("/bids").filled(**(BIDS | {"bid_0": "3"}))
    browser.play_hand(match)

    choice = late.send(form)
    done = late.send(record_mine_instead(choice))

    assert (choice.status, done.status) == (409, 303)
    assert browser.hands(match) == [
        {"bids": [3, 6, 6, 6], "tricks": [None] * 4, "piles": {"Gold": 6, "Blue": 7}}
    ]


def test_a_stale_correction_is_not_saved_over_a_newer_one(any_server: Server) -> None:
    browser = any_server.browser()
    match = browser.start_match()
    late = browser.another()
    browser.play_hand(match)
    stale = correction(late, match, "side_0=4&side_1=9")
    browser.send(correction(browser, match, "side_0=5&side_1=8"))

    answer = late.send(stale)

    assert answer.status == 409
    assert browser.hands(match)[0]["piles"] == {"Gold": 5, "Blue": 8}
    assert answer.entries == [["6", "6", "6", "6", "5", "8"], ["6", "6", "6", "6", "4", "9"]]
    assert late.send(record_mine_instead(answer)).status == 303
    assert browser.hands(match)[0]["piles"] == {"Gold": 4, "Blue": 9}


def test_tricks_for_an_undone_hand_are_not_stored(any_server: Server) -> None:
    browser = any_server.browser()
    match = browser.start_match()
    late = browser.another()
    browser.send(browser.open(match).form("/bids"), **BIDS)
    tricks = late.open(f"{match}?by=side").form("/tricks").filled(**TRICKS)
    browser.send(browser.open(match).form("/undo"))

    answer = late.send(tricks)

    assert answer.status == 409
    assert browser.hands(match) == []


def correction(browser: Browser, match: str, changes: str) -> Form:
    preview = browser.open(f"{match}/hands/1/correction?{changes}")
    return preview.changing[0]


def record_mine_instead(choice: Page) -> Form:
    return choice.changing[0]
