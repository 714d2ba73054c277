"""Cards: how they are written, and the packs they come from."""

from dataclasses import replace

import pytest

from scorekeeper.rules import GAMES, CardError, HouseRules
from scorekeeper.rules.cards import HIGH_TRUMPS, TWO_OF_CLUBS, Card, Suit, list_cards, read_card
from scorekeeper.rules.games import get_game


@pytest.mark.parametrize(
    ("written", "card"),
    [
        pytest.param("AS", Card(Suit.SPADES, 14), id="ace of spades"),
        pytest.param("10H", Card(Suit.HEARTS, 10), id="ten of hearts"),
        pytest.param("JD", Card(Suit.DIAMONDS, 11), id="jack of diamonds"),
        pytest.param("2C", TWO_OF_CLUBS, id="two of clubs"),
    ],
)
def test_a_card_is_read_as_written(written: str, card: Card) -> None:
    assert read_card(written) == card
    assert card.notation == written


@pytest.mark.parametrize(
    "written",
    ["", "S", "A", "as", "aS", "SA", "1S", "11S", "10", "AS ", "A S", "A♠", "0C", "10X", 10, None,
     True, [], {}, ("A", "S")],
    ids=repr,
)  # fmt: skip
def test_an_invalid_card_is_refused(written: object) -> None:
    with pytest.raises(CardError) as refused:
        read_card(written)
    assert refused.value.code == "not a card"


LOW = "KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S"


@pytest.mark.parametrize(
    ("deck", "spades", "cards"),
    [
        ("usual", f"AS {LOW} 2S", 52),
        ("jokers", f"BJ LJ AS {LOW} 2S", 54),
        ("jokers 2S", f"BJ LJ 2S AS {LOW}", 54),
        ("jokers 2D 2S", f"BJ LJ 2D 2S AS {LOW}", 54),
    ],
)
def test_a_deck_has_its_spades_from_the_top(deck: str, spades: str, cards: int) -> None:
    every = list_cards(deck)
    of_spades = [card for card in every if card.suit is Suit.SPADES]
    assert " ".join(card.notation for card in of_spades) == spades
    assert sorted(of_spades, key=lambda card: -card.rank) == of_spades
    assert len({*every}) == cards
    assert [read_card(card.notation, deck) for card in every] == [*every]


def test_a_high_deuce_shows_its_suit_and_a_joker_none() -> None:
    shown = {card.notation: card.printed_suit for card in HIGH_TRUMPS["jokers 2D 2S"]}
    assert shown == {"BJ": None, "LJ": None, "2D": Suit.DIAMONDS, "2S": Suit.SPADES}


@pytest.mark.parametrize(
    ("game", "tricks", "cards", "spades"),
    [
        ("partnership", 13, 54, 16),
        ("two-player", 13, 54, None),
        ("three-handed", 18, 54, 16),
        ("solo", 13, 54, 16),
        ("six-handed", 18, 108, 32),
    ],
)
def test_a_game_with_jokers_has_more_cards(
    game: str, tricks: int, cards: int, spades: int | None
) -> None:
    high = get_game(game, "jokers 2D 2S")
    assert (high.tricks, len(high.pack), high.spades) == (tricks, cards, spades)
    assert get_game(game, "usual") is GAMES[game]


def test_house_rules_have_the_game_of_their_deck() -> None:
    with_jokers = HouseRules.of("three-handed", deck="jokers")
    assert (with_jokers.game.tricks, replace(with_jokers, deck="usual").game.tricks) == (18, 17)
    assert with_jokers == replace(HouseRules.of("three-handed"), deck="jokers")
