"""The forms of a hand, its bids and its tricks: the names and values of their fields."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self, TypeVar

from werkzeug.datastructures import MultiDict

from scorekeeper import rules
from scorekeeper.rules import AskedTricks, TricksOwner
from scorekeeper.web.forms.base import (
    InvalidForm,
    NotedForm,
    RecordingForm,
    form_with_fields,
    initial_values,
    parse_int,
)
from scorekeeper.words.errors import describe_missing
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match import hand as words
from scorekeeper.words.table import name_side

Form = TypeVar("Form", bound=RecordingForm)


class FieldKind(StrEnum):
    """The kind of a hand's field: a seat's bid, a seat's own tricks, or a side's pile."""

    BID = "bid"
    SEAT = "seat"
    SIDE = "side"


class HandField(NamedTuple):
    """A field of a hand, named bid_2, seat_0 or side_1 in pages, forms and URLs."""

    kind: FieldKind
    place: int

    @property
    def name(self) -> str:
        return f"{self.kind}_{self.place}"

    @classmethod
    def of(cls, asked: AskedTricks) -> Self:
        return cls(FieldKind(asked.kind), asked.index)

    @classmethod
    def read(cls, name: str) -> Self | None:
        """Return the field of this name, or None if it isn't a hand field."""
        kind, _sep, written = name.partition("_")
        place = parse_int(written)
        return cls(FieldKind(kind), place) if kind in set(FieldKind) and place is not None else None


Values = Mapping[HandField, str]
"""Values of a hand's fields, as written in a form."""


class TrickEntry(StrEnum):
    """The way to enter tricks: a number per side, a number per player, or trick by trick."""

    SIDE = "side"
    PLAYER = "player"
    TRICK = "trick"

    @classmethod
    def of(cls, values: Mapping[str, str]) -> Self | None:
        """Return the way that a query or form asks for, or None."""
        value = values.get("by")
        return cls(value) if value in set(cls) else None


def recorded_values(match: rules.Match, hand: rules.Hand) -> dict[HandField, str]:
    """Return the recorded hand as field values."""
    values = {
        HandField(FieldKind.BID, seat): str(bid.notation)
        for seat, bid in enumerate(hand.bids or ())
    }
    if hand.tricks and hand.bids is not None:
        for asked in rules.list_asked_tricks(
            match.house.game, hand.bids, by_seat=hand.has_tricks_by_seat
        ):
            numbers = hand.tricks.piles if asked.kind is TricksOwner.SIDE else hand.tricks.seats
            values[HandField.of(asked)] = str(numbers[asked.index])
    return values


def read_hand_fields(values: MultiDict[str, str]) -> dict[HandField, str]:
    """Return the bids and tricks of a posted form or a query."""
    fields = ((HandField.read(name), value) for name, value in values.items() if value)
    return {field: value for field, value in fields if field is not None}


def read_taker(game: rules.Game, name: str | None) -> rules.Taker | None:
    """Return the side and seat of a key; None if there is no such key."""
    field = HandField.read(name or "")
    if field is not None and field.kind is FieldKind.SEAT and field.place < game.seats:
        return rules.Taker(game.side_of[field.place], field.place)
    if field is not None and field.kind is FieldKind.SIDE and field.place < len(game.sides):
        return rules.Taker(field.place)
    return None


def filter_bids(values: Values) -> dict[HandField, str]:
    return {field: value for field, value in values.items() if field.kind is FieldKind.BID}


def filter_tricks(values: Values) -> dict[HandField, str]:
    return {field: value for field, value in values.items() if field.kind is not FieldKind.BID}


def read_trick_numbers(values: MultiDict[str, str], /) -> dict[HandField, str]:
    """Return the valid numbers of tricks in a posted form or a query."""
    tricks = filter_tricks(read_hand_fields(values))
    return {field: value for field, value in tricks.items() if parse_int(value) is not None}


def convert_tricks(match: rules.Match, values: Values, *, by_player: bool) -> dict[HandField, str]:
    """Convert numbers of tricks to the other way of entering them, as far as they are known."""
    converted = dict(values)
    for side in range(len(match.sides)):
        pooled = rules.list_pooled_seats(match.house.game, match.due_bids or (), side)
        pile = HandField(FieldKind.SIDE, side)
        own = [HandField(FieldKind.SEAT, seat) for seat in pooled]
        if by_player and len(own) == 1 and pile in values:
            converted[own[0]] = values[pile]
        elif not by_player and own and all(seat in values for seat in own):
            converted[pile] = str(sum(int(values[seat]) for seat in own))
    return converted


