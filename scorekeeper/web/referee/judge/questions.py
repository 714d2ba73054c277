"""What the trick judge is asked; all of it stands in the address."""

from dataclasses import dataclass, replace
from typing import Any

from flask import abort, request

from scorekeeper import rules
from scorekeeper.rules.cards import Card, read_card
from scorekeeper.rules.referee import Play
from scorekeeper.web.forms.base import parse_int


@dataclass(frozen=True)
class JudgeQuery:
    """What the judge is asked: a whole hand, or one trick before which spades were broken or not.

    `alone` is the answer whether who led a spade held nothing but spades; `holding` are the cards
    of the player in the seat `holder` before the first of these tricks, `entering` whether they
    are being entered.
    """

    leads: int
    cards: tuple[Card, ...] = ()
    whole: bool = False
    broken: bool = False
    alone: bool | None = None
    holder: int | None = None
    holding: tuple[Card, ...] = ()
    entering: bool = False

    def address(self) -> dict[str, str | int]:
        """Return the parts of the address that ask this."""
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

    def but(self, **changes: Any) -> dict[str, str | int]:
        """Return the address that asks this with changes."""
        return replace(self, **changes).address()

    def of_nobody(self) -> dict[str, str | int]:
        """Return the address that asks this without anybody's cards."""
        return self.but(holder=None, holding=(), entering=False)

    def without_the_last(self) -> dict[str, str | int]:
        """Return the address that asks this without the last card."""
        return self.but(cards=self.cards[:-1], alone=self.alone if len(self.cards) > 1 else None)

    def anew(self) -> dict[str, str | int]:
        """Return the address that asks this without any card played."""
        return self.but(cards=(), alone=None)

    def after(self, play: Play, held: tuple[Card, ...]) -> dict[str, str | int]:
        """Return the address that asks the next trick after a single one, these cards being left.

        Who has no card left has none to know.
        """
        leads, broken = play.tricks[-1].winner, self.broken or play.broken is not None
        known = {"holding": held} if held else {"holder": None, "holding": ()}
        return self.but(cards=(), alone=None, leads=leads, broken=broken, **known)


def read_query(match: rules.Match) -> JudgeQuery:
    """Return what the address asks; raise CardError for what is no card."""
    leads = _seat(match, request.args.get("leads", match.turn.leads))
    holder = request.args.get("holder")
    holding = "-".join(request.args.getlist("holding")) if holder is not None else ""
    return JudgeQuery(
        leads=leads,
        cards=_cards(request.args.get("cards", "")),
        whole="whole" in request.args,
        broken="broken" in request.args,
        alone={"yes": True, "no": False}.get(request.args.get("alone", "")),
        holder=None if holder is None else _seat(match, holder),
        holding=_cards(holding),
        entering=holder is not None and (not holding or "enter" in request.args),
    )


def format_cards(cards: tuple[Card, ...]) -> str:
    """Return cards as the address has them."""
    return "-".join(card.notation for card in cards)


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(read_card, text.split("-"))) if text else ()


def _seat(match: rules.Match, text: object) -> int:
    seat = parse_int(text)
    if seat is None or seat >= len(match.players):
        abort(404)
    return seat
