"""The form that starts a match: seats and names, who is first, house rules, opening scores."""

import secrets
import unicodedata

from flask_babel import gettext as _
from wtforms import StringField

from scorekeeper import rules

from .hand_forms import Invalid
from .house_form import HouseForm, field_names, whole
from .sentences import sentence

RANDOM = "random"


class NewMatchForm(HouseForm):
    """The facts a match starts from; made for one game by `new_match_form`."""

    @property
    def seats(self) -> range:
        """The seats of the game."""
        return range(self.game.seats)

    def name(self, seat: int) -> str:
        """Return the name typed for a seat, without needless blanks."""
        typed = unicodedata.normalize("NFC", self[f"player_{seat}"].data or "")
        return " ".join(typed.split())

    def has_opening(self) -> bool:
        """Whether a paper game is carried on."""
        return any(
            self[f"opening_{what}_{side}"].data
            for side in range(len(self.game.sides))
            for what in ("points", "bags")
        )

    def swap(self, one: int, other: int) -> None:
        """Let two players change seats."""
        first, second = self[f"player_{one}"], self[f"player_{other}"]
        first.data, second.data = second.data, first.data

    def match(self) -> rules.Match:
        """Return the match to start; raise Invalid with every message at its field."""
        house = self.checked_house()
        names = [self.name(seat) for seat in self.seats]
        for seat in self.seats:
            if not names[seat]:
                self.refuse(_("Seat %(seat)s: a name is missing.", seat=seat + 1), f"player_{seat}")
        opening = [self._opening(side) for side in range(len(self.game.sides))]
        if house is None or self.summary():
            raise Invalid(self)
        try:
            return rules.Match.start(house, names, first=self._first(), opening=opening)
        except rules.SetUpError as error:
            self.refuse(sentence(error, names, house.game.side_names or names), _field_of(error))
            raise Invalid(self) from error

    def _opening(self, side: int) -> rules.Standing:
        numbers = []
        for name in (f"opening_points_{side}", f"opening_bags_{side}"):
            number = whole(self[name].data or "0")
            if not isinstance(number, int):
                self.refuse(_("“%(value)s” is not a whole number.", value=number), name)
                number = 0
            numbers.append(number)
        return rules.Standing(*numbers)

    def _first(self) -> int:
        chosen = whole(self["first"].data or RANDOM)
        return chosen if isinstance(chosen, int) else secrets.randbelow(self.game.seats)


def new_match_form(game: rules.Game) -> type[NewMatchForm]:
    """Return the form for one game."""
    names = [
        *(f"player_{seat}" for seat in range(game.seats)),
        "first",
        "swapping",
        "house_name",
        *field_names(game),
        *(f"opening_{what}_{s}" for s in range(len(game.sides)) for what in ("points", "bags")),
    ]
    fields = {name: StringField() for name in names}
    return type("NewMatchForm", (NewMatchForm,), {**fields, "game": game})


def _field_of(error: rules.SetUpError) -> str | None:
    """Return the field whose value the rules refuse, or None where it is none alone."""
    match error.code, error.values:
        case "no such seat", _:
            return "first"
        case "opening points out of range", {"side": side}:
            return f"opening_points_{side}"
        case "opening bags out of range", {"side": side}:
            return f"opening_bags_{side}"
        case _, {"position": position}:
            return f"player_{position}"
    return None
