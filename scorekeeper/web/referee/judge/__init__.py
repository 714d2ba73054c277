"""The trick judge: enter the cards of a trick or hand, and see what the rules say.

The whole query is in the address, so that reload and Back work.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from flask import abort, render_template, request

from scorekeeper import rules
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.cards import Card, Suit, read_card
from scorekeeper.rules.house_rules import SpadesLed
from scorekeeper.rules.referee.play import (
    IllegalCard,
    Play,
    PlayedTrick,
    WhyNot,
    check_holding,
    find_held_cards,
    find_playable_cards,
    judge_play,
    list_cards_left,
)
from scorekeeper.web.forms.base import parse_int
from scorekeeper.web.referee.judge import voids
from scorekeeper.web.referee.judge.voids import VoidNotes
from scorekeeper.web.site.db import load_match
from scorekeeper.words.errors import describe_error
from scorekeeper.words.referee import cards as words
from scorekeeper.words.table import name_leader


@dataclass(frozen=True)
class JudgeQuery:
    """A query to the judge: a whole hand, or one trick with spades broken before it or not.

    `alone` says whether a player who led a spade held only spades (None: not answered).
    `holding` are the cards of the seat `holder` before the first trick, and `entering` is true
    while they are being entered.
    """

    leads: int
    cards: tuple[Card, ...] = ()
    whole: bool = False
    broken: bool = False
    alone: bool | None = None
    holder: int | None = None
    holding: tuple[Card, ...] = ()
    entering: bool = False

    def parameters(self) -> dict[str, str | int]:
        """Return the query as URL parameters."""
        parts = {
            "leads": self.leads,
            "whole": "yes" if self.whole else "",
            "broken": "yes" if self.broken else "",
            "cards": format_cards(self.cards),
            "alone": {True: "yes", False: "no", None: ""}[self.alone],
            "holder": "" if self.holder is None else self.holder,
            "holding": "" if self.holder is None else format_cards(self.holding),
            "enter": "yes" if self.entering else "",
        }
        return {name: part for name, part in parts.items() if part != ""}

    def with_changes(self, **changes: Any) -> dict[str, str | int]:
        return replace(self, **changes).parameters()

    def without_holding(self) -> dict[str, str | int]:
        return self.with_changes(holder=None, holding=(), entering=False)

    def without_last_card(self) -> dict[str, str | int]:
        return self.with_changes(
            cards=self.cards[:-1], alone=self.alone if len(self.cards) > 1 else None
        )

    def next_trick(self, play: Play, held: tuple[Card, ...]) -> dict[str, str | int]:
        """Return the URL parameters of the next trick; `held` are the known cards still held."""
        known = {"holding": held} if held else {"holder": None, "holding": ()}
        leads, broken = play.tricks[-1].winner, play.may_lead_spades
        return self.with_changes(cards=(), alone=None, leads=leads, broken=broken, **known)


def read_query(match: rules.Match) -> JudgeQuery:
    """Read the query from the address; raise CardError for an invalid card."""
    leads = _read_seat(match, request.args.get("leads", match.turn.leads))
    holder = request.args.get("holder")
    holding = "-".join(request.args.getlist("holding")) if holder is not None else ""
    return JudgeQuery(
        leads=leads,
        cards=_read_cards(match, request.args.get("cards", "")),
        whole="whole" in request.args,
        broken="broken" in request.args,
        alone={"yes": True, "no": False}.get(request.args.get("alone", "")),
        holder=None if holder is None else _read_seat(match, holder),
        holding=_read_cards(match, holding),
        entering=holder is not None and (not holding or "enter" in request.args),
    )


def format_cards(cards: tuple[Card, ...]) -> str:
    """Return cards as a URL value, joined by hyphens."""
    return "-".join(card.notation for card in cards)


def _read_cards(match: rules.Match, text: str) -> tuple[Card, ...]:
    deck = match.house.deck.value
    return tuple(read_card(written, deck) for written in text.split("-")) if text else ()


def _read_seat(match: rules.Match, text: object) -> int:
    seat = parse_int(text)
    if seat is None or seat >= len(match.players):
        abort(404)
    return seat


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
        findings=_find_all(match, query, play, notes),
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


Question = dict[str, str | int]
"""URL parameters of the rulings page."""


class Finding(NamedTuple):
    """A finding of the judge; `ruling` links to the rulings page if it can rule on it.

    `is_question` is true if the table has to say whether the leader of a spade held only spades.
    `watch` links to the void tracker if there is something to note.
    """

    sentence: str
    ruling: Question | None = None
    is_question: bool = False
    watch: Question | None = None


def _find_all(match: rules.Match, query: JudgeQuery, play: Play, notes: VoidNotes) -> list[Finding]:
    """Return all findings, errors first."""
    return [
        *_illegal_cards(match, query, play),
        *_revokes(match, play),
        *_noted_revokes(match, query, play, notes),
        *_spade_lead(match, query, play),
        *_legal_card(match, query, play),
        *_voids(match, query, play),
    ]


def _illegal_cards(match: rules.Match, query: JudgeQuery, play: Play) -> Iterator[Finding]:
    for illegal in play.illegal:
        sentence = words.describe_illegal_card(
            match, illegal, play.tricks[illegal.trick - 1].cards[0].suit
        )
        if query.whole:
            sentence = words.prefix_trick(illegal.trick, sentence)
        yield Finding(sentence, _ruling(match, query, play, illegal))


def _ruling(
    match: rules.Match, query: JudgeQuery, play: Play, illegal: IllegalCard
) -> Question | None:
    game = match.house.game
    if illegal.why is WhyNot.NOT_HELD:
        return None
    if illegal.why is WhyNot.SPADES_NOT_BROKEN:
        last = len(query.cards) == (illegal.trick - 1) * game.seats + 1
        return _question("early spade", illegal.seat, in_time=last)
    later = [seat for trick in play.tricks[illegal.trick :] for seat in trick.by_seat(game)]
    offenders = game.sides[game.side_of[illegal.seat]]
    return _question("revoke", illegal.seat, in_time=not any(seat in later for seat in offenders))


def _question(kind: str, seat: int, *, in_time: bool) -> Question:
    return {"kind": kind, "noticed": "in time" if in_time else "later", "seat": seat}


def _revokes(match: rules.Match, play: Play) -> Iterator[Finding]:
    """Yield each revoke that a later card proves, unless the known holding proves it already."""
    known = {(illegal.seat, illegal.trick) for illegal in play.illegal}
    for revoke in play.revokes:
        if (revoke.seat, revoke.trick) not in known:
            ruling = _question("revoke", revoke.seat, in_time=False)
            yield Finding(words.describe_revoke(match, revoke), ruling)


def _noted_revokes(
    match: rules.Match, query: JudgeQuery, play: Play, notes: VoidNotes
) -> Iterator[Finding]:
    """Yield each card of the last trick whose suit its player was noted to be out of before."""
    played = play.tricks[-1].by_seat(match.house.game) if play.tricks else {}
    for seat, card in played.items():
        note = notes.get((seat, card.suit))
        if note and not note.later and (not query.whole or note.trick < len(play.tricks)):
            ruling = _question("revoke", seat, in_time=False)
            yield Finding(words.describe_noted_revoke(match, seat, card.suit, note.trick), ruling)


def _spade_lead(match: rules.Match, query: JudgeQuery, play: Play) -> Iterator[Finding]:
    """Yield the finding on a spade lead that is fine only from a player without other suits."""
    if play.broken is None or not play.broken.early:
        return
    seat, early = play.broken.seat, play.early_lead
    card = play.tricks[play.broken.trick - 1].cards[0]
    if seat == query.holder:
        if not any(illegal.seat == seat for illegal in play.illegal):
            yield Finding(words.describe_spade_lead(match, seat, card, only_spades=True))
    elif early is not None:
        ruling = _question("early spade", early.seat, in_time=False)
        yield Finding(words.describe_early_lead(match, early), ruling)
    else:
        sentence = words.describe_spade_lead(match, seat, card, only_spades=query.alone)
        wrong = _question("early spade", seat, in_time=len(query.cards) == 1)
        is_question = query.alone is None and not query.whole
        yield Finding(sentence, wrong if query.alone is False else None, is_question)


def _legal_card(match: rules.Match, query: JudgeQuery, play: Play) -> Iterator[Finding]:
    """Yield a finding if the last card of the known holding was legal."""
    if query.holder is None or not play.tricks:
        return
    number = len(play.tricks)
    card = play.tricks[-1].by_seat(match.house.game).get(query.holder)
    wrong = any(illegal.trick == number for illegal in play.illegal)
    opened = play.broken == (query.holder, number, True)
    if card and not wrong and not opened:
        yield Finding(words.describe_legal_card(card))


def _voids(match: rules.Match, query: JudgeQuery, play: Play) -> Iterator[Finding]:
    revoked = {illegal.seat for illegal in play.illegal if illegal.why is WhyNot.MUST_FOLLOW_SUIT}
    voids = [void for void in play.voids if void.trick == len(play.tricks)]
    seats = [void.seat for void in voids if void.seat not in revoked]
    if seats:
        watch: Question = {"voids": "yes"} | ({"trick": len(play.tricks)} if query.whole else {})
        yield Finding(words.describe_void(match, voids[0].suit, seats), watch=watch)
