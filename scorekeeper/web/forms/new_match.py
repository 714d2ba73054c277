"""The form of a new match: names by seat, first seat, house rules, opening scores."""

import secrets
from typing import Any

from wtforms import Field

from scorekeeper import rules
from scorekeeper.rules.games import Step, Turn, find_turn
from scorekeeper.web.forms import base, house_rules
from scorekeeper.web.forms.names import clean_name, player_field
from scorekeeper.words import errors, table
from scorekeeper.words.language import gettext as _

RANDOM = "random"
FIRST = "first"
"""The question who deals, or draws, first; also the name of its field."""
READY = "ready"
"""Instead of a question: all are answered, and the match can start."""
EVERY_SEAT = range(max(game.seats for game in rules.GAMES.values()))
"""The seats of all games: names are kept while another game is chosen."""
OPENING = ("points", "bags")


def opening_field(what: str, side: int) -> str:
    return f"opening_{what}_{side}"


class NewMatchForm(house_rules.HouseForm):
    """The settings of a new match; created for one game by `new_match_form`."""

    @property
    def seats(self) -> range:
        return range(self.game.seats)

    def player(self, seat: int) -> Field:
        return self[player_field(seat)]

    def opening(self, what: str, side: int) -> Field:
        return self[opening_field(what, side)]

    def name(self, seat: int) -> str | None:
        return clean_name(self.player(seat).data)

    def has_opening(self) -> bool:
        """Whether the match continues one on paper."""
        return any(field.data for field in self if field.name.startswith("opening_"))

    def names(self) -> list[str | None]:
        return [self.name(seat) for seat in self.seats]

    @property
    def tapped_seat(self) -> int | None:
        """The seat that was tapped, to name or swap its player."""
        tapped = house_rules.parse_int_or_text(self["asked"].data or "")
        return int(tapped) if tapped in self.seats else None

    def asked_seat(self) -> int | None:
        """Return the seat to be named: the tapped one, or the first free one."""
        if self.tapped_seat is not None or self["asked"].data == FIRST or self["unnamed"].data:
            return self.tapped_seat
        return next((seat for seat in self.seats if not self.name(seat)), None)

    @property
    def free_seats(self) -> int:
        return 0 if self["unnamed"].data else self.names().count(None)

    @property
    def first_seat(self) -> int | None:
        """The seat that deals, or draws, first; None if it is not chosen yet."""
        first = house_rules.parse_int_or_text(self[FIRST].data or "")
        return int(first) if first in self.seats else None

    @property
    def turn(self) -> Turn | None:
        """The turn of the first hand, or None if nobody is chosen to be first."""
        first = self.first_seat
        return None if first is None else find_turn(self.game, first, 0, Step.BIDS)

    @property
    def unanswered(self) -> int:
        """The number of questions to answer once all are seated."""
        return (self.first_seat is None) + (not self.is_settled())

    def next_question(self) -> str:
        """Return the next question: a name, who is first, or the cost of a failed nil."""
        if self.asked_seat() is not None:
            return "name"
        if self.first_seat is None or self["asked"].data == FIRST:
            return FIRST
        return READY if self.is_settled() else "failed_nil"

    def is_settled(self) -> bool:
        """Whether the cost of a failed nil is chosen, or nobody can bid nil."""
        house = self.house()
        return bool(self["settled"].data) or (house is not None and not house.has_nil)

    def choose_first(self, chosen: str) -> None:
        """Make a seat the first one, or pick it at random."""
        self["picked"].data = "yes" if chosen == RANDOM else ""
        self[FIRST].data = str(self._pick()) if chosen == RANDOM else chosen
        self["asked"].data = ""

    def seat_player(self, name: str) -> None:
        """Put a player, or nobody if the name is empty, into the seat to be named only."""
        seat = self.asked_seat()
        if seat is None:
            return
        for other in EVERY_SEAT:
            if self.name(other) == name:
                self.player(other).data = ""
        self.player(seat).data = name
        self["asked"].data = self["typed"].data = ""

    def seat_typed_player(self) -> None:
        """Seat the player whose name was typed without being confirmed."""
        typed = clean_name(self["typed"].data)
        seat = self.asked_seat()
        if seat is not None and typed and typed != self.name(seat):
            tapped = self["asked"].data
            self.seat_player(typed)
            self["asked"].data = tapped

    def tap_seat(self, seat: int) -> None:
        """Select a seat; swap it with a selected one, or deselect it if it is the same."""
        waiting = self.tapped_seat
        if waiting is not None and waiting != seat:
            first, second = self.player(waiting), self.player(seat)
            first.data, second.data = second.data, first.data
            if self.first_seat in (waiting, seat):
                self[FIRST].data = str(seat if self.first_seat == waiting else waiting)
        self["asked"].data = "" if waiting is not None else str(seat)

    def match(self) -> rules.Match:
        """Return the match to start; raise InvalidForm with each message at its field."""
        house = self.checked_house()
        opening = [self._opening(side) for side in range(len(self.game.sides))]
        if house is None or self.list_errors():
            raise base.InvalidForm
        chosen = house_rules.parse_int_or_text(self[FIRST].data or RANDOM)
        first = chosen if isinstance(chosen, int) else self._pick()
        try:
            return rules.Match.start(house, self.names(), first=first, opening=opening)
        except rules.SetUpError as error:
            self.add_setup_error(error)
            raise base.InvalidForm from error

    def add_setup_error(self, error: rules.SetUpError) -> None:
        """Add an error of the rules or the scorebook to its field."""
        called = table.name_players(rules.fill_in_names(self.names()))
        self.add_error(
            errors.describe_error(error, called, self.game.side_names or called), _field_of(error)
        )

    def _opening(self, side: int) -> rules.Standing:
        numbers = []
        for what in OPENING:
            field = self.opening(what, side)
            number = house_rules.parse_int_or_text(field.data or "0")
            if not isinstance(number, int):
                self.add_error(_("“%(value)s” is not a whole number.", value=number), field.name)
                number = 0
            numbers.append(number)
        return rules.Standing(*numbers)

    def _pick(self) -> int:
        return secrets.randbelow(self.game.seats)


def new_match_form(game: rules.Game, **shown: Any) -> NewMatchForm:
    return house_rules.build_house_form(NewMatchForm, game, set_up_fields(game), shown)


def set_up_fields(game: rules.Game) -> tuple[str, ...]:
    return (
        *map(player_field, EVERY_SEAT),
        *(FIRST, "picked", "unnamed", "asked", "settled", "typed"),
        "house_name",
        *house_rules.house_field_names(game),
        *(opening_field(what, side) for side in range(len(game.sides)) for what in OPENING),
    )


def _field_of(error: rules.SetUpError) -> str | None:
    match error.code, error.values:
        case "no such seat", _any:
            return FIRST
        case "opening points out of range", {"side": int(side)}:
            return opening_field("points", side)
        case "opening bags out of range", {"side": int(side)}:
            return opening_field("bags", side)
        case _any, {"position": int(position)}:
            return player_field(position)
    return None
