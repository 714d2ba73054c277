from tests.table import Table


def test_a_match_ended_early_has_no_winner(table: Table) -> None:
    table.play((4, 3, 3, 2), 8, 5)
    table.end()
    page = table.show()
    assert "No winner" in page.text
    assert "Ended early: no winner." in page.text
    assert page.points == [71, 50]
