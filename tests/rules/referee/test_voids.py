"""The void tracker: a player who showed out of a suit and plays it later has revoked."""

import pytest

from scorekeeper.rules import PARTNERSHIP, CardError
from scorekeeper.rules.cards import Suit
from scorekeeper.rules.referee.play import Revoke, ShownSuit, watch_voids

NO_HEARTS = ShownSuit(2, Suit.HEARTS, trick=3)


def test_a_later_card_of_the_suit_is_a_revoke() -> None:
    assert watch_voids(PARTNERSHIP, [NO_HEARTS], [ShownSuit(2, Suit.HEARTS, trick=7)]) == (
        Revoke(seat=2, suit=Suit.HEARTS, trick=3, noticed=7),
    )


@pytest.mark.parametrize(
    "played",
    [
        pytest.param([], id="nothing"),
        pytest.param([ShownSuit(2, Suit.HEARTS, trick=2)], id="an earlier card"),
        pytest.param([ShownSuit(2, Suit.CLUBS, trick=7)], id="another suit"),
        pytest.param([ShownSuit(1, Suit.HEARTS, trick=7)], id="another seat"),
    ],
)
def test_other_cards_are_not_a_revoke(played: list[ShownSuit]) -> None:
    assert watch_voids(PARTNERSHIP, [NO_HEARTS], played) == ()


def test_a_revoke_is_noticed_at_its_first_card() -> None:
    played = [ShownSuit(2, Suit.HEARTS, trick) for trick in (9, 7, 8)]
    assert watch_voids(PARTNERSHIP, [NO_HEARTS], played) == (Revoke(2, Suit.HEARTS, 3, noticed=7),)


def test_a_void_noted_twice_is_one() -> None:
    played = [ShownSuit(2, Suit.HEARTS, trick=7)]
    assert len(watch_voids(PARTNERSHIP, [NO_HEARTS, NO_HEARTS], played)) == 1


def test_revokes_are_in_the_order_of_tricks() -> None:
    voids = [ShownSuit(2, Suit.HEARTS, 5), ShownSuit(1, Suit.CLUBS, 4)]
    played = [ShownSuit(2, Suit.HEARTS, 6), ShownSuit(1, Suit.CLUBS, 9)]
    assert [revoke.trick for revoke in watch_voids(PARTNERSHIP, voids, played)] == [4, 5]


@pytest.mark.parametrize(
    ("seen", "code"),
    [
        pytest.param(ShownSuit(4, Suit.HEARTS, 1), "no such seat", id="a fifth seat"),
        pytest.param(ShownSuit(-1, Suit.HEARTS, 1), "no such seat", id="a seat before the first"),
        pytest.param(ShownSuit(0, Suit.HEARTS, 14), "no such trick", id="a fourteenth trick"),
        pytest.param(ShownSuit(0, Suit.HEARTS, 0), "no such trick", id="a trick before the first"),
    ],
)
def test_an_invalid_void_is_refused(seen: ShownSuit, code: str) -> None:
    with pytest.raises(CardError, match=code):
        watch_voids(PARTNERSHIP, [seen], [])
    with pytest.raises(CardError, match=code):
        watch_voids(PARTNERSHIP, [], [seen])


def test_a_suit_cannot_be_followed_and_void_at_once() -> None:
    with pytest.raises(CardError, match="followed and did not") as refused:
        watch_voids(PARTNERSHIP, [NO_HEARTS], [NO_HEARTS])
    assert refused.value.values == {"seat": 2, "suit": "H", "trick": 3}
