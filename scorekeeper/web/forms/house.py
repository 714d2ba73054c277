"""House rules as fields: for setting up a match, and for changing them in mid-match."""

from typing import Any, TypeVar

from wtforms import Field

from scorekeeper import rules
from scorekeeper.rules.house import CHOICES, NULLABLE, OFF_AT_ZERO, RANGES, RevokePenalty
from scorekeeper.web.forms.base import NotedForm, declared
from scorekeeper.words.refusals import refusal

Form = TypeVar("Form", bound="HouseForm")

FLOORS = (None, -100, -200, -250, -300, -400, -500, -1000)
REVOKE_POINTS = (30, 50, 100)
BIG_BIDS = range(2)
"""Big bids a table can fill in; a match file may hold more."""
BIG_BID_PARTS = ("at", "made", "set", "how")


class HouseForm(NotedForm):
    """The house rules of a game, each a field of its name; made by `house_form`."""

    game: rules.Game

    @property
    def house_rules(self) -> tuple[str, ...]:
        """The house rules that mean something in this game."""
        return rules.rules_of(self.game)

    def house(self) -> rules.HouseRules | None:
        """Return the house rules as they are filled in, or None where one cannot be."""
        try:
            return rules.HouseRules.of(self.game.key, **self._house_values())
        except rules.HouseRuleError:
            return None

    def checked_house(self) -> rules.HouseRules | None:
        """Return the house rules, or put each rule's message at its field."""
        for rule, value in self._house_values().items():
            try:
                rules.HouseRules.of(self.game.key, **{rule: value})
            except rules.HouseRuleError as error:
                self.refuse(refusal(error), big_field("at", 0) if rule == "big_bids" else rule)
        return self._together(self.house())

    def _together(self, house: rules.HouseRules | None) -> rules.HouseRules | None:
        """Return the house rules, or put the message at both fields that exclude each other."""
        try:
            if house is not None:
                rules.check_together(house)
        except rules.HouseRuleError as error:
            for field in ("rule", "other"):
                self.refuse(refusal(error), str(error.values[field]))
            return None
        return house

    def preset(self) -> rules.Preset | None:
        """Return the preset these house rules are, if they are one."""
        house = self.house()
        fitting = (
            preset
            for preset in rules.PRESETS
            if self.game.key in preset.games and preset.house(self.game.key) == house
        )
        return next(fitting, None)

    def options(self, rule: str) -> list[str]:
        """Return the values offered for a rule that is not typed, with the one filled in."""
        offered = {
            "floor": [_written(floor) for floor in FLOORS],
            "forbidden_total": ["", str(self.game.tricks)],
            "blind_factor": ["1", "2", "3"],
            "blind_set_factor": ["1", "2", "3"],
            "revoke_penalty": [*map(str, RevokePenalty), *map(str, REVOKE_POINTS)],
        }[rule]
        given = self[rule].data or ""
        return offered if given in offered else [*offered, given]

    def use(self, house: rules.HouseRules) -> None:
        """Fill in house rules."""
        for field, value in house_fields(house).items():
            self[field].data = value

    def _house_values(self) -> dict[str, Any]:
        values = {
            rule: _house_value(rule, self[rule].data)
            for rule in self.house_rules
            if rule != "big_bids" and (self[rule].data is not None or rule == "bag_carry")
        }
        if "big_bids" in self.house_rules:
            values["big_bids"] = [
                self._big_bid(row) for row in BIG_BIDS if self._big_field(row, "at")
            ]
        return values

    def big(self, part: str, row: int) -> Field:
        """Return the field for a part of a big bid."""
        return self[big_field(part, row)]

    def _big_bid(self, row: int) -> dict[str, Any]:
        parts = {part: self._big_field(row, part) for part in BIG_BID_PARTS}
        numbers = {part: whole(parts[part] or "0") for part in ("at", "made", "set")}
        return {**numbers, "how": parts["how"] or "instead"}

    def _big_field(self, row: int, part: str) -> str:
        return (self.big(part, row).data or "").strip()


def house_form(game: rules.Game, **shown: Any) -> HouseForm:
    """Return the form of a game's house rules: as it was sent, or with `fresh(…)` to be shown."""
    return form_for(HouseForm, game, tuple(field_names(game)), shown)


def form_for(base: type[Form], game: rules.Game, names: tuple[str, ...], shown: Any) -> Form:
    """Return a form of a game's house rules and whatever stands beside them."""
    form = declared(base, names)(**shown)
    form.game = game
    return form


def field_names(game: rules.Game) -> list[str]:
    """Return the names of the fields of a game's house rules."""
    names = [rule for rule in rules.rules_of(game) if rule != "big_bids"]
    return names + [big_field(part, row) for row in BIG_BIDS for part in BIG_BID_PARTS]


def big_field(part: str, row: int) -> str:
    """Return the name of the field for a part of a big bid."""
    return f"big_{part}_{row}"


def house_fields(house: rules.HouseRules) -> dict[str, str]:
    """Return house rules as the form has them."""
    fields = {
        rule: _written(_value_or_none(house, rule))
        for rule in rules.rules_of(house.game)
        if rule != "big_bids"
    }
    for row in BIG_BIDS:
        big = house.big_bids[row] if row < len(house.big_bids) else None
        for part in BIG_BID_PARTS:
            fields[big_field(part, row)] = "" if big is None else str(getattr(big, part))
    return fields


def _value_or_none(house: rules.HouseRules, rule: str) -> object:
    """Return the value of a house rule, None for what the table does not play by."""
    value = getattr(house, rule)
    return None if value == 0 and rule in OFF_AT_ZERO else value


def whole(written: str) -> int | str:
    """Return a written whole number, or the text as it was if it is none."""
    text = written.strip().replace("−", "-")
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 8 else written


def _written(value: object) -> str:
    if value is None:
        return ""
    return {True: "yes", False: ""}[value] if isinstance(value, bool) else str(value)


def _house_value(rule: str, written: str | None) -> object:
    if rule == "bag_carry":
        return bool(written)
    if rule in NULLABLE and not (written or "").strip():
        return None
    if rule in OFF_AT_ZERO and not (written or "").strip():
        return 0
    if rule in CHOICES and written in set(CHOICES[rule]):
        return written
    return written if rule in CHOICES and rule not in RANGES else whole(written or "")
