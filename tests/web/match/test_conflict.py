from collections.abc import Callable

import pytest

from tests.reading import Form, Page
from tests.table import SAVED, Table, bids_by_seat, tricks_by_side

BIDS = bids_by_seat(4, 3, 3, 2)
OTHER_BIDS = bids_by_seat(5, 3, 3, 1)


def instead(page: Page) -> Form:
    (found,) = page.forms
    return found


def written_hand(table: Table, number: int) -> dict[str, object]:
    hand: dict[str, object] = table.browser.open(f"{table.path}/file").json()["hands"][number - 1]
    return hand


def test_a_conflict_shows_both_entries_and_keeps_the_first_until_one_is_chosen(
    table: Table, second: Table, stored: Callable[[], str]
) -> None:
    form = second.show().form("/bids")
    table.bid(4, 3, 3, 2)
    before = stored()
    page = second.browser.send(form, **OTHER_BIDS)
    assert page.status == 409
    assert "Ann’s bid 4 ≠ 5 Ben’s bid 3 3" in page.text
    assert {mark.text for mark in page.root.all("mark")} == {"4", "≠ 5", "2", "≠ 1"}
    assert stored() == before
    assert second.browser.send(instead(page)).status == SAVED
    assert written_hand(table, 1)["bids"] == [5, 3, 3, 1]


def test_equal_entries_are_no_conflict_and_changed_ones_are(
    table: Table, second: Table, stored: Callable[[], str]
) -> None:
    form = second.show().form("/bids")
    table.bid(4, 3, 3, 2)
    before = stored()
    assert second.browser.send(form, **BIDS).status == SAVED
    assert "Bids saved" in second.show().text
    assert stored() == before
    page = second.browser.send(form, **OTHER_BIDS)
    assert page.status == 409
    assert "Ann’s bid 4 ≠ 5" in page.text
    assert stored() == before


def test_tricks_of_a_match_ended_early_replace_nothing(table: Table, second: Table) -> None:
    table.bid(4, 3, 3, 2)
    form = second.show("?by=side").form("/tricks")
    table.end()
    page = second.browser.send(form, **tricks_by_side(8, 5))
    assert (page.status, page.forms) == (409, [])


def test_other_bids_can_replace_those_of_a_played_hand(table: Table, second: Table) -> None:
    form = second.show().form("/bids")
    table.play((4, 3, 3, 2), 8, 5)
    page = second.browser.send(form, **OTHER_BIDS)
    assert page.status == 409
    assert second.browser.send(instead(page)).status == SAVED
    assert written_hand(table, 1)["bids"] == [5, 3, 3, 1]
    assert table.points == [80, 41]


BY_PLAYER = {"seat_0": "4", "seat_1": "3", "seat_2": "3", "seat_3": "3"}
GOLD_SEVEN = [None] * 4


@pytest.mark.parametrize(
    ("saved", "typed", "differs", "tricks"),
    [
        (tricks_by_side(8, 5), tricks_by_side(7, 6), "Gold’s tricks 8 ≠ 7", GOLD_SEVEN),
        (tricks_by_side(8, 5), {"side_0": "7"}, "Gold’s tricks 8 ≠ 7", GOLD_SEVEN),
        (tricks_by_side(8, 5), BY_PLAYER, "Ann’s tricks – 4", [4, 3, 3, 3]),
        (BY_PLAYER | {"seat_0": "5", "seat_3": "2"}, tricks_by_side(7, 6), "", GOLD_SEVEN),
    ],
    ids=["by side", "a single number", "by player over by side", "by side over by player"],
)
def test_other_tricks_can_replace_the_recorded_ones(
    table: Table,
    second: Table,
    saved: dict[str, str],
    typed: dict[str, str],
    differs: str,
    tricks: list[int | None],
) -> None:
    def by(fields: dict[str, str]) -> str:
        return "?by=side" if "side_0" in fields else "?by=player"

    table.bid(4, 3, 3, 2)
    form = second.show(by(typed)).form("/tricks")
    table.save("tricks", by(saved), **saved)
    page = second.browser.send(form, **typed)
    assert page.status == 409
    assert differs in page.text
    assert second.browser.send(instead(page)).status == SAVED
    assert table.points == [70, 51]
    assert written_hand(table, 1)["tricks"] == tricks


def test_tricks_typed_before_a_correction_can_be_recorded(table: Table, second: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.bid(3, 2, 3, 2)
    form = second.show("?by=side").form("/tricks")
    table.correct(1, side_0="9", side_1="4")
    page = second.browser.send(form, **tricks_by_side(7, 6))
    assert page.status == 409
    assert second.browser.send(instead(page)).status == SAVED
    assert table.points == [133, -8]


def test_a_stale_correction_overwrites_nothing_until_it_is_chosen(
    table: Table, second: Table, stored: Callable[[], str]
) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    form = second.preview(1, side_0="7", side_1="6").form("/correction")
    table.correct(1, side_0="9", side_1="4")
    before = stored()
    page = second.browser.send(form, reason="counted again")
    assert page.status == 409
    assert "Gold’s tricks 9 ≠ 7" in page.text
    assert stored() == before
    assert second.browser.send(instead(page)).status == SAVED
    assert table.points == [70, 51]
    assert "counted again" in table.show().text


def test_a_second_conflict_is_detected_as_well(table: Table, second: Table) -> None:
    form = second.show().form("/bids")
    table.bid(4, 3, 3, 2)
    page = second.browser.send(form, **OTHER_BIDS)
    table.correct(1, bid_0="6")
    assert second.browser.send(instead(page)).status == 409
    assert written_hand(table, 1)["bids"] == [6, 3, 3, 2]


def test_bids_for_an_undone_hand_can_be_recorded(table: Table, second: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    form = second.show().form("/bids")
    table.undo()
    page = second.browser.send(form, **OTHER_BIDS)
    assert page.status == 409
    assert "Ann’s bid 5" in page.text


@pytest.mark.parametrize("version", ["", "0", "-1", "99", "x", "9" * 30, "\0", None])
def test_an_invalid_version_is_a_conflict(
    table: Table, unchanged: None, version: str | None
) -> None:
    page = table.send("bids", **(BIDS | {"version": version}))
    assert page.status == 409
    assert "Ann’s bid 4" in page.text


@pytest.mark.parametrize("number", ["", "0", "-1", "99", "x", "9" * 30, "\0", None])
def test_a_conflict_over_an_invalid_hand_is_shown(table: Table, number: str | None) -> None:
    page = table.send("bids", **(BIDS | {"version": "99", "number": number, "bid_77": "4"}))
    assert page.status == 409
    assert table.path in page.links
