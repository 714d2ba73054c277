from dataclasses import replace

import pytest

from scorekeeper.rules import HouseRules
from scorekeeper.rules.cards import HIGH_TRUMPS, Card, Suit, list_cards, read_card
from scorekeeper.rules.house_rules import SpadesLed
from scorekeeper.rules.referee.play import (
    EarlyLead,
    IllegalCard,
    PlayedTrick,
    Revoke,
    WhyNot,
    judge_play,
)
from scorekeeper.words.language import gettext, speak
from scorekeeper.words.referee import cards as words, pages
from tests.rules.table import Table
from tests.words.complete import is_complete

HEARTS = Suit.HEARTS


def played(table: Table, *cards: str) -> PlayedTrick:
    one_trick = replace(table.match.house.game, tricks=1)
    judged = judge_play(one_trick, 0, [read_card(card) for card in cards])
    return judged.tricks[0]


EVERY = sorted({card for deck in HIGH_TRUMPS for card in list_cards(deck)})


@pytest.mark.parametrize("card", EVERY, ids=lambda card: f"{card.rank}{card.suit}")
def test_every_card_has_a_name_a_suit_and_a_corner(any_language: str, card: Card) -> None:
    assert is_complete(words.name_card(card))
    assert is_complete(words.name_suit(card.suit))
    assert is_complete(words.name_rank(card))


@pytest.mark.parametrize(
    ("language", "card", "name", "corner"),
    [
        ("en", "AS", "ace of spades", "A"),
        ("en", "10H", "10 of hearts", "10"),
        ("en", "JD", "jack of diamonds", "J"),
        ("de", "JD", "Karo-Bube", "B"),
        ("de", "QC", "Kreuz-Dame", "D"),
        ("de", "2S", "Pik-2", "2"),
        ("en", "BJ", "big joker", "BJ"),
        ("de", "LJ", "kleiner Joker", "KJ"),
        ("fil", "BJ", "malaking joker", "BJ"),
        ("en", "2D", "2 of diamonds", "2"),
    ],
)
def test_card_names_are_translated(language: str, card: str, name: str, corner: str) -> None:
    speak(language)
    found = read_card(card, "jokers 2D 2S")
    assert (words.name_card(found), words.name_rank(found)) == (name, corner)


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        ("usual", ""),
        ("jokers 2S", "Big joker (BJ) and little joker (LJ) count as spades."),
        ("jokers 2D 2S", "Big joker (BJ), little joker (LJ) and 2 of diamonds count as spades."),
    ],
)
def test_cards_that_only_count_as_spades_are_named(deck: str, said: str) -> None:
    assert words.describe_high_trumps(HouseRules.of("solo", deck=deck)) == said


def test_the_turn_is_named(table: Table) -> None:
    assert words.describe_turn(table.match, 1) == "Ben’s turn"


def test_the_winner_of_a_trick_is_named_with_the_card(table: Table) -> None:
    trick = played(table, "10H", "KH", "3H", "2H")
    assert words.describe_winner(table.match, trick, last=False) == (
        "Ben wins with the king of hearts and leads next."
    )
    assert words.describe_winner(table.match, trick, last=True) == (
        "Ben wins the last trick with the king of hearts."
    )


def test_an_open_trick_names_suit_and_winner_so_far(table: Table) -> None:
    assert words.describe_following(table.match, played(table, "10H", "2S", "KH")) == (
        "Follow hearts if you can. Ben is winning."
    )


def test_allowed_leads_are_described() -> None:
    broken, any_time, first = SpadesLed
    said = words.describe_allowed_lead
    assert said(broken, spades=True) == "Spades are broken. You may lead any card."
    assert said(broken, spades=False) == (
        "Spades aren’t broken yet. Lead one only if you hold nothing else."
    )
    assert {said(any_time, spades=True), said(first, spades=True)} == {"You may lead any card."}
    assert said(first, spades=False) == "First trick: lead a spade only if you hold nothing else."


def test_a_revoke_names_the_trick_that_proves_it(table: Table) -> None:
    revoke = Revoke(seat=1, suit=HEARTS, trick=3, noticed=7)
    assert words.describe_revoke(table.match, revoke) == (
        "Revoke: Ben didn’t follow hearts in trick 3 but played one in trick 7."
    )