def is_by_player(values: Values, hand: rules.Hand) -> bool:
    """Whether all posted tricks are by player; if none are posted, as the hand was recorded."""
    tricks = filter_tricks(values)
    return (
        all(field.kind is FieldKind.SEAT for field in tricks) if tricks else hand.has_tricks_by_seat
    )


def to_field_names(values: Values) -> dict[str, str]:
    return {field.name: value for field, value in values.items()}


def parse_bid(written: str | None) -> rules.Bid | None:
    """Parse the bid of a form field; return None if it is invalid."""
    number = parse_int(written)
    try:
        return rules.read_bid(written if number is None else number)
    except rules.BidError:
        return None


@dataclass(frozen=True)
class Question:
    """A keypad: its player or side, its numbers, and the chosen one."""

    name: str
    title: str
    side: int
    chosen: str
    seat: int | None = None
    bids: tuple[rules.Bid, ...] = ()
    most: int = 0
    note: str = ""
    contract: int | None = None
    so_far: int = 0
    is_nil: bool = False
    """Whether it asks for a nil bidder's own tricks, usually few."""

    @property
    def is_answered(self) -> bool:
        """Whether a number is chosen."""
        values = [str(bid.notation) for bid in self.bids] or map(str, range(self.most + 1))
        return self.chosen in values


class BidsForm(RecordingForm):
    """The bids of a hand, in bidding order; created by `bids_form`."""

    match: rules.Match
    order: Sequence[int]

    def bid_questions(self) -> list[Question]:
        """Return a keypad for each seat."""
        house = self.match.house
        return [
            Question(
                name=(name := HandField(FieldKind.BID, seat).name),
                title=self.match.players[seat],
                side=house.game.side_of[seat],
                chosen=self[name].data or "",
                seat=seat,
                bids=rules.list_bids(house),
            )
            for seat in self.order
        ]

    def chosen_bids(self) -> list[rules.Bid]:
        """Return the valid bids chosen so far, in bidding order."""
        fields = (HandField(FieldKind.BID, seat).name for seat in self.order)
        return [bid for name in fields if (bid := parse_bid(self[name].data)) is not None]

    def find_field(self, error: rules.RuleError, match: rules.Match | None = None) -> str | None:
        """Return the field of an error; the last bid if it concerns several."""
        field = super().find_field(error, match)
        if field is None and isinstance(error, rules.BidError) and not error.hand:
            side, side_of = error.values.get("side"), self.match.house.game.side_of
            seats = [seat for seat in self.order if side in (None, side_of[seat])]
            return HandField(FieldKind.BID, seats[-1]).name if seats else None
        return field

    def bids(self) -> list[rules.Bid]:
        """Return the bids by seat; raise InvalidForm if one is missing or invalid."""
        bids = {}
        for seat in self.order:
            name = HandField(FieldKind.BID, seat).name
            bid = parse_bid(self[name].data)
            if bid is None:
                self.add_error(describe_missing(self.match.players[seat]), name)
            else:
                bids[seat] = bid
        if len(bids) < len(self.order):
            raise InvalidForm
        return [bids[seat] for seat in sorted(bids)]


