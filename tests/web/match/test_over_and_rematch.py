from collections.abc import Callable

import pytest

from tests.table import SAVED, Table
from tests.web.conftest import Story


def won_in_one_hand(table: Table) -> None:
    table.start("partnership", opening_points_0="450", opening_points_1="300")
    table.play((4, 3, 3, 2), 8, 5)


@pytest.fixture
def over(play_story: Callable[[Story], Table]) -> Table:
    """A match that Gold has won in one hand, carried on from paper."""
    return play_story(won_in_one_hand)


def test_the_end_shows_winner_reason_score_line_and_rotation_and_no_form_for_a_hand(
    over: Table,
) -> None:
    page = over.show()
    assert "Ann & Cleo win" in page.text
    assert "win 521 : 350" in page.text
    assert "Reached the winning score of 500." in page.text
    assert page.points == [521, 350]
    assert len(page.root.all("polyline")) == 2
    assert "Ben, Cleo and Dan change seats: Ann & Dan – Cleo & Ben" in page.text
    (drawn,) = page.root.all("svg", class_="rotation__arrows")
    assert len(drawn.all("path")) == 2 * 3
    actions = {form.action.rpartition("/")[2] for form in over.show().forms}
    assert "bids" not in actions
    assert "tricks" not in actions
    assert {"rematch", "undo"} <= actions


def test_a_rematch_has_the_same_players_and_rules(table: Table) -> None:
    table.start("partnership", target="250", opening_points_0="200")
    table.play((4, 3, 3, 2), 8, 5)
    old = table.path
    answer = table.send("rematch")
    assert answer.status == SAVED
    assert answer.location != old
    written = table.browser.open(f"{answer.location}/file").json()
    assert written["players"] == ["Ann", "Ben", "Cleo", "Dan"]
    assert written["house"] == {"game": "partnership", "target": 250}
    assert written["opening"] == [{"points": 0, "bags": 0}, {"points": 0, "bags": 0}]


def test_final_scores_are_listed_best_first(table: Table) -> None:
    table.start("three-handed", opening_points_0="100", opening_points_1="450")
    table.play((5, 5, 5), 5, 6, 6)
    assert "Ben wins 501 Ann 150 Cleo 51" in table.show().text
    assert table.points == [150, 501, 51]


def test_the_page_says_how_the_match_was_won(table: Table) -> None:
    table.start("partnership", target="200")
    for _ in range(3):
        table.play((4, 3, 3, 2), 8, 5)
    assert "Ann & Cleo led after every hand." in table.show().text


def test_partners_can_be_rotated(over: Table) -> None:
    answer = over.send("rematch", rotate="yes")
    written = over.browser.open(f"{answer.location}/file").json()
    assert written["players"] == ["Ann", "Cleo", "Dan", "Ben"]


def test_two_players_can_have_a_rematch(duel: Table) -> None:
    duel.end()
    page = duel.show()
    assert "Rotate" not in page.text
    assert duel.send("rematch").status == SAVED
