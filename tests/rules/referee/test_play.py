"""A hand judged card by card: turns, tricks, broken spades, voids and revokes."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings, strategies as st

from scorekeeper.rules import GAMES, PARTNERSHIP, THREE_HANDED, TWO_PLAYER, CardError
from scorekeeper.rules.cards import Suit, combine_packs, read_card
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
)
from tests.effort import tries
from tests.rules.cards import Hand, cards, hands

calm = settings(derandomize=True, deadline=None, database=None, max_examples=tries(60))
TWO_PACKS = replace(TWO_PLAYER, pack=combine_packs(2))
any_game = st.sampled_from(list(GAMES.values()))


def of_two(played: str) -> Play:
    """Two players; Ann, seat 0, leads the first trick."""
    return judge_play(TWO_PLAYER, 0, cards(played))


def of_four(played: str) -> Play:
    return judge_play(PARTNERSHIP, 0, cards(played))


def judged(hand: Hand) -> Play:
    return judge_play(hand.game, hand.leads, hand.played, hand.holdings)


def test_the_first_leader_has_the_first_turn() -> None:
    play = judge_play(PARTNERSHIP, 2, [])
    assert (play.turn, play.tricks) == (2, ())


def test_the_turn_passes_clockwise_within_a_trick() -> None:
    assert judge_play(PARTNERSHIP, 2, cards("AH 3H")).turn == 0


def test_an_incomplete_trick_has_no_winner() -> None:
    (trick,) = of_four("AH 3H").tricks
    assert (trick.leader, trick.cards, trick.winner) == (0, tuple(cards("AH 3H")), None)


def test_the_winner_of_a_trick_leads_the_next() -> None:
    play = of_four("2H 3H AH 4H 5D")
    assert [(trick.leader, trick.winner) for trick in play.tricks] == [(0, 2), (2, None)]
    assert play.turn == 3


def test_the_winner_has_the_turn_after_a_trick() -> None:
    assert of_two("2H 3H").turn == 1


@calm
@given(any_game.flatmap(hands))
def test_no_turn_after_the_last_card(hand: Hand) -> None:
    play = judged(hand)
    assert play.turn is None
    assert len(play.tricks) == hand.game.tricks


def test_spades_are_unbroken_until_one_is_played() -> None:
    assert of_two("2H 3H 4H 5H").broken is None


def test_a_discarded_spade_breaks_spades() -> None:
    assert of_two("3H 2H 5H 4S").broken == SpadesBroken(seat=1, trick=2, led=False)


def test_a_spade_lead_breaks_spades() -> None:
    assert of_two("3H 2H 4S 5S").broken == SpadesBroken(seat=0, trick=2, led=True)


def test_only_the_first_spade_breaks_spades() -> None:
    assert of_two("3H 2S 5H 4S").broken == SpadesBroken(seat=1, trick=1, led=False)


def test_a_forced_spade_lead_is_legal() -> None:
    assert of_two("4S 2S AS 3S").early_lead is None


def test_an_early_lead_is_found_with_the_next_suit() -> None:
    assert of_two("4S 2S AS 3S 5D 6D").early_lead == EarlyLead(seat=0, trick=1, noticed=3)


def test_a_suit_of_another_player_proves_nothing() -> None:
    assert of_two("4S 2S AS 3D").early_lead is None


def test_a_lead_of_broken_spades_is_legal() -> None:
    assert of_two("AH 2S 3S 4S 5S 5D 6D").early_lead is None


def test_a_player_who_does_not_follow_is_void() -> None:
    assert of_two("AH 2D").voids == (ShownSuit(seat=1, suit=Suit.HEARTS, trick=1),)


def test_a_void_has_its_first_trick() -> None:
    assert of_two("AH 2D KH 3D").voids == (ShownSuit(1, Suit.HEARTS, 1),)


def test_a_later_card_of_the_suit_is_a_revoke() -> None:
    play = of_two("AH 2D KH 3H")
    assert play.revokes == (Revoke(seat=1, suit=Suit.HEARTS, trick=1, noticed=2),)
    assert play.voids == ()


def test_each_trick_not_followed_is_a_revoke() -> None:
    assert of_two("AH 2D KH 3D QH 3H").revokes == (
        Revoke(1, Suit.HEARTS, trick=1, noticed=3),
        Revoke(1, Suit.HEARTS, trick=2, noticed=3),
    )


def test_a_player_can_be_void_after_a_revoke() -> None:
    play = of_two("AH 2D KH 3H QH 3D")
    assert play.revokes == (Revoke(1, Suit.HEARTS, trick=1, noticed=2),)
    assert play.voids == (ShownSuit(1, Suit.HEARTS, trick=3),)


def test_a_lead_can_prove_a_revoke() -> None:
    assert of_two("2H 2S 3H 4D").revokes == (Revoke(1, Suit.HEARTS, trick=1, noticed=2),)


def test_a_card_of_the_partner_proves_nothing() -> None:
    assert of_four("AH 3H 2D 4H KH 5H 3D 6H").revokes == ()


def test_an_illegal_card_is_found_at_once() -> None:
    play = judge_play(TWO_PLAYER, 0, cards("AH 2D"), [cards("AH KH"), cards("2D 3H")])
    assert play.illegal == (IllegalCard(1, 1, read_card("2D"), WhyNot.MUST_FOLLOW_SUIT),)


def test_an_early_spade_lead_is_found_at_once() -> None:
    play = judge_play(TWO_PLAYER, 0, cards("AS 2S"), [cards("AS KH"), cards("2S 3H")])
    assert play.illegal == (IllegalCard(0, 1, read_card("AS"), WhyNot.SPADES_NOT_BROKEN),)


def test_a_card_outside_the_holding_is_found() -> None:
    play = judge_play(TWO_PLAYER, 0, cards("AH 2H"), [cards("KH"), cards("2H")])
    assert play.illegal == (IllegalCard(0, 1, read_card("AH"), WhyNot.NOT_HELD),)


def test_a_played_card_leaves_the_holding() -> None:
    holdings = [cards("AH KH"), cards("2H 3D")]
    assert judge_play(TWO_PLAYER, 0, cards("AH 2H KH 3D"), holdings).illegal == ()


def test_an_unknown_holding_is_not_judged() -> None:
    play = judge_play(TWO_PLAYER, 0, cards("AS 2D"), [None, cards("2D 3S")])
    assert play.illegal == (IllegalCard(1, 1, read_card("2D"), WhyNot.MUST_FOLLOW_SUIT),)


@pytest.mark.parametrize(
    ("played", "card", "trick"),
    [
        pytest.param("AH 2H AH", "AH", 2, id="in the next trick"),
        pytest.param("AH AH", "AH", 1, id="in the same trick"),
    ],
)
def test_a_card_cannot_be_played_twice(played: str, card: str, trick: int) -> None:
    with pytest.raises(CardError, match="card played twice") as refused:
        of_two(played)
    assert refused.value.values == {"card": card, "trick": trick}


def test_a_card_missing_from_the_deck_cannot_be_played() -> None:
    with pytest.raises(CardError, match="not in the pack") as refused:
        judge_play(THREE_HANDED, 0, cards("2C"))
    assert refused.value.values == {"card": "2C"}


def test_two_packs_allow_each_card_twice() -> None:
    assert judge_play(TWO_PACKS, 0, cards("AH AH")).tricks[0].winner == 0


def test_two_packs_allow_no_card_three_times() -> None:
    with pytest.raises(CardError, match="card played twice"):
        judge_play(TWO_PACKS, 0, cards("AH AH AH"))


def test_a_hand_has_a_maximum_number_of_cards() -> None:
    with pytest.raises(CardError, match="too many cards") as refused:
        judge_play(TWO_PLAYER, 0, combine_packs()[:27])
    assert refused.value.values == {"cards": 27, "most": 26}


@calm
@given(any_game.flatmap(hands))
def test_a_legal_hand_has_no_findings(hand: Hand) -> None:
    play = judged(hand)
    assert (play.revokes, play.early_lead, play.illegal) == ((), None, ())


@calm
@given(any_game.flatmap(lambda game: hands(game, "revoke")))
def test_a_revoke_is_found_at_its_trick(hand: Hand) -> None:
    planted = hand.fault
    assume(planted is not None)
    assert planted is not None
    play = judged(hand)
    assert play.revokes == (Revoke(planted.seat, planted.suit, planted.trick, planted.noticed),)
    assert [(found.seat, found.trick, found.why) for found in play.illegal] == [
        (planted.seat, planted.trick, WhyNot.MUST_FOLLOW_SUIT)
    ]


@calm
@given(any_game.flatmap(lambda game: hands(game, "revoke")))
def test_a_revoke_is_unknown_before_its_proof(hand: Hand) -> None:
    planted = hand.fault
    assume(planted is not None)
    assert planted is not None
    before = hand.played[: (planted.noticed - 1) * hand.game.seats]
    assert judged(replace(hand, played=before)).revokes == ()


@calm
@given(any_game.flatmap(lambda game: hands(game, "early lead")))
def test_an_early_spade_lead_is_found_at_its_trick(hand: Hand) -> None:
    planted = hand.fault
    assume(planted is not None)
    assert planted is not None
    play = judged(hand)
    assert play.early_lead == EarlyLead(planted.seat, planted.trick, planted.noticed)
    assert play.broken == SpadesBroken(planted.seat, planted.trick, led=True)
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