def test_an_early_spade_names_the_trick_that_proves_it(table: Table) -> None:
    assert words.describe_early_lead(table.match, EarlyLead(seat=0, trick=1, noticed=2)) == (
        "Ann led a spade too early in trick 1. Trick 2 shows that Ann had another suit."
    )


@pytest.mark.parametrize(
    ("only_spades", "said"),
    [
        (True, "Ann had nothing else, so the lead is fine and spades are broken."),
        (False, "Ann can’t lead a spade yet. Lead another suit."),
        (
            None,
            "Ann led a spade before spades were broken. That’s fine only if Ann held nothing else.",
        ),
    ],
)
def test_a_spade_lead_is_judged_by_the_known_holding(
    table: Table, only_spades: bool | None, said: str
) -> None:
    ace = read_card("AS")
    assert words.describe_spade_lead(table.match, 0, ace, only_spades=only_spades) == said


def test_players_who_showed_a_void_are_named(table: Table) -> None:
    cards = [read_card(card) for card in ("AH", "2S", "3C", "4H")]
    voids = judge_play(table.match.house.game, 0, cards).voids
    assert words.describe_void(table.match, HEARTS, [void.seat for void in voids]) == (
        "Ben didn’t follow hearts. If Ben plays one later, it’s a revoke. Cleo didn’t follow "
        "hearts. If Cleo plays one later, it’s a revoke."
    )


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (
            WhyNot.MUST_FOLLOW_SUIT,
            "The king of hearts was wrong. Ann still had clubs and had to follow suit. That’s "
            "a revoke.",
        ),
        (
            WhyNot.SPADES_NOT_BROKEN,
            "The king of hearts was wrong. Spades were not broken, and Ann still had another suit.",
        ),
        (WhyNot.NOT_HELD, "Ann didn’t have the king of hearts."),
    ],
)
def test_an_illegal_card_has_its_reason(table: Table, why: WhyNot, said: str) -> None:
    found = IllegalCard(0, 3, read_card("KH"), why)
    assert words.describe_illegal_card(table.match, found, Suit.CLUBS) == said


def test_a_spade_in_the_first_trick_is_wrong_though_nothing_has_to_be_broken(table: Table) -> None:
    table.start(spades_led="not in the first trick")
    ace = read_card("AS")
    found = IllegalCard(0, 1, ace, WhyNot.SPADES_NOT_BROKEN)
    assert words.describe_illegal_card(table.match, found, Suit.SPADES) == (
        "The ace of spades was wrong. It was the first trick, and Ann still had another suit."
    )
    led = {only: words.describe_spade_lead(table.match, 0, ace, only_spades=only)
           for only in (True, False, None)}  # fmt: skip
    assert led == {
        True: "The ace of spades was right.",
        False: "Ann can’t lead a spade yet. Lead another suit.",
        None: "First trick: lead a spade only if you hold nothing else.",
    }


def test_a_legal_card_has_a_sentence(table: Table) -> None:
    assert words.describe_legal_card(read_card("KH")) == "The king of hearts was right."


def test_a_finding_is_prefixed_with_its_trick() -> None:
    assert words.prefix_trick(3, "The king of hearts was right.") == (
        "Trick 3: The king of hearts was right."
    )


def test_playable_cards_are_listed(table: Table) -> None:
    held = [read_card(card) for card in ("AS", "KH", "2C")]
    assert words.describe_playable_cards(table.match, 0, held, held) == "Ann may play any card."
    assert (
        words.describe_playable_cards(table.match, 0, held, held[1:])
        == "Ann may play only hearts and clubs."
    )


def test_cards_are_labelled_with_their_player(table: Table) -> None:
    assert words.label_cards(table.match, 0) == "Ann’s cards"


@pytest.mark.parametrize("page", pages.PAGES)
def test_every_page_has_a_title(any_language: str, page: str) -> None:
    assert is_complete(pages.name_page(page))
    assert is_complete(gettext(pages.PAGES[page][1]))
