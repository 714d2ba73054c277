"""Cards: how they are written, and the packs they come from."""

import pytest

from scorekeeper.rules import CardError
from scorekeeper.rules.cards import PACK, TWO_OF_CLUBS, Card, Suit, combine_packs, read_card


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


def test_every_card_of_the_deck_is_read_as_written() -> None:
    assert [read_card(card.notation) for card in PACK] == list(PACK)


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


def test_a_deck_has_thirteen_cards_of_each_suit() -> None:
    assert len(set(PACK)) == 52
    assert [sum(card.suit is suit for card in PACK) for suit in Suit] == [13, 13, 13, 13]


def test_the_ace_is_high() -> None:
    spades = [card.notation for card in PACK if card.suit is Suit.SPADES]
    assert " ".join(spades) == "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S"


def test_most_games_use_one_deck() -> None:
    assert combine_packs() == PACK


def test_three_players_omit_the_two_of_clubs() -> None:
    pack = combine_packs(without=[TWO_OF_CLUBS])
    assert len(pack) == 3 * 17
    assert TWO_OF_CLUBS not in pack


def test_six_players_use_two_decks_without_club_twos() -> None:
    pack = combine_packs(2, without=[TWO_OF_CLUBS])
    assert len(pack) == 6 * 17
    assert TWO_OF_CLUBS not in pack
    assert pack.count(read_card("AS")) == 2
