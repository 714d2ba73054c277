"""The cards one player holds: if you know them, every play can be judged."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from scorekeeper.rules import CardError
from scorekeeper.rules.cards import PACK, Card, Suit, read_card
from scorekeeper.rules.games import PARTNERSHIP, SIX_HANDED, THREE_HANDED, TWO_PLAYER
from scorekeeper.rules.referee.play import (
    IllegalCard,
    WhyNot,
    check_holding,
    find_held_cards,
    find_playable_cards,
    judge_play,
)
from tests.rules.cards import cards

ONE_TRICK = replace(TWO_PLAYER, tricks=1)


def test_a_holding_has_one_card_per_trick() -> None:
    check_holding(PARTNERSHIP, PACK[:13], whole=True)
    check_holding(PARTNERSHIP, PACK[:5], whole=False)
    for holding, whole in ((PACK[:12], True), (PACK[:14], True), (PACK[:14], False)):
        with pytest.raises(CardError, match="not all cards of a hand"):
            check_holding(PARTNERSHIP, holding, whole=whole)


def test_a_holding_respects_the_deck() -> None:
    check_holding(SIX_HANDED, cards("AS AS"), whole=False)
    with pytest.raises(CardError, match="card held twice"):
        check_holding(PARTNERSHIP, cards("AS AS"), whole=False)
    with pytest.raises(CardError, match="not in the pack"):
        check_holding(THREE_HANDED, cards("2C"), whole=False)


def test_one_of_two_equal_cards_remains() -> None:
    play = judge_play(SIX_HANDED, 0, cards("AS"))
    assert find_held_cards(SIX_HANDED, play, 0, cards("AS AS KH")) == tuple(cards("AS KH"))
    assert find_held_cards(SIX_HANDED, play, 1, cards("AS")) == tuple(cards("AS"))


def test_a_first_spade_lead_needs_spades_only_or_broken() -> None:
    play, later = judge_play(ONE_TRICK, 0, []), judge_play(ONE_TRICK, 0, [], broken=True)
    assert find_playable_cards(play, cards("AS KH")) == tuple(cards("KH"))
    assert find_playable_cards(later, cards("AS KH")) == tuple(cards("AS KH"))


def test_a_trick_winner_may_lead_broken_spades() -> None:
    play = judge_play(TWO_PLAYER, 0, cards("AH 2S"))
    assert find_playable_cards(play, cards("KS KH")) == tuple(cards("KS KH"))


def test_spades_broken_in_an_earlier_trick_may_be_led() -> None:
    holdings = [cards("AS KH"), None]
    early = judge_play(ONE_TRICK, 0, cards("AS"), holdings)
    assert early.illegal == (IllegalCard(0, 1, read_card("AS"), WhyNot.SPADES_NOT_BROKEN),)
    assert judge_play(ONE_TRICK, 0, cards("AS"), holdings, broken=True).illegal == ()


@st.composite
def plays(draw: st.DrawFn) -> tuple[list[Card], list[Card], int]:
    """A player's thirteen cards, and cards played by all of which those are that player's."""
    shuffled = draw(st.permutations(PACK))
    holding, rest = shuffled[:13], shuffled[13:]
    leads, played = draw(st.integers(0, 3)), []
    for _ in range(draw(st.integers(0, 51))):
        seat = judge_play(PARTNERSHIP, leads, played).turn
        own = [card for card in holding if card not in played]
        others = [card for card in rest if card not in played]
        played.append(draw(st.sampled_from(own if seat == 0 else others)))
    return holding, played, leads


@given(plays())
def test_legal_cards_are_found_right_when_played(given: tuple[list[Card], list[Card], int]) -> None:
    holding, played, leads = given
    holdings: list[Sequence[Card] | None] = [holding, None, None, None]
    before = judge_play(PARTNERSHIP, leads, played, holdings)
    if before.turn != 0 or len(played) == 52:
        return
    held = find_held_cards(PARTNERSHIP, before, 0, holding)
    may = find_playable_cards(before, held)
    assert may
    for card in held:
        after = judge_play(PARTNERSHIP, leads, [*played, card], holdings)
        assert (after.illegal == before.illegal) == (card in may)


@given(plays())
def test_a_later_proven_revoke_was_illegal_at_once(
    given: tuple[list[Card], list[Card], int],
) -> None:
    holding, played, leads = given
    play = judge_play(PARTNERSHIP, leads, played, [holding, None, None, None])
    wrong = {(one.seat, one.trick) for one in play.illegal if one.why is WhyNot.MUST_FOLLOW_SUIT}
    assert {(one.seat, one.trick) for one in play.revokes if one.seat == 0} <= wrong
    if play.early_lead is not None and play.early_lead.seat == 0:
        (early,) = [one for one in play.illegal if one.why is WhyNot.SPADES_NOT_BROKEN]
        assert (early.trick, early.card.suit) == (play.early_lead.trick, Suit.SPADES)
