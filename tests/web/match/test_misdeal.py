from collections.abc import Callable

from tests.table import SAVED, Table


def test_a_hand_thrown_in_before_the_bids_is_dealt_again_by_the_same(table: Table) -> None:
    table.throw_in()
    page = table.show()
    assert page.status_line == "Misdeal: this hand starts again"
    assert "Dan deals · Ann leads" in page.text
    assert "misdeal" in page.text
    assert page.points == [0, 0]


def test_a_hand_thrown_in_after_the_bids_scores_nothing(table: Table) -> None:
    table.bid(4, 3, 3, 2)
    table.throw_in()
    assert table.points == [0, 0]
    table.play((4, 3, 3, 2), 8, 5)
    assert table.points == [71, 50]


def test_a_thrown_in_hand_has_no_correction_page(table: Table) -> None:
    table.bid(4, 3, 3, 2)
    table.throw_in()
    assert table.browser.open(f"{table.path}/hands/1/correction").status == 404


def test_a_double_tap_throws_in_one_hand_only(table: Table, stored: Callable[[], str]) -> None:
    form = table.show().form("/misdeal")
    table.browser.send(form)
    before = stored()
    assert table.browser.send(form).status == SAVED
    assert stored() == before


def test_nothing_is_thrown_in_after_the_end(table: Table, stored: Callable[[], str]) -> None:
    form = table.show().form("/misdeal")
    table.end()
    fields = form.fields | {"version": table.show().form("/undo").fields["version"]}
    before = stored()
    page = table.browser.post(form.action, fields)
    assert page.status == 422
    assert page.errors == [("", "The match is over already.")]
    assert stored() == before
