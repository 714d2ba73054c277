"""The forms of a hand: its bids and its tricks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TypeVar

from scorekeeper import rules
from scorekeeper.rules import AskedTricks, BidsBy, TricksOwner
from scorekeeper.web.forms import base
from scorekeeper.web.forms.hand_fields import FieldKind, HandField, Values, parse_bid, place_nils
from scorekeeper.words.errors import describe_missing
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match import hand as words
from scorekeeper.words.table import name_side

Form = TypeVar("Form", bound=base.RecordingForm)
Bids = TypeVar("Bids", bound="BidsForm")


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
    partners: Mapping[int, str] = field(default_factory=dict)
    """The names by seat of partners who bid one number."""
    nils: tuple[rules.Bid, ...] = ()
    nil: str = ""
    """The seat that bids nil next to the number, perhaps after the word "blind"."""

    @property
    def is_answered(self) -> bool:
        """Whether a number is chosen."""
        values = [str(bid.notation) for bid in self.bids] or map(str, range(self.most + 1))
        return self.chosen in values


class BidsForm(base.RecordingForm):
    """The bids of a hand, in bidding order; created by `bids_form`."""

    match: rules.Match
    pads: Sequence[tuple[int, ...]]
    """The seats that bid, or those of each side that bids one number."""

    old: Sequence[rules.Bid]
    """The recorded bids that are changed, which may be by earlier house rules."""

    def bid_questions(self) -> list[Question]:
        return [self._ask(pad) for pad in self.pads]

    def written_bids(self) -> dict[int, str]:
        """Return what is written for each seat, in bidding order."""
        values = {one.name: one.data or "" for one in self}
        placed = place_nils(self.match.house.game, values)
        return {seat: placed[HandField(FieldKind.BID, seat).name] for seat in chain(*self.pads)}

    def chosen_bids(self) -> list[rules.Bid]:
        return [bid for bid in map(parse_bid, self.written_bids().values()) if bid is not None]

    def find_field(self, error: rules.RuleError, match: rules.Match | None = None) -> str | None:
        """Return the field of an error; the last bid if it concerns several."""
        if not isinstance(error, rules.BidError) or error.hand:
            return super().find_field(error, match)
        seat, side, game = error.values.get("seat"), error.values.get("side"), self.match.house.game
        found = [
            pad
            for pad in self.pads
            if (seat in pad if seat is not None else side in (None, game.side_of[pad[0]]))
        ]
        return HandField(FieldKind.BID, found[-1][0]).name if found else None

    def bids(self) -> list[rules.Bid]:
        """Return the bids by seat; raise InvalidForm if one is missing or invalid."""
        bids = {seat: parse_bid(value) for seat, value in self.written_bids().items()}
        for pad in self.pads:
            if any(bids[seat] is None for seat in pad):
                name = HandField(FieldKind.BID, pad[0]).name
                self.add_error(describe_missing(self._name_bidders(pad)), name)
        complete = [bid for seat in sorted(bids) if (bid := bids[seat]) is not None]
        if len(complete) < len(bids):
            raise base.InvalidForm
        return complete

    def _ask(self, pad: Sequence[int]) -> Question:
        house, written = self.match.house, self.written_bids()
        old = {self.old[seat] for seat in pad} if self.old else set()
        known = {bid for bid in {*rules.list_bids(house), *old} if not bid.shared}
        every = tuple(sorted(known, key=lambda bid: (bid.blind, bid.tricks)))
        question = Question(
            name=HandField(FieldKind.BID, pad[0]).name,
            title=self._name_bidders(pad),
            side=house.game.side_of[pad[0]],
            chosen=written[pad[0]],
            seat=pad[0],
            bids=every,
        )
        if len(pad) == 1:
            return question
        bids = {seat: parse_bid(written[seat]) for seat in pad}
        numbers = [written[seat] for seat, bid in bids.items() if not bid or bid.tricks]
        nils = [f"{'blind ' * bid.blind}{seat}" for seat, bid in bids.items() if bid and bid.is_nil]
        least = house.blind_minimum
        return replace(
            question,
            chosen=numbers[0] if len(numbers) == 1 else "",
            bids=tuple(bid for bid in every if bid.tricks and bid.tricks >= least * bid.blind),
            partners={seat: self.match.players[seat] for seat in pad},
            nils=tuple(bid for bid in every if bid.is_nil),
            nil="".join(nils[:1]),
        )

    def _name_bidders(self, pad: Sequence[int]) -> str:
        if len(pad) == 1:
            return self.match.players[pad[0]]
        return name_side(self.match.sides[self.match.house.game.side_of[pad[0]]])


class TricksForm(base.RecordingForm):
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
                contract=self._contract(asked)
                if self.table_bids and not self._is_shared(asked)
                else None,
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
            number = base.parse_int(written)
            if written and number is None:
                self.add_error(describe_missing(self._title(asked)), name)
                raise base.InvalidForm
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
            if asked.kind is TricksOwner.SIDE or self._is_shared(asked)
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
        game, side = self.match.house.game, asked.index
        if asked.kind is TricksOwner.SEAT:
            if not self._is_shared(asked):
                return self.table_bids[asked.index].tricks
            side = game.side_of[asked.index]
        return rules.get_contract(game, self.table_bids, side)

    def _is_shared(self, asked: AskedTricks) -> bool:
        """Whether these are the tricks of one of two partners who bid one number."""
        return asked.kind is TricksOwner.SEAT and rules.is_shared(
            self.match.house.game, self.table_bids, asked.index
        )


class HandForm(BidsForm, TricksForm, base.NotedForm):
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
    return _bids_form(BidsForm, match, place, (), values, version)


def tricks_form(
    match: rules.Match, *, by_player: bool, values: Values | None = None, version: int | None = None
) -> TricksForm:
    """Return the form of the tricks that are due; raise StepError if none are."""
    asked = match.list_asked_tricks(by_seat=by_player)
    names = [HandField.of(one).name for one in asked]
    form = _form(TricksForm, names, values, version, match.due_place)
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
    asked = rules.list_asked_tricks(match.house.game, bids, by_seat=by_player) if tricks else ()
    form = _bids_form(HandForm, match, place, asked, values, version)
    form.asked, form.table_bids, form.corrects = asked, bids, place
    return form


def _bids_form(
    form_class: type[Bids],
    match: rules.Match,
    place: int,
    asked: Sequence[AskedTricks],
    values: Values | None,
    version: int | None,
) -> Bids:
    """Return a form with the bids of a hand, which keep the form in which they were recorded."""
    house, game = match.house, match.house.game
    old = match.hands[place - 1].bids if place <= len(match.hands) else None
    bids_by = rules.find_form(house, old) if old else house.bids_by
    by_side = bids_by is BidsBy.SIDE and game.has_partners
    order = match.bidding_order(place) if old != () else ()
    bidders = [game.sides[game.side_of[seat]] if by_side else (seat,) for seat in order]
    pads = list(dict.fromkeys(bidders))
    names = [
        *(HandField(FieldKind.BID, seat).name for seat in chain(*pads)),
        *(f"nil_{game.side_of[seat]}" for seat, *_partner in pads if by_side),
        *(HandField.of(one).name for one in asked),
    ]
    form = _form(form_class, names, values, version, place)
    form.match, form.pads, form.old = match, pads, old or ()
    return form


def _form(
    form_class: type[Form],
    names: Sequence[str],
    values: Values | None,
    version: int | None,
    place: int,
) -> Form:
    form = base.form_with_fields(form_class, names)
    if values is None:
        return form()
    # Only the form's own values are shown; a query may have others.
    shown = {field.name: value for field, value in values.items() if field.name in names}
    return form(**base.initial_values(version, place, shown))
