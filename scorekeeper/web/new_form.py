"""The form that starts a match: seats and names, who is first, house rules, opening scores."""

import secrets
import unicodedata
from typing import Any

from flask_babel import gettext as _
from wtforms import StringField

from scorekeeper import rules

from .forms import RecordingForm
from .hand_forms import Invalid
from .house_labels import rules_of
from .sentences import sentence

RANDOM = "random"
FLOORS = (None, -100, -200, -250, -300, -400, -500, -1000)


class NewMatchForm(RecordingForm):
    """The facts a match starts from; made for one game by `new_match_form`."""

    game: rules.Game

    @property
    def seats(self) -> range:
        """The seats of the game."""
        return range(self.game.seats)

    @property
    def house_rules(self) -> tuple[str, ...]:
        """The house rules that mean something in this game."""
        return rules_of(self.game)

    def name(self, seat: int) -> str:
        """Return the name typed for a seat, without needless blanks."""
        typed = unicodedata.normalize("NFC", self[f"player_{seat}"].data or "")
        return " ".join(typed.split())

    def house(self) -> rules.HouseRules | None:
        """Return the house rules as they are filled in, or None where one cannot be."""
        try:
            return rules.HouseRules.of(self.game.key, **self._house_values())
        except rules.HouseRuleError:
            return None

    def preset(self) -> rules.Preset | None:
        """Return the preset these house rules are, if they are one."""
        house = self.house()
        fitting = (
            preset
            for preset in rules.PRESETS
            if self.game.key in preset.games and preset.house(self.game.key) == house
        )
        return next(fitting, None)

    def floors(self) -> list[str]:
        """Return the floors to choose from, with the one that is filled in."""
        usual = [_written(floor) for floor in FLOORS]
        given = self["floor"].data or ""
        return usual if given in usual else [*usual, given]

    def has_opening(self) -> bool:
        """Whether a paper game is carried on."""
        return any(
            self[f"opening_{what}_{side}"].data
            for side in range(len(self.game.sides))
            for what in ("points", "bags")
        )

    def use(self, house: rules.HouseRules) -> None:
        """Fill in house rules."""
        for rule, value in house_fields(house).items():
            self[rule].data = value

    def swap(self, one: int, other: int) -> None:
        """Let two players change seats."""
        first, second = self[f"player_{one}"], self[f"player_{other}"]
        first.data, second.data = second.data, first.data

    def match(self) -> rules.Match:
        """Return the match to start; raise Invalid with every message at its field."""
        house = self._checked_house()
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

    def _house_values(self) -> dict[str, Any]:
        return {rule: _house_value(rule, self[rule].data) for rule in self.house_rules}

    def _checked_house(self) -> rules.HouseRules | None:
        """Return the house rules, or put each rule's message at its field."""
        usual = self.game.key
        for rule, value in self._house_values().items():
            try:
                rules.HouseRules.of(usual, **{rule: value})
            except rules.HouseRuleError as error:
                self.refuse(sentence(error), rule)
        return self.house()

    def _opening(self, side: int) -> rules.Standing:
        numbers = []
        for name in (f"opening_points_{side}", f"opening_bags_{side}"):
            number = _whole(self[name].data or "0")
            if not isinstance(number, int):
                self.refuse(_("“%(value)s” is not a whole number.", value=number), name)
                number = 0
            numbers.append(number)
        return rules.Standing(*numbers)

    def _first(self) -> int:
        chosen = _whole(self["first"].data or RANDOM)
        return chosen if isinstance(chosen, int) else secrets.randbelow(self.game.seats)


def new_match_form(game: rules.Game) -> type[NewMatchForm]:
    """Return the form for one game."""
    names = [
        *(f"player_{seat}" for seat in range(game.seats)),
        "first",
        "swapping",
        *rules_of(game),
        *(f"opening_{what}_{s}" for s in range(len(game.sides)) for what in ("points", "bags")),
    ]
    fields = {name: StringField() for name in names}
    return type("NewMatchForm", (NewMatchForm,), {**fields, "game": game})


def house_fields(house: rules.HouseRules) -> dict[str, str]:
    """Return house rules as the form has them."""
    return {rule: _written(getattr(house, rule)) for rule in rules_of(house.game)}


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


def _written(value: object) -> str:
    if value is None:
        return ""
    return {True: "yes", False: ""}[value] if isinstance(value, bool) else str(value)


def _house_value(rule: str, written: str | None) -> object:
    if rule == "bag_carry":
        return bool(written)
    if rule == "floor" and not written:
        return None
    return written if rule in rules.CHOICES else _whole(written or "")


def _whole(written: str) -> int | str:
    """Return a written whole number, or the text as it was if it is none."""
    text = written.strip().replace("−", "-")
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 8 else written
