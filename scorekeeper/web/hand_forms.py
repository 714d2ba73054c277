"""The two questions of a hand: what was bid, and who took the tricks."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import StringField, TextAreaField

from scorekeeper import rules

from . import labels
from .forms import RecordingForm, missing, whole_number

Form = TypeVar("Form", bound=RecordingForm)


class Invalid(Exception):
    """A form cannot be used as it was filled in; it carries the messages itself."""

    def __init__(self, form: RecordingForm) -> None:
        super().__init__("the form is not complete")
        self.form = form


@contextmanager
def refusing(form: RecordingForm, match: rules.Match) -> Iterator[None]:
    """Turn what the rules refuse into messages at the form."""
    try:
        yield
    except rules.RuleError as error:
        form.refuse_rule(error, match.players, match.sides)
        raise Invalid(form) from error


@dataclass(frozen=True)
class Question:
    """One row of number chips: whose it is, which numbers there are, which one is chosen."""

    name: str
    title: str
    side: int
    chosen: str
    numbers: tuple[str, ...]
    note: str = ""
    bid: str = ""
    blind: tuple[str, ...] = ()


class BidsForm(RecordingForm):
    """The bids of a hand, asked in bidding order; made for one match by `form_for`."""

    match: rules.Match
    order: Sequence[int]

    def bid_questions(self) -> list[Question]:
        """Return a question for each seat."""
        game = self.match.house.game
        return [
            Question(
                name=f"bid_{seat}",
                title=self.match.players[seat],
                side=game.side_of[seat],
                chosen=self[f"bid_{seat}"].data or "",
                numbers=("nil", *map(str, range(1, game.tricks + 1))),
                blind=_blind_bids(self.match.house),
            )
            for seat in self.order
        ]

    def bids(self) -> list[rules.Bid]:
        """Return the bids by seat; raise Invalid where one is missing or is none."""
        found = {}
        for seat in self.order:
            field, written = f"bid_{seat}", self[f"bid_{seat}"].data
            number = whole_number(written)
            try:
                found[seat] = rules.read_bid(written if number is None else number)
            except rules.BidError:
                self.refuse(missing(self.match.players[seat]), field)
        if len(found) < len(self.order):
            raise Invalid(self)
        return [found[seat] for seat in sorted(found)]


def _blind_bids(house: rules.HouseRules) -> tuple[str, ...]:
    """Return the bids that can be made without looking, as they are written."""
    if not house.blind_minimum:
        return ("blind nil",)
    alone = all(len(seats) == 1 for seats in house.game.sides)
    least = house.blind_minimum if alone else 1
    return ("blind nil", *(f"blind {bid}" for bid in range(least, house.game.tricks + 1)))


class TricksForm(RecordingForm):
    """The tricks of a hand: one number a side, and each nil bidder's own; made by `form_for`."""

    match: rules.Match
    asked: Mapping[str, tuple[str, int]]
    table_bids: Sequence[rules.Bid]

    def trick_questions(self) -> list[Question]:
        """Return a question for each pile and for each seat whose tricks lie apart."""
        game = self.match.house.game
        return [
            Question(
                name=name,
                title=self._title(name, index),
                side=index if name.startswith("side") else game.side_of[index],
                chosen=str(self[name].data or ""),
                numbers=tuple(map(str, range(game.tricks + 1))),
                note=self._note(name, index),
                bid=str(self._bid(name, index)) if self.table_bids else "",
            )
            for name, (_kind, index) in self.asked.items()
        ]

    def tricks(self) -> tuple[list[int | None], list[int | None]]:
        """Return the tricks by seat and by side, the last number filled in.

        Raises Invalid where what was sent is no number.
        """
        seats: list[int | None] = [None] * len(self.match.players)
        piles: list[int | None] = [None] * len(self.match.sides)
        for name, (kind, index) in self.asked.items():
            written = self[name].data
            number = whole_number(written)
            if written and number is None:
                self.refuse(missing(self._title(name, index)), name)
                raise Invalid(self)
            (seats if kind == "seat" else piles)[index] = number
        return rules.fill_in(self.match.house.game, self.table_bids, seats, piles)

    def _title(self, name: str, index: int) -> str:
        if name.startswith("seat"):
            return self.match.players[index]
        pooled = rules.pooled_seats(self.match.house.game, self.table_bids, index)
        if len(pooled) == 1:
            return self.match.players[pooled[0]]
        return labels.side_name(self.match.sides[index])

    def _note(self, name: str, index: int) -> str:
        if not self.table_bids:
            return ""
        if name.startswith("seat"):
            bid = self.table_bids[index]
            if bid.is_nil and bid.blind:
                return _("bid blind nil: these lie apart")
            if bid.is_nil:
                return _("bid nil: these lie apart")
            return _("bid %(bid)s", bid=labels.bid(bid))
        return _("contract %(bid)s", bid=self._bid(name, index))

    def _bid(self, name: str, index: int) -> int:
        if not self.table_bids:
            return 0
        if name.startswith("seat"):
            return self.table_bids[index].tricks
        return sum(self.table_bids[seat].tricks for seat in self.match.house.game.sides[index])


