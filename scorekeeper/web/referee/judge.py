"""The trick judge: cards as they were played, and what the rules say of them.

All that is asked stands in the address, so that reload and Back work.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from flask import Blueprint, abort, render_template, request

from scorekeeper import rules
from scorekeeper.rules.cards import PACK, Card, Suit, read_card
from scorekeeper.rules.referee import Play, cards_left, judge_play, judge_trick
from scorekeeper.web.forms.base import whole_number
from scorekeeper.web.site.scorebook import load
from scorekeeper.words import cards as said
from scorekeeper.words.refusals import refusal

blueprint = Blueprint("judge", __name__)


@blueprint.get("/matches/<public_id>/judge")
def show(public_id: str) -> str | tuple[str, int]:
    """Show a trick, or a hand trick by trick, with what the rules say of it."""
    stored = load(public_id)
    match, game = stored.match, stored.match.house.game
    try:
        asked = _asked(match)
        judge = judge_play if asked.whole else judge_trick
        play = judge(game, asked.leads, asked.cards)
    except rules.CardError as error:
        refused = refusal(error, match.players)
        page = render_template("referee/judge.html", stored=stored, match=match, refused=refused)
        return page, 422
    return render_template(
        "referee/judge.html",
        stored=stored,
        match=match,
        asked=asked,
        play=play,
        trick=_trick(game, play),
        verdict=_verdict(match, asked, play),
        hint=_hint(match, asked, play),
        findings=[*_revokes(match, play), *_spade_lead(match, asked, play), *_voids(match, play)],
        keys=_keys(game, asked, play),
    )


@dataclass(frozen=True)
class Asked:
    """What the judge is asked: a whole hand, or one trick before which spades were broken or not.

    `alone` is the answer whether who led a spade held nothing but spades.
    """

    leads: int
    cards: tuple[Card, ...] = ()
    whole: bool = False
    broken: bool = False
    alone: bool | None = None

    def address(self) -> dict[str, str | int]:
        """Return the parts of the address that ask this."""
        parts = {
            "leads": self.leads,
            "whole": "yes" if self.whole else "",
            "broken": "yes" if self.broken else "",
            "cards": _written(self.cards),
            "alone": {True: "yes", False: "no", None: ""}[self.alone],
        }
        return {name: part for name, part in parts.items() if part != ""}

    def but(self, **changes: object) -> dict[str, str | int]:
        """Return the address that asks this with changes."""
        return replace(self, **changes).address()  # type: ignore[arg-type]

    def without_the_last(self) -> dict[str, str | int]:
        """Return the address that asks this without the last card."""
        return self.but(cards=self.cards[:-1], alone=self.alone if len(self.cards) > 1 else None)

    def anew(self) -> dict[str, str | int]:
        """Return the address that asks this without any card."""
        return self.but(cards=(), alone=None)

    def after(self, play: Play) -> dict[str, str | int]:
        """Return the address that asks the next trick after a single one."""
        leads, broken = play.tricks[-1].winner, self.broken or play.broken is not None
        return self.but(cards=(), alone=None, leads=leads, broken=broken)


Question = dict[str, str | int]
"""What the rulings desk is asked, as its address has it."""


class Finding(NamedTuple):
    """What the judge found; where the desk can rule on it, what it is to be asked.

    `asks` says that the table has to say whether who led a spade held nothing but spades.
    """

    told: str
    ruling: Question | None = None
    asks: bool = False


class Place(NamedTuple):
    """A seat in the order of a trick, its card if it was played, and what is up with it."""

    seat: int
    card: Card | None
    due: bool
    wins: bool


class Key(NamedTuple):
    """A card to tap: what the address says of the cards then; None where it cannot be played."""

    card: Card
    cards: str | None


def _asked(match: rules.Match) -> Asked:
    """Return what the address asks; raise CardError for what is no card."""
    leads = whole_number(request.args.get("leads", match.turn.leads))
    if leads is None or leads >= len(match.players):
        abort(404)
    written = request.args.get("cards", "")
    return Asked(
        leads=leads,
        cards=tuple(map(read_card, written.split("-"))) if written else (),
        whole="whole" in request.args,
        broken="broken" in request.args,
        alone={"yes": True, "no": False}.get(request.args.get("alone", "")),
    )


def _written(cards: tuple[Card, ...]) -> str:
    return "-".join(card.notation for card in cards)


def _trick(game: rules.Game, play: Play) -> list[Place]:
    """Return the trick that lies on the table, seat by seat."""
    if not play.tricks:
        return []
    leader, cards, winner = play.tricks[-1]
    due = play.turn if winner is None else None
    lying = (*cards, *(None,) * (game.seats - len(cards)))
    return [
        Place(seat, card, seat == due, seat == winner)
        for seat, card in zip(game.clockwise_from(leader), lying, strict=True)
    ]


def _verdict(match: rules.Match, asked: Asked, play: Play) -> str:
    """Return who wins and leads, or whose turn it is."""
    if not play.tricks:
        return said.leads(match, asked.leads)
    trick = play.tricks[-1]
    if trick.winner is not None:
        return said.wins(match, trick, last=asked.whole and play.turn is None)
    assert play.turn is not None
    return said.turn(match, play.turn)


def _hint(match: rules.Match, asked: Asked, play: Play) -> str:
    """Return what may be played now; nothing before the first card and after the last."""
    if play.turn is None or not play.tricks:
        return ""
    trick = play.tricks[-1]
    if trick.winner is None:
        return said.follow(match, trick)
    return said.may_lead(broken=asked.broken or play.broken is not None)


def _revokes(match: rules.Match, play: Play) -> list[Finding]:
    found = []
    for revoke in play.revokes:
        ruling: Question = {"kind": "revoke", "noticed": "later", "seat": revoke.seat}
        found.append(Finding(said.revoke(match, revoke), ruling))
    return found


def _spade_lead(match: rules.Match, asked: Asked, play: Play) -> list[Finding]:
    if play.early_lead is not None:
        ruling: Question = {"kind": "early spade", "noticed": "later", "seat": play.early_lead.seat}
        return [Finding(said.early_lead(match, play.early_lead), ruling)]
    if asked.broken or play.broken is None or not play.broken.led:
        return []
    seat = play.broken.seat
    told = said.spade_lead(match, seat, only_spades=asked.alone)
    if asked.alone is False:
        when = "in time" if len(asked.cards) == 1 else "later"
        return [Finding(told, {"kind": "early spade", "noticed": when, "seat": seat})]
    return [Finding(told, asks=asked.alone is None and not asked.whole)]


def _voids(match: rules.Match, play: Play) -> list[Finding]:
    """Return who did not follow suit in the last trick."""
    voids = [void for void in play.voids if void.trick == len(play.tricks)]
    if not voids:
        return []
    return [Finding(said.void(match, voids[0].suit, [void.seat for void in voids]))]


def _keys(game: rules.Game, asked: Asked, play: Play) -> list[tuple[Suit, list[Key]]]:
    """Return the cards to tap, suit by suit; none once all are played."""
    if play.turn is None:
        return []
    return [
        (
            suit,
            [
                Key(card, _written((*asked.cards, card)) if card in left else None)
                for card in PACK
                if card.suit is suit
            ],
        )
        for suit, left in cards_left(game, asked.cards).items()
    ]
