"""The trick judge: enter the cards of a trick or hand, and see what the rules say.

The whole query is in the address, so that reload and Back work.
"""

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from flask import render_template, request

from scorekeeper import rules
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.cards import Card, Suit
from scorekeeper.rules.house_rules import SpadesLed
from scorekeeper.rules.referee.play import (
    Play,
    PlayedTrick,
    check_holding,
    find_held_cards,
    find_playable_cards,
    judge_play,
    list_cards_left,
)
from scorekeeper.web.referee.judge import voids
from scorekeeper.web.referee.judge.findings import find_all
from scorekeeper.web.referee.judge.questions import JudgeQuery, format_cards, read_query
from scorekeeper.web.site.db import load_match
from scorekeeper.words.errors import describe_error
from scorekeeper.words.referee import cards as words
from scorekeeper.words.table import name_leader


def show(public_id: str) -> str | tuple[str, int]:
    """Show a trick, or a hand trick by trick, with the verdict of the rules; or the voids."""
    stored = load_match(public_id)
    match, game = stored.match, stored.match.house.game
    if "voids" in request.args:
        return voids.render_page(stored)
    try:
        query = read_query(match)
        if query.entering:
            return _render_card_entry(stored, query)
        try:
            if query.holder is not None:
                check_holding(game, query.holding, whole=query.whole)
        except rules.CardError as error:
            return _render_card_entry(stored, query, describe_error(error, match.players)), 422
        play = _judge(match.house, query)
    except rules.CardError as error:
        error_text = describe_error(error, match.players)
        page = render_template("referee/judge.html", stored=stored, match=match, refused=error_text)
        return page, 422
    # The known cards still held, and which may be played if their holder is due.
    held, may = tuple[Card, ...](), None
    if query.holder is not None:
        held = find_held_cards(game, play, query.holder, query.holding)
        may = find_playable_cards(play, held) if play.turn == query.holder else None
    notes = voids.load_notes(public_id, match)
    return render_template(
        "referee/judge.html",
        stored=stored,
        match=match,
        query=query,
        play=play,
        held=held,
        trick=play.tricks[-1] if play.tricks else PlayedTrick(query.leads, (), None),
        verdict=_verdict(match, query, play),
        hint=_hint(match, query, play, held, may),
        findings=find_all(match, query, play, notes),
        notes=notes,
        own=[
            CardKey(card, format_cards((*query.cards, card)), card not in may)
            for card in Counter(game.pack)
            if may is not None and card in held
        ],
        keys=_keys(game, query, play, held),
    )


class CardKey(NamedTuple):
    """A card button; `cards` is the address value after tapping it, None if it can't be played.

    `wrong` is true if the rules do not allow the card now.
    """

    card: Card
    cards: str | None
    wrong: bool = False


def _render_card_entry(stored: StoredMatch, query: JudgeQuery, error_text: str = "") -> str:
    ticked, pack = Counter(query.holding), Counter(stored.match.house.game.pack)
    # With two decks, each card has two boxes.
    boxes = [(card, number < ticked[card]) for card in pack for number in range(pack[card])]
    return render_template(
        "referee/judge_cards.html",
        stored=stored,
        match=stored.match,
        query=query,
        refused=error_text,
        suits=[(suit, [box for box in boxes if box[0].suit is suit]) for suit in Suit],
    )


def _judge(house: rules.HouseRules, query: JudgeQuery) -> Play:
    game = house.game
    holdings = [query.holding if seat == query.holder else None for seat in range(game.seats)]
    if not query.whole:
        game = replace(game, tricks=1)
    return judge_play(
        *(game, query.leads, query.cards, holdings),
        broken=query.broken,
        spades_led=house.spades_led,
    )


def _verdict(match: rules.Match, query: JudgeQuery, play: Play) -> str:
    if not play.tricks:
        return name_leader(match.players[query.leads])
    trick = play.tricks[-1]
    if trick.winner is not None:
        return words.describe_winner(match, trick, last=query.whole and play.turn is None)
    assert play.turn is not None
    return words.describe_turn(match, play.turn)


def _hint(
    match: rules.Match,
    query: JudgeQuery,
    play: Play,
    held: tuple[Card, ...],
    may: tuple[Card, ...] | None,
) -> str:
    """Return a hint on what may be played now; empty after the last card.

    Before the first card, there is one only at a table that leads no spade to the first trick.
    """
    if may and query.holder is not None:
        return words.describe_playable_cards(match, query.holder, held, may)
    trick, spades_led = play.tricks[-1] if play.tricks else None, match.house.spades_led
    is_usual_lead = trick is None and spades_led is not SpadesLed.NOT_IN_FIRST_TRICK
    if play.turn is None or is_usual_lead:
        return ""
    if trick and trick.winner is None:
        return words.describe_following(match, trick)
    return words.describe_allowed_lead(spades_led, spades=play.may_lead_spades)


def _keys(
    game: rules.Game, query: JudgeQuery, play: Play, held: tuple[Card, ...]
) -> list[tuple[Suit, list[CardKey]]]:
    """Return the buttons of the cards that no known holding contains, by suit; none at the end."""
    if play.turn is None:
        return []
    return [
        (
            suit,
            [
                CardKey(card, format_cards((*query.cards, card)) if card in left else None)
                for card in Counter(game.pack)
                if card.suit is suit
            ],
        )
        for suit, left in list_cards_left(game, [*query.cards, *held]).items()
    ]