class HandForm(BidsForm, TricksForm):
    """A whole hand, to correct it, with the reason."""

    reason = TextAreaField()


def bids_form(match: rules.Match, number: int | None = None) -> type[BidsForm]:
    """Return the form for the bids of a hand of this match."""
    order = _bidding_order(match, number or match.turn.hand)
    return _made(BidsForm, match, {f"bid_{seat}": StringField() for seat in order}, order=order)


def tricks_form(
    match: rules.Match, bids: Sequence[rules.Bid], *, by_player: bool
) -> type[TricksForm]:
    """Return the form for the tricks of a hand with these bids."""
    asked = _asked(match.house.game, bids, by_player)
    fields = {name: StringField() for name in asked}
    return _made(TricksForm, match, fields, asked=asked, table_bids=bids)


def hand_form(
    match: rules.Match, number: int, bids: Sequence[rules.Bid], *, by_player: bool, tricks: bool
) -> type[HandForm]:
    """Return the form to correct a hand, for the bids it is to have."""
    order = _bidding_order(match, number) if bids else ()
    asked = _asked(match.house.game, bids, by_player) if tricks else {}
    fields = {name: StringField() for name in (*(f"bid_{seat}" for seat in order), *asked)}
    return _made(HandForm, match, fields, order=order, asked=asked, table_bids=bids)


def recorded(match: rules.Match, hand: rules.Hand) -> dict[str, str]:
    """Return the fields of a hand as they would have been filled in."""
    fields = {f"bid_{seat}": str(bid.notation) for seat, bid in enumerate(hand.bids or ())}
    if hand.tricks and hand.bids is not None:
        for name, (kind, index) in _asked(match.house.game, hand.bids, by_player(hand)).items():
            numbers = hand.tricks.seats if kind == "seat" else hand.tricks.piles
            fields[name] = str(numbers[index])
    return fields


def by_player(hand: rules.Hand) -> bool:
    """Whether the table said for every seat how many tricks it took."""
    return hand.tricks is not None and None not in hand.tricks.seats


def filled(form: type[Any], fields: Mapping[str, str], **more: Any) -> Any:
    """Return a form filled with fields that were recorded or sent before."""
    return form.fresh(**more, **{name: fields[name] for name in fields if hasattr(form, name)})


def typed(values: MultiDict[str, str]) -> dict[str, str]:
    """Return what was chosen for bids and tricks in a form that was sent."""
    return {
        name: value
        for name, value in values.items()
        if name.partition("_")[0] in ("bid", "seat", "side") and value
    }


def bids_of(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the fields that are bids."""
    return {name: value for name, value in fields.items() if name.startswith("bid_")}


def tricks_of(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the fields that are tricks."""
    return {name: value for name, value in fields.items() if not name.startswith("bid_")}


def told_by_player(fields: Mapping[str, str], hand: rules.Hand) -> bool:
    """Whether tricks were sent for players alone; as they are recorded where none were sent."""
    sent = tricks_of(fields)
    return not any(name.startswith("side_") for name in sent) if sent else by_player(hand)


def _bidding_order(match: rules.Match, number: int) -> tuple[int, ...]:
    return match.house.game.clockwise_from(match.turn_in(number).bids)


def _asked(
    game: rules.Game, bids: Sequence[rules.Bid], by_player: bool
) -> dict[str, tuple[str, int]]:
    """Return the names of the fields, each with its kind and the seat or side it is about.

    Nils come first, then their partners' pile; the last number follows from the others.
    """
    if by_player:
        return {f"seat_{seat}": ("seat", seat) for seat in range(game.seats)}
    nils = {f"seat_{seat}": ("seat", seat) for seat, bid in enumerate(bids) if bid.is_nil}
    piles = {
        f"side_{side}": ("side", side)
        for side in sorted(
            range(len(game.sides)),
            key=lambda side: not rules.nil_seats(game, bids, side),
        )
        if rules.pooled_seats(game, bids, side)
    }
    return nils | piles


def _made(base: type[Form], match: rules.Match, fields: Any, **about: Any) -> type[Form]:
    return type(base.__name__, (base,), {**fields, **about, "match": match})
