"""Another phone saves in the middle of a request, between its read and its write."""

from collections.abc import Callable

import pytest

from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.submissions import Submission
from scorekeeper.web.site import db
from tests.table import SAVED, Table


@pytest.fixture
def in_between(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], None]], None]:
    """Run something once, right after the next request has read what it needs."""
    waiting: list[Callable[[], None]] = []

    load = db.load_for_submission

    def load_and_run(public_id: str, submission: Submission) -> tuple[StoredMatch, bool]:
        loaded = load(public_id, submission)
        if waiting:
            waiting.pop()()
        return loaded

    monkeypatch.setattr(db, "load_for_submission", load_and_run)
    return waiting.append


def test_tricks_for_undone_bids_are_shown_again_if_wrong_and_else_a_conflict(
    table: Table, second: Table, in_between: Callable[[Callable[[], None]], None]
) -> None:
    pages = []
    for gold, blue in (("9", "9"), ("8", "5")):
        table.bid(4, 3, 3, 2)
        form = table.show("?by=side").form("/tricks")
        in_between(second.undo)
        pages.append(table.browser.send(form, side_0=gold, side_1=blue))
        assert table.show().form("/bids")
    wrong, right = pages
    assert (wrong.status, wrong.form("/tricks").fields["side_0"]) == (422, "9")
    assert (right.status, "You entered" in right.text) == (409, True)


def test_a_form_sent_twice_concurrently_is_stored_once(
    table: Table, in_between: Callable[[Callable[[], None]], None]
) -> None:
    form = table.show().form("/bids").filled(bid_0="4", bid_1="3", bid_2="3", bid_3="2")
    answers = []
    in_between(lambda: answers.append(table.browser.send(form)))
    answers.append(table.browser.send(form))
    assert [answer.status for answer in answers] == [SAVED, SAVED]
    assert table.show("?by=side").form("/tricks")


@pytest.mark.parametrize("step", ["bids", "undo", "misdeal", "end"])
def test_a_form_for_an_ended_match_is_a_conflict(
    table: Table, second: Table, in_between: Callable[[Callable[[], None]], None], step: str
) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    form = table.show("?change=end" if step == "end" else "").form(f"/{step}")
    in_between(second.end)
    page = table.browser.send(form, bid_0="4", bid_1="3", bid_2="3", bid_3="2")
    assert page.status == 409
    assert "Ended early" in table.show().text


@pytest.mark.parametrize(
    ("path", "status", "points"),
    [("hands/1/correction", SAVED, [72, -50]), ("rules/change", 409, [71, 50])],
)
def test_a_correction_during_another_save_must_still_fit(
    table: Table,
    second: Table,
    in_between: Callable[[Callable[[], None]], None],
    path: str,
    status: int,
    points: list[int],
) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    address = f"{table.path}/{path}"
    asked = table.browser.open(address).form(f"/{path}", "get").fields
    changed = asked | {"side_0": "9", "side_1": "4", "target": "300"}
    form = table.browser.open(address, query_string=changed).form(f"/{path}")
    in_between(lambda: second.bid(3, 3, 3, 3))
    assert table.browser.send(form).status == status
    assert table.points == points


def test_a_ruling_on_a_changed_match_is_asked_again(
    table: Table, second: Table, in_between: Callable[[Callable[[], None]], None]
) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    form = table.ruling("revoke", "later", seat="0", hand="1", note="the king").form("/rulings")
    in_between(lambda: second.bid(3, 3, 3, 3))
    page = table.browser.send(form)
    assert page.status == 409
    assert page.form("/rulings").fields["note"] == "the king"
    assert table.points == [71, 50]
