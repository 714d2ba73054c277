import pytest

from tests.reading import Page
from tests.table import Table


def turn(table: Table, number: int, did: str = "") -> Page:
    return table.browser.open(f"{table.path}/drawing", query_string={"turn": number, "did": did})


def test_players_draw_in_turns(duel: Table) -> None:
    page = duel.browser.open(f"{duel.path}/drawing")
    assert "Turn 1 of 26" in page.text
    assert "Ann looks at the top card" in page.text
    assert [
        name
        for number in (1, 2, 3, 26)
        for name in ("Ann", "Ben")
        if f"{name} looks at the top card" in turn(duel, number).text
    ] == ["Ann", "Ben", "Ann", "Ben"]


@pytest.mark.parametrize(
    ("did", "words"),
    [
        pytest.param(
            "keep",
            "Ann keeps it. Put the next card face down on the discards without looking.",
            id="kept",
        ),
        pytest.param(
            "discard", "Ann discards it face down and must keep the next card.", id="discarded"
        ),
    ],
)
def test_the_drawing_explains_each_choice(duel: Table, did: str, words: str) -> None:
    page = duel.browser.open(f"{duel.path}/drawing")
    assert f"{duel.path}/drawing?turn=2&did={did}" in page.links
    assert words in turn(duel, 2, did).text


@pytest.mark.parametrize(("number", "told"), [(1, True), (2, True), (3, False), (26, False)])
def test_double_nil_is_announced_before_the_first_draw(
    duel: Table, number: int, told: bool
) -> None:
    assert ("Want to bid blind nil?" in turn(duel, number).text) is told


@pytest.mark.parametrize(
    ("number", "words"),
    [
        pytest.param(2, "Ann 1 · Ben 0 · 1 card discarded", id="after one turn"),
        pytest.param(6, "Ann 3 · Ben 2 · 5 cards discarded", id="after five"),
        pytest.param(27, "Ann 13 · Ben 13 · 26 cards discarded", id="after the last"),
    ],
)
def test_the_cards_drawn_are_counted(duel: Table, number: int, words: str) -> None:
    assert words in turn(duel, number).text


def test_the_last_turn_leads_to_the_exchange_if_it_is_played_and_to_the_bids(duel: Table) -> None:
    page = turn(duel, 27, "keep")
    assert "may now exchange up to 3 cards, once" in page.text
    assert "Ben bids first, then Ann." in page.text
    assert "Ben leads to the first trick." in page.text
    assert duel.path in page.links
    other = Table(duel.browser)
    for rules in ({"exchange": "0"}, {"nil": "not blind"}):
        other.start("two-player", **rules)
        assert "may now exchange" not in turn(other, 27).text
    assert "Want to bid blind nil?" not in turn(other, 1).text


def test_the_other_player_draws_first_next_hand(duel: Table) -> None:
    duel.play((5, 6), 7, 6)
    assert "Ben looks at the top card" in turn(duel, 1).text


def test_the_referee_links_to_the_drawing_before_the_bids(duel: Table) -> None:
    assert f"{duel.path}/drawing" in duel.browser.open(f"{duel.path}/referee").links
    duel.bid(5, 6)
    assert f"{duel.path}/drawing" not in duel.browser.open(f"{duel.path}/referee").links


@pytest.mark.parametrize("number", ["0", "28", "-1", "x", "9" * 40, ""])
def test_an_invalid_turn_is_not_found(duel: Table, number: str) -> None:
    assert duel.browser.open(f"{duel.path}/drawing?turn={number}").status == 404


def test_games_with_a_deal_have_no_drawing(table: Table) -> None:
    assert table.browser.open(f"{table.path}/drawing").status == 404
    assert f"{table.path}/drawing" not in table.browser.open(f"{table.path}/referee").links


def left_off(table: Table) -> str:
    (told,) = table.browser.open(f"{table.path}/drawing").root.all(class_="verdict__trick")
    return told.text


def test_the_drawing_resumes_at_the_last_turn(duel: Table) -> None:
    turn(duel, 4, "discard")
    duel.browser.open(f"{duel.path}/referee")
    page = duel.browser.open(f"{duel.path}/drawing")
    assert "Turn 4 of 26" in page.text
    assert "discards it face down" in page.text


def test_the_next_hand_is_drawn_from_its_first_turn(duel: Table) -> None:
    turn(duel, 4, "keep")
    duel.record_misdeal()
    assert left_off(duel) == "Turn 1 of 26"
    turn(duel, 9, "keep")
    duel.play((5, 6), 7, 6)
    assert left_off(duel) == "Turn 1 of 26"


def test_going_back_one_turn_is_remembered_but_not_for_another_match(duel: Table) -> None:
    turn(duel, 4, "keep")
    turn(duel, 3)
    assert left_off(duel) == "Turn 3 of 26"
    other = Table(duel.browser)
    other.start("two-player")
    assert left_off(other) == "Turn 1 of 26"


def test_the_match_page_and_the_drawing_link_to_each_other(duel: Table) -> None:
    assert f"{duel.path}/drawing" in duel.show().ways
    assert duel.path in turn(duel, 1).ways
    duel.bid(5, 6)
    assert f"{duel.path}/drawing" not in duel.show("?change=bids").ways
    assert f"{duel.path}/drawing" not in duel.show().ways
