import pytest

from tests.reading import Page
from tests.table import Table


def turn(table: Table, number: int, did: str = "") -> Page:
    return table.browser.open(f"{table.path}/drawing", query_string={"turn": number, "did": did})


def test_players_draw_in_turns_until_all_cards_are_drawn(duel: Table) -> None:
    page = duel.browser.open(f"{duel.path}/drawing")
    assert "Turn 1 of 26" in page.text
    assert "Ann looks at the top card" in page.text
    for number, player in ((1, "Ann"), (2, "Ben"), (3, "Ann"), (26, "Ben")):
        text = turn(duel, number).text
        looks = [name for name in ("Ann", "Ben") if f"{name} looks at the top card" in text]
        assert looks == [player]
        assert ("Want to bid blind nil?" in text) is (number < 3)
    for number, words in (
        (2, "Ann 1 · Ben 0 · 1 card discarded"),
        (6, "Ann 3 · Ben 2 · 5 cards discarded"),
        (27, "Ann 13 · Ben 13 · 26 cards discarded"),
    ):
        assert words in turn(duel, number).text


def test_the_drawing_explains_each_choice(duel: Table) -> None:
    page = duel.browser.open(f"{duel.path}/drawing")
    for did, words in (
        ("keep", "Ann keeps it. Put the next card face down on the discards without looking."),
        ("discard", "Ann discards it face down and must keep the next card."),
    ):
        assert f"{duel.path}/drawing?turn=2&did={did}" in page.links
        assert words in turn(duel, 2, did).text


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


def test_the_referee_and_the_match_page_link_to_the_drawing_before_the_bids(duel: Table) -> None:
    drawing, referee = f"{duel.path}/drawing", f"{duel.path}/referee"
    assert drawing in duel.browser.open(referee).links
    assert drawing in duel.show().ways
    assert duel.path in turn(duel, 1).ways
    duel.bid(5, 6)
    assert drawing not in duel.browser.open(referee).links
    assert drawing not in duel.show("?change=bids").ways
    assert drawing not in duel.show().ways


@pytest.mark.parametrize("number", ["0", "28", "-1", "x", "9" * 40, ""])
def test_an_invalid_turn_is_not_found(duel: Table, number: str) -> None:
    assert duel.browser.open(f"{duel.path}/drawing?turn={number}").status == 404


def test_games_with_a_deal_have_no_drawing(table: Table) -> None:
    assert table.browser.open(f"{table.path}/drawing").status == 404
    assert f"{table.path}/drawing" not in table.browser.open(f"{table.path}/referee").links


def left_off(table: Table) -> str:
    (told,) = table.browser.open(f"{table.path}/drawing").root.all(class_="verdict__trick")
    return told.text


def test_the_drawing_resumes_at_the_last_turn_of_its_match(duel: Table) -> None:
    turn(duel, 4, "discard")
    duel.browser.open(f"{duel.path}/referee")
    page = duel.browser.open(f"{duel.path}/drawing")
    assert "Turn 4 of 26" in page.text
    assert "discards it face down" in page.text
    turn(duel, 4, "keep")
    turn(duel, 3)
    assert left_off(duel) == "Turn 3 of 26"
    other = Table(duel.browser)
    other.start("two-player")
    assert left_off(other) == "Turn 1 of 26"


def test_the_next_hand_is_drawn_from_its_first_turn_by_the_other_player(duel: Table) -> None:
    turn(duel, 4, "keep")
    duel.record_misdeal()
    assert left_off(duel) == "Turn 1 of 26"
    turn(duel, 9, "keep")
    duel.play((5, 6), 7, 6)
    assert left_off(duel) == "Turn 1 of 26"
    assert "Ben looks at the top card" in turn(duel, 1).text
