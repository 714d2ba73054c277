"""The fields of a hand, its bids and its tricks: their names and values."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple, Self

from scorekeeper import rules
from scorekeeper.rules import AskedTricks, TricksOwner
from scorekeeper.web.forms.base import parse_int


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


def recorded_values(
    match: rules.Match, hand: rules.Hand, *, by_seat: bool | None = None
) -> dict[HandField, str]:
    """Return the recorded hand as field values; its tricks by seat if they were recorded so."""
    values = {
        HandField(FieldKind.BID, seat): str(bid.notation)
        for seat, bid in enumerate(hand.bids or ())
    }
    if hand.tricks and hand.bids is not None:
        by_seat = hand.has_tricks_by_seat if by_seat is None else by_seat
        for asked in rules.list_asked_tricks(match.house.game, hand.bids, by_seat):
            numbers = hand.tricks.piles if asked.kind is TricksOwner.SIDE else hand.tricks.seats
            values[HandField.of(asked)] = str(numbers[asked.index])
    return values


def read_hand_fields(game: rules.Game, values: Mapping[str, str]) -> dict[HandField, str]:
    return _read_fields(place_nils(game, values))


def place_nils(game: rules.Game, values: Mapping[str, str]) -> dict[str, str]:
    """Return values in which a nil next to the number of a side is the bid of its seat."""
    placed = dict(values.items())
    for side, seats in enumerate(game.sides):
        word, _sep, written = placed.pop(f"nil_{side}", "").rpartition(" ")
        number, nil = placed.get(f"bid_{seats[0]}", ""), f"{word} nil".strip()
        if written:
            is_valid = parse_int(written) in seats
            placed |= {
                f"bid_{seat}": (nil if str(seat) == written else number) if is_valid else ""
                for seat in seats
            }
    return placed


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


def read_trick_numbers(values: Mapping[str, str], /) -> dict[HandField, str]:
    """Return the valid numbers of tricks in a posted form or a query."""
    tricks = filter_tricks(_read_fields(values))
    return {field: value for field, value in tricks.items() if parse_int(value) is not None}


def _read_fields(values: Mapping[str, str]) -> dict[HandField, str]:
    fields = ((HandField.read(name), value) for name, value in values.items() if value)
    return {field: value for field, value in fields if field is not None}


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


def to_field_names(values: Values) -> dict[str, str]:
    return {field.name: value for field, value in values.items()}


def parse_bid(written: str | None) -> rules.Bid | None:
    """Parse the bid of a form field; return None if it is invalid."""
    number = parse_int(written)
    try:
        return rules.read_bid(written if number is None else number)
    except rules.BidError:
        return None
