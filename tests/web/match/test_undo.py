from collections.abc import Callable

from tests.table import SAVED, Table


def actions(table: Table) -> list[str]:
    return [form.action.rpartition("/")[2] for form in table.show().forms]


def words(table: Table) -> str:
    return table.show().text


def undo(table: Table) -> str:
    (told,) = set(table.show().says_undo)
    return told


def test_undo_removes_tricks_then_bids(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    assert undo(table) == "Undo: tricks of hand 1"
    table.undo()
    assert table.points == [0, 0]
    assert undo(table) == "Undo: bids of hand 1"
    table.undo()
    assert "bids" in actions(table)
    assert undo(table) == "Undo start"


def test_undo_asks_no_confirmation_and_has_nothing_to_do_at_the_start(
    table: Table, stored: Callable[[], str]
) -> None:
    before = stored()
    page = table.send("undo")
    assert page.status == 422
    assert page.errors == [("", "There is nothing to undo.")]
    assert stored() == before
    table.bid(4, 3, 3, 2)
    answer = table.send("undo")
    assert (answer.status, answer.location) == (SAVED, table.path)
    assert table.show().status_line == "Bids of hand 1 undone"


def test_two_phones_undo_one_fact_only(table: Table, second: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    form = second.show().form("/undo")
    table.undo()
    assert second.browser.send(form).status == 409
    assert undo(table) == "Undo: bids of hand 1"
