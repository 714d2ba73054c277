"""What the trick judge is asked, as it stands in the address, and what that puts on the table."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import NamedTuple

from flask import request
from werkzeug.exceptions import NotFound

from scorekeeper import rules

from .forms import whole_number


@dataclass(frozen=True)
class Asked:
    """What the judge is asked: a whole hand, or one trick before which spades were broken or not.

    `alone` is the answer whether who led a spade held nothing but spades.
    """

    leads: int
    cards: tuple[rules.Card, ...] = ()
    whole: bool = False
    broken: bool = False
    alone: bool | None = None

    def address(self) -> dict[str, str | int]:
        """Return the parts of the address that ask this."""
        parts = {
            "leads": self.leads,
            "whole": "yes" if self.whole else "",
            "broken": "yes" if self.broken else "",
            "cards": "-".join(card.notation for card in self.cards),
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

    def after(self, play: rules.Play) -> dict[str, str | int]:
        """Return the address that asks the next trick after a single one."""
        leads, broken = play.tricks[-1].winner, self.broken or play.broken is not None
        return self.but(cards=(), alone=None, leads=leads, broken=broken)


class Key(NamedTuple):
    """A card to tap: what the address says of the cards then; None where it cannot be played."""

    card: rules.Card
    cards: str | None


class Place(NamedTuple):
    """A seat in the order of a trick, its card if it was played, and what is up with it."""

    seat: int
    card: rules.Card | None
    due: bool
    wins: bool


def read(match: rules.Match) -> Asked:
    """Return what the address asks; raise CardError for what is no card."""
    leads = whole_number(request.args.get("leads", match.turn.leads))
    if leads is None or leads >= len(match.players):
        raise NotFound
    written = request.args.get("cards", "")
    return Asked(
        leads=leads,
        cards=tuple(rules.read_card(card) for card in written.split("-")) if written else (),
        whole="whole" in request.args,
        broken="broken" in request.args,
        alone={"yes": True, "no": False}.get(request.args.get("alone", "")),
    )


def judged(game: rules.Game, asked: Asked) -> rules.Play:
    """Return what the rules say; a trick is a hand of one."""
    played = game if asked.whole else replace(game, tricks=1)
    return rules.judge_play(played, asked.leads, asked.cards, pack=game.pack)


def trick(game: rules.Game, asked: Asked, play: rules.Play) -> list[Place]:
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


def keys(game: rules.Game, asked: Asked, play: rules.Play) -> list[tuple[rules.Suit, list[Key]]]:
    """Return the cards to tap, suit by suit; none once all are played."""
    if play.turn is None:
        return []
    left = Counter(game.pack)
    left.subtract(asked.cards)
    before = [card.notation for card in asked.cards]
    return [
        (
            suit,
            [
                Key(card, "-".join([*before, card.notation]) if left[card] else None)
                for card in rules.PACK
                if card.suit is suit
            ],
        )
        for suit in rules.Suit
    ]
