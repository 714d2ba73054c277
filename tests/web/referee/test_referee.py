import pytest

from scorekeeper.rules import GAMES, HouseRules
from scorekeeper.words.language import LANGUAGES
from scorekeeper.words.referee.rule_card import list_entries
from tests.reading import Page
from tests.table import Table
from tests.web.browser import Browser


def referee(table: Table) -> Page:
    return table.browser.open(f"{table.path}/referee")


def asked_first(page: Page) -> list[str]:
    (keys,) = page.root.all("nav", class_="desk__options")
    return [key.all("b")[0].text for key in keys.all("a")]


def said(page: Page) -> str:
    return page.root.all("main")[0].all("h2")[0].text


def test_the_referee_names_the_first_bidder_and_links_back_to_the_match_until_its_end(
    table: Table,
) -> None:
    page = referee(table)
    assert said(page) == "Ann bids first"
    assert "Dan deals. Bidding order: Ann, Ben, Cleo, Dan." in page.text
    assert asked_first(page)[0] == "What do we need?"
    pages = ("/referee", "/judge", "/rulings", "/outlook")
    backs = [
        table.browser.open(table.path + page).root.all("a", class_="bar__back")[0] for page in pages
    ]
    assert [back.attributes["href"] for back in backs] == [table.path] * len(pages)
    table.end()
    page = referee(table)
    assert said(page) == "The match is over."
    assert asked_first(page) == ["Rulings", "Check a trick", "Rule card"]


def test_the_referee_names_the_leader_during_play(table: Table) -> None:
    table.bid(4, 3, 3, 2)
    page = referee(table)
    assert said(page) == "Ann leads"
    assert asked_first(page) == [
        *["Check a trick", "Rulings", "What do we need?", "Trick by trick", "Rule card"]
    ]
    assert f"{table.path}?by=trick" in page.ways


def test_the_referee_reads_the_trick_from_the_tally(table: Table) -> None:
    table.bid(4, "nil", 3, 2)
    table.tally("seat_1")
    assert said(referee(table)) == "Ben leads"
    assert "Trick 2 of 13" in referee(table).text
    table.tally("side_0")
    assert said(referee(table)) == "Trick 3 of 13"


@pytest.mark.parametrize("game", GAMES)
def test_every_player_has_a_seat_at_the_table(browser: Browser, game: str) -> None:
    table = Table(browser)
    table.start(game)
    pages = ("/referee", "/judge", "/rulings?kind=revoke&noticed=later")
    places = [table.show(page).root.all("ol", class_="trick__seats")[0] for page in pages]
    assert [len(place.all("li")) for place in places] == [GAMES[game].seats] * len(pages)


def test_two_players_draw_first(duel: Table) -> None:
    assert asked_first(referee(duel))[0] == "Draw the cards"


def card(table: Table) -> Page:
    return table.browser.open(f"{table.path}/rules")


def sentences(page: Page) -> list[str]:
    return [entry.text for entry in page.root.all("ul", class_="rulecard")[0].all("li")]


def test_the_rule_card_explains_the_house_rules_and_marks_unusual_ones(table: Table) -> None:
    assert sentences(card(table)) == [
        sentence for sentence, _ in list_entries(HouseRules.of("partnership"))
    ]
    table.start("partnership", target="350", board="4", bag_limit="0")
    marked = [words for words in sentences(card(table)) if words.endswith("house rule")]
    assert [words.partition(" ")[0] for words in marked] == ["At", "There", "Each", "A"]
    assert "house rule" not in " ".join(
        words for words in sentences(card(table)) if words not in marked
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_card_is_translated(table: Table, language: str) -> None:
    table.browser.client.set_cookie("language", language)
    page = card(table)
    assert (page.status, page.lang) == (200, language)


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
