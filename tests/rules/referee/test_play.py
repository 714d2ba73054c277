"""A hand judged card by card: turns, tricks, broken spades, voids and revokes."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings, strategies as st

from scorekeeper.rules import GAMES, PARTNERSHIP, THREE_HANDED, TWO_PLAYER, CardError
from scorekeeper.rules.cards import HIGH_TRUMPS, PACK, Suit, read_card
from scorekeeper.rules.games import get_game
from scorekeeper.rules.house_rules import SpadesLed
from scorekeeper.rules.referee.play import (
    EarlyLead,
    IllegalCard,
    Play,
    Revoke,
    ShownSuit,
    SpadesBroken,
    WhyNot,
    judge_play,
    list_cards_left,
    watch_voids,
)
from tests.effort import tries
from tests.rules.cards import Hand, cards, hands

calm = settings(derandomize=True, deadline=None, database=None, max_examples=tries(60))
TWO_PACKS = replace(TWO_PLAYER, pack=PACK * 2)
FIRST = SpadesLed.NOT_IN_FIRST_TRICK
any_game = st.builds(get_game, st.sampled_from([*GAMES]), st.sampled_from([*HIGH_TRUMPS]))


def judged(hand: Hand) -> Play:
    return judge_play(hand.game, hand.leads, hand.played, hand.holdings, spades_led=hand.spades_led)


HEARTS = Suit.HEARTS
FIRST_REVOKE = Revoke(seat=1, suit=HEARTS, trick=1, noticed=2)
# What two players played, from seat 0 on, and what follows.
PLAYS: dict[str, tuple[str, dict[str, object]]] = {
    "the winner has the turn": ("2H 3H", {"turn": 1}),
    "no spade breaks none": ("2H 3H 4H 5H", {"broken": None}),
    "a discarded spade breaks spades": ("3H 2H 5H 4S", {"broken": SpadesBroken(1, 2, early=False)}),
    "a spade lead breaks spades": ("3H 2H 4S 5S", {"broken": SpadesBroken(0, 2, early=True)}),
    "only the first spade": ("3H 2S 5H 4S", {"broken": SpadesBroken(1, 1, early=False)}),
    "a forced spade lead": ("4S 2S AS 3S", {"early_lead": None}),
    "an early lead and the next suit": ("4S 2S AS 3S 5D 6D", {"early_lead": EarlyLead(0, 1, 3)}),
    "a suit of another player proves nothing": ("4S 2S AS 3D", {"early_lead": None}),
    "a lead of broken spades": ("AH 2S 3S 4S 5S 5D 6D", {"early_lead": None}),
    "a player who does not follow is void": ("AH 2D", {"voids": (ShownSuit(1, HEARTS, 1),)}),
    "a void has its first trick": ("AH 2D KH 3D", {"voids": (ShownSuit(1, HEARTS, 1),)}),
    "a later card is a revoke": ("AH 2D KH 3H", {"revokes": (FIRST_REVOKE,), "voids": ()}),
    "each trick not followed is a revoke": (
        "AH 2D KH 3D QH 3H",
        {"revokes": (Revoke(1, HEARTS, 1, noticed=3), Revoke(1, HEARTS, 2, noticed=3))},
    ),
    "void after a revoke": (
        "AH 2D KH 3H QH 3D", {"revokes": (FIRST_REVOKE,), "voids": (ShownSuit(1, HEARTS, 3),)},
    ),
    "a lead can prove a revoke": ("2H 2S 3H 4D", {"revokes": (FIRST_REVOKE,)}),
}  # fmt: skip


@pytest.mark.parametrize(("played", "expected"), PLAYS.values(), ids=PLAYS)
def test_the_play_of_two_is_judged(played: str, expected: dict[str, object]) -> None:
    play = judge_play(TWO_PLAYER, 0, cards(played))
    assert {name: getattr(play, name) for name in expected} == expected


def test_the_turn_passes_clockwise_from_the_first_leader() -> None:
    play = judge_play(PARTNERSHIP, 2, [])
    assert (play.turn, play.tricks) == (2, ())
    assert judge_play(PARTNERSHIP, 2, cards("AH 3H")).turn == 0


def test_an_incomplete_trick_has_no_winner() -> None:
    (trick,) = judge_play(PARTNERSHIP, 0, cards("AH 3H")).tricks
    assert (trick.leader, trick.cards, trick.winner) == (0, tuple(cards("AH 3H")), None)


def test_the_winner_of_a_trick_leads_the_next() -> None:
    play = judge_play(PARTNERSHIP, 0, cards("2H 3H AH 4H 5D"))
    assert [(trick.leader, trick.winner) for trick in play.tricks] == [(0, 2), (2, None)]
    assert play.turn == 3


def test_a_card_of_the_partner_proves_nothing() -> None:
    assert judge_play(PARTNERSHIP, 0, cards("AH 3H 2D 4H KH 5H 3D 6H")).revokes == ()


@pytest.mark.parametrize(
    ("played", "holdings", "illegal"),
    [
        pytest.param("AH 2D", ["AH KH", "2D 3H"], [(1, "2D", WhyNot.MUST_FOLLOW_SUIT)], id="suit"),
        pytest.param("AS 2S", ["AS KH", "2S 3H"], [(0, "AS", WhyNot.SPADES_NOT_BROKEN)], id="lead"),
        pytest.param("AH 2H", ["KH", "2H"], [(0, "AH", WhyNot.NOT_HELD)], id="not held"),
        pytest.param("AH 2H KH 3D", ["AH KH", "2H 3D"], [], id="a played card is not held"),
        pytest.param("AS 2D", [None, "2D 3S"], [(1, "2D", WhyNot.MUST_FOLLOW_SUIT)], id="unknown"),
    ],
)
def test_an_illegal_card_is_found_at_once(
    played: str, holdings: list[str | None], illegal: list[tuple[int, str, WhyNot]]
) -> None:
    held = [None if holding is None else cards(holding) for holding in holdings]
    found = tuple(IllegalCard(seat, 1, read_card(card), why) for seat, card, why in illegal)
    assert judge_play(TWO_PLAYER, 0, cards(played), held).illegal == found


@pytest.mark.parametrize(
    ("played", "card", "trick"),
    [
        pytest.param("AH 2H AH", "AH", 2, id="in the next trick"),
        pytest.param("AH AH", "AH", 1, id="in the same trick"),
    ],
)
def test_a_card_cannot_be_played_twice(played: str, card: str, trick: int) -> None:
    with pytest.raises(CardError, match="card played twice") as refused:
        judge_play(TWO_PLAYER, 0, cards(played))
    assert refused.value.values == {"card": card, "trick": trick}


def test_a_card_missing_from_the_deck_cannot_be_played() -> None:
    with pytest.raises(CardError, match="not in the pack") as refused:
        judge_play(THREE_HANDED, 0, cards("2C"))
    assert refused.value.values == {"card": "2C"}


def test_two_packs_allow_each_card_twice() -> None:
    assert judge_play(TWO_PACKS, 0, cards("AH AH")).tricks[0].winner == 0
    with pytest.raises(CardError, match="card played twice"):
        judge_play(TWO_PACKS, 0, cards("AH AH AH"))


def test_a_hand_has_a_maximum_number_of_cards() -> None:
    with pytest.raises(CardError, match="too many cards") as refused:
        judge_play(TWO_PLAYER, 0, PACK[:27])
    assert refused.value.values == {"cards": 27, "most": 26}


@calm
@given(st.builds(hands, any_game, spades_led=st.sampled_from(SpadesLed)).flatmap(lambda hand: hand))
def test_a_legal_hand_has_no_findings(hand: Hand) -> None:
    play = judged(hand)
    assert (play.revokes, play.early_lead, play.illegal) == ((), None, ())
    assert (play.turn, len(play.tricks)) == (None, hand.game.tricks)


@calm
@given(any_game.flatmap(lambda game: hands(game, "revoke")))
def test_a_revoke_is_found_at_its_trick_once_it_is_proved(hand: Hand) -> None:
    planted = hand.fault
    assume(planted is not None)
    assert planted is not None
    play = judged(hand)
    assert play.revokes == (Revoke(planted.seat, planted.suit, planted.trick, planted.noticed),)
    assert [(found.seat, found.trick, found.why) for found in play.illegal] == [
        (planted.seat, planted.trick, WhyNot.MUST_FOLLOW_SUIT)
    ]
    before = hand.played[: (planted.noticed - 1) * hand.game.seats]
    assert judged(replace(hand, played=before)).revokes == ()


@calm
@given(
    st.builds(
        hands, any_game, st.just("early lead"), st.sampled_from([SpadesLed.ONCE_BROKEN, FIRST])
    ).flatmap(lambda hand: hand)
)
def test_an_early_spade_lead_is_found_at_its_trick(hand: Hand) -> None:
    planted = hand.fault
    assume(planted is not None)
    assert planted is not None
    assert hand.spades_led is not FIRST or planted.trick == 1
    play = judged(hand)
    assert play.early_lead == EarlyLead(planted.seat, planted.trick, planted.noticed)
    assert play.broken == SpadesBroken(planted.seat, planted.trick, early=True)
    assert [(found.seat, found.trick, found.why) for found in play.illegal] == [
        (planted.seat, planted.trick, WhyNot.SPADES_NOT_BROKEN)
    ]


def test_a_single_trick_is_judged_like_a_hand() -> None:
    play = judge_play(replace(PARTNERSHIP, tricks=1), 2, cards("AH 3H 5S 9H"))
    assert (play.tricks[0].winner, play.turn) == (0, None)


def test_a_single_trick_has_no_next_card() -> None:
    with pytest.raises(CardError, match="too many cards"):
        judge_play(replace(TWO_PLAYER, tricks=1), 0, cards("AH 3H 5S"))


def test_one_of_two_equal_cards_is_left() -> None:
    left = list_cards_left(TWO_PACKS, cards("AH AH KH"))
    assert [card.notation for card in left[Suit.HEARTS]][:2] == ["KH", "QH"]
    assert len(left[Suit.SPADES]) == 13


NO_HEARTS = ShownSuit(2, Suit.HEARTS, trick=3)


def test_a_card_of_a_noted_void_is_a_revoke() -> None:
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
