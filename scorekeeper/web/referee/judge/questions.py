"""The query of the trick judge, as it is in the address."""

from dataclasses import dataclass, replace
from typing import Any

from flask import abort, request

from scorekeeper import rules
from scorekeeper.rules.cards import Card, read_card
from scorekeeper.rules.referee.play import Play
from scorekeeper.web.forms.base import parse_int


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
    leads = _seat(match, request.args.get("leads", match.turn.leads))
    holder = request.args.get("holder")
    holding = "-".join(request.args.getlist("holding")) if holder is not None else ""
    return JudgeQuery(
        leads=leads,
        cards=_cards(match, request.args.get("cards", "")),
        whole="whole" in request.args,
        broken="broken" in request.args,
        alone={"yes": True, "no": False}.get(request.args.get("alone", "")),
        holder=None if holder is None else _seat(match, holder),
        holding=_cards(match, holding),
        entering=holder is not None and (not holding or "enter" in request.args),
    )


def format_cards(cards: tuple[Card, ...]) -> str:
    """Return cards as a URL value, joined by hyphens."""
    return "-".join(card.notation for card in cards)


def _cards(match: rules.Match, text: str) -> tuple[Card, ...]:
    deck = match.house.deck.value
    return tuple(read_card(written, deck) for written in text.split("-")) if text else ()


def _seat(match: rules.Match, text: object) -> int:
    seat = parse_int(text)
    if seat is None or seat >= len(match.players):
        abort(404)
    return seat
