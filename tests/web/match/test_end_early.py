from collections.abc import Callable

from tests.table import SAVED, Table


def test_a_match_ended_early_has_no_winner(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.end()
    page = table.show()
    assert "No winner" in page.text
    assert "Ended early: nobody has won." in page.text
    assert page.points == [71, 50]


def test_match_can_be_ended_in_the_middle_of_a_hand(table: Table) -> None:
    table.bid(4, 3, 3, 2)
    table.end()
    assert "Ended early" in table.show().text


def test_double_tap_ends_a_match_once(table: Table, stored: Callable[[], str]) -> None:
    form = table.show().form("/end")
    table.browser.send(form)
    before = stored()
    assert table.browser.send(form).status == SAVED
    assert stored() == before


def test_a_match_that_is_over_cannot_be_ended(table: Table, stored: Callable[[], str]) -> None:
    form = table.show().form("/end")
    table.end()
    fields = form.fields | {"version": table.show().form("/undo").fields["version"], "key": "new"}
    before = stored()
    page = table.browser.post(form.action, fields)
    assert page.status == 422
    assert page.errors == [("", "The match is over already.")]
    assert stored() == before