class TricksForm(RecordingForm):
    """The tricks of a hand by side, and each nil bidder's own; created by `tricks_form`."""

    match: rules.Match
    asked: Sequence[AskedTricks]
    table_bids: Sequence[rules.Bid]

    def trick_questions(self) -> list[Question]:
        """Return a keypad for each pile, and for each seat whose tricks are counted separately."""
        game = self.match.house.game
        return [
            Question(
                name=(name := HandField.of(asked).name),
                title=self._title(asked),
                side=asked.index if asked.kind is TricksOwner.SIDE else game.side_of[asked.index],
                chosen=str(self[name].data or ""),
                seat=asked.index if asked.kind is TricksOwner.SEAT else None,
                most=game.tricks,
                note=self._note(asked),
                contract=self._contract(asked) if self.table_bids else None,
                so_far=self._noted(asked),
                is_nil=asked.kind is TricksOwner.SEAT
                and bool(self.table_bids)
                and self.table_bids[asked.index].is_nil,
            )
            for asked in self.asked
        ]

    def tricks(self) -> tuple[list[int | None], list[int | None]]:
        """Return the tricks by seat and by side, with the last number filled in."""
        seats: list[int | None] = [None] * len(self.match.players)
        piles: list[int | None] = [None] * len(self.match.sides)
        for asked in self.asked:
            name = HandField.of(asked).name
            written = self[name].data
            number = parse_int(written)
            if written and number is None:
                self.add_error(describe_missing(self._title(asked)), name)
                raise InvalidForm
            (piles if asked.kind is TricksOwner.SIDE else seats)[asked.index] = number
        return rules.fill_in(self.match.house.game, self.table_bids, seats, piles)

    def _title(self, asked: AskedTricks) -> str:
        if asked.kind is not TricksOwner.SIDE:
            return self.match.players[asked.index]
        pooled = rules.list_pooled_seats(self.match.house.game, self.table_bids, asked.index)
        if len(pooled) == 1:
            return self.match.players[pooled[0]]
        return name_side(self.match.sides[asked.index])

    def _note(self, asked: AskedTricks) -> str:
        if not self.table_bids:
            return ""
        bid = (
            words.describe_bid_of_side(self._contract(asked))
            if asked.kind is TricksOwner.SIDE
            else words.describe_named_bid(words.name_bid(self.table_bids[asked.index]))
        )
        tallied = self._noted(asked)
        so_far = _("%(tricks)s so far", tricks=tallied)
        return f"{bid} · {so_far}" if tallied else bid

    def _noted(self, asked: AskedTricks) -> int:
        """Return how many of these tricks the tally already has."""
        return self.match.count_tallied(asked)

    def takers(self) -> list[Question]:
        """Return the keypads of possible takers: only one side's if the question is who of it."""
        asked = self.match.tally.asked
        return [one for one in self.trick_questions() if asked in (None, one.side)]

    def _contract(self, asked: AskedTricks) -> int:
        if asked.kind is TricksOwner.SIDE:
            return rules.get_contract(self.match.house.game, self.table_bids, asked.index)
        return self.table_bids[asked.index].tricks


class HandForm(BidsForm, TricksForm, NotedForm):
    """All numbers of a hand to correct, with the reason; created by `hand_form`."""

    corrects: int

    def _noted(self, asked: AskedTricks) -> int:
        """Return 0: a running tally belongs to another hand."""
        return 0


def bids_form(
    match: rules.Match,
    place: int | None = None,
    *,
    values: Values | None = None,
    version: int | None = None,
) -> BidsForm:
    """Return the form of a hand's bids: as posted, or to show with these values."""
    place = place or match.due_place
    order = match.bidding_order(place)
    form = _form(BidsForm, _list_fields(order), values, version, place)
    form.match, form.order = match, order
    return form


def tricks_form(
    match: rules.Match, *, by_player: bool, values: Values | None = None, version: int | None = None
) -> TricksForm:
    """Return the form of the tricks that are due; raise StepError if none are."""
    asked = match.list_asked_tricks(by_seat=by_player)
    form = _form(TricksForm, _list_fields((), asked), values, version, match.due_place)
    form.match, form.asked, form.table_bids = match, asked, match.due_bids or ()
    return form


def hand_form(
    match: rules.Match,
    place: int,
    bids: Sequence[rules.Bid],
    /,
    *,
    by_player: bool,
    tricks: bool,
    values: Values | None = None,
    version: int | None = None,
) -> HandForm:
    """Return the form to correct a hand, for its new bids."""
    order = match.bidding_order(place) if bids else ()
    asked = rules.list_asked_tricks(match.house.game, bids, by_seat=by_player) if tricks else ()
    form = _form(HandForm, _list_fields(order, asked), values, version, place)
    form.match, form.order, form.asked, form.table_bids = match, order, asked, bids
    form.corrects = place
    return form


def _list_fields(order: Sequence[int] = (), asked: Sequence[AskedTricks] = ()) -> list[HandField]:
    return [*(HandField(FieldKind.BID, seat) for seat in order), *map(HandField.of, asked)]


def _form(
    base: type[Form],
    fields: Sequence[HandField],
    values: Values | None,
    version: int | None,
    place: int,
) -> Form:
    form = form_with_fields(base, [field.name for field in fields])
    if values is None:
        return form()
    # Only the form's own values are shown; a query may have others.
    shown = {field.name: values[field] for field in fields if field in values}
    return form(**initial_values(version, place, shown))
