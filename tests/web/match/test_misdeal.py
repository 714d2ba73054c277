from tests.table import Table


def test_a_misdeal_keeps_the_dealer_and_has_no_correction_page(table: Table) -> None:
    table.record_misdeal()
    page = table.show()
    assert page.status_line == "Misdeal: this hand starts over"
    assert "Dan deals · Ann leads" in page.text
    assert "misdeal" in page.text
    assert page.points == [0, 0]
    table.bid(4, 3, 3, 2)
    table.record_misdeal()
    assert table.browser.open(f"{table.path}/hands/1/correction").status == 404
