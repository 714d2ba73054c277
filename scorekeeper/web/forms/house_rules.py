"""The form of house rules, to set up a match or to change them during one."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from wtforms import Field

from scorekeeper import rules
from scorekeeper.rules.house_rules import CHOICES, NULLABLE, OFF_AT_ZERO, RANGES
from scorekeeper.web.forms.base import NotedForm, form_with_fields
from scorekeeper.words.errors import describe_error

Form = TypeVar("Form", bound="HouseForm")

OFFERED_VALUES: Mapping[str, tuple[int | None, ...]] = {
    "target": (250, 300, 500, 1000),
    "floor": (None, -100, -200, -300, -500),
    "overtrick_points": (0, 1),
    "bag_limit": (None, 5, 7, 10),
    "bag_penalty": (50, 100),
    "nil_bonus": (50, 100, 150),
    "nil_penalty": (50, 100, 150),
    "blind_nil_bonus": (100, 200, 300),
    "blind_nil_penalty": (100, 200, 300),
    "blind_deficit": (None, 100, 200),
    "exchange": (None, 1, 2, 3),
    "board": (None, 3, 4, 5),
    "big_bids": (None,),
    "blind_minimum": (None, 5, 6, 7),
    "blind_factor": (1, 2, 3),
    "blind_set_factor": (1, 2, 3),
    "sets_to_lose": (None, 1, 2, 3),
    "hand_limit": (None, 6, 8, 10),
    "minutes": (None, 60, 90, 120),
    "revoke_penalty": (30, 50, 100),
}
"""Common values to tap; None means the table does not play by the rule."""
OTHER = "other"
"""The choice for a typed number."""
BIG_BIDS = range(2)
"""Rows for big bids; a match file may have more of them."""
BIG_BID_PARTS = ("at", "made", "set", "how")


class HouseForm(NotedForm):
    """The house rules of a game, each with a field of its name; created by `house_form`."""

    game: rules.Game

    @property
    def house_rules(self) -> tuple[str, ...]:
        return rules.list_rules(self.game)

    def house(self) -> rules.HouseRules | None:
        """Return the house rules, or None if one is invalid."""
        try:
            return rules.HouseRules.of(self.game.key, **self._house_values())
        except rules.HouseRuleError:
            return None

    @property
    def shown_house(self) -> rules.HouseRules:
        """The house rules, or the usual ones while one is invalid."""
        return self.house() or rules.HouseRules.of(self.game.key)

    def checked_house(self) -> rules.HouseRules | None:
        """Return the house rules, or add each error to its field and return None."""
        for rule, value in self._house_values().items():
            try:
                rules.HouseRules.of(self.game.key, **{rule: value})
            except rules.HouseRuleError as error:
                self.add_error(
                    describe_error(error), big_field("at", 0) if rule == "big_bids" else rule
                )
        house = self.house()
        try:
            if house is not None:
                rules.check_together(house)
        except rules.HouseRuleError as error:
            # Of two that exclude each other, both get it.
            for field in ("rule", "other"):
                self.add_error(describe_error(error), str(error.values[field]))
            return None
        return house

    def find_field(self, error: rules.RuleError, match: rules.Match | None = None) -> str | None:
        """Return the field of the house rule that an error is about, if there is one."""
        rule = error.values.get("rule")
        return str(rule) if rule in self.house_rules else super().find_field(error, match)

    def options(self, rule: str) -> list[str]:
        """Return the values of a rule to tap, including the current one if it cannot be typed."""
        if rule == "bag_carry":
            return ["yes", ""]
        words = rules.list_choices(self.game, rule) if rule in CHOICES else ()
        numbers = OFFERED_VALUES.get(rule, ())
        if rule == "forbidden_total":
            numbers = (None, self.shown_house.game.tricks)
        offered = [*map(str, words), *map(_format_value, numbers)]
        value = self[rule].data or ""
        is_lost = value not in offered and not self.takes_other(rule)
        return [*offered, value] if is_lost and value else offered

    def takes_other(self, rule: str) -> bool:
        """Whether other numbers can be typed for a rule."""
        least, most = RANGES.get(rule, (0, 0))
        return rule == "big_bids" or most - least >= max(len(OFFERED_VALUES.get(rule, ())), 1)

    def other(self, rule: str) -> str | None:
        """Return the typed number of a rule, or None if an offered value is chosen."""
        value = self[rule].data or ""
        if not self.takes_other(rule) or value in self.options(rule):
            return None
        return "" if value == OTHER else value

    def is_wrong(self, rules_: Sequence[str]) -> bool:
        """Whether one of these rules has an error."""
        wrong = [field.name for field in self if field.errors]
        return any(("big_bids" if "big_" in name else name) in rules_ for name in wrong)

    def use(self, house: rules.HouseRules) -> None:
        for field, value in house_field_values(house).items():
            self[field].data = value

    def _house_values(self) -> dict[str, Any]:
        values = {
            rule: _house_value(rule, self[rule].data)
            for rule in self.house_rules
            if rule != "big_bids" and self[rule].data is not None
        }
        big_bids = map(self._big_bid, BIG_BIDS if self["big_bids"].data == OTHER else ())
        return {**values, "big_bids": [big for big in big_bids if big]}

    def big(self, part: str, row: int) -> Field:
        return self[big_field(part, row)]

    def _big_bid(self, row: int) -> dict[str, Any]:
        parts = {part: (self.big(part, row).data or "").strip() for part in BIG_BID_PARTS}
        how, is_empty = parts.pop("how") or "instead", not parts["at"]
        numbers = {part: parse_int_or_text(text or "0") for part, text in parts.items()}
        return {} if is_empty else {**numbers, "how": how}


def house_form(game: rules.Game, **shown: Any) -> HouseForm:
    return build_house_form(HouseForm, game, tuple(house_field_names(game)), shown)


def build_house_form(
    base: type[Form], game: rules.Game, names: tuple[str, ...], shown: Any
) -> Form:
    """Return a form of a game's house rules, with the other fields of its class."""
    form = form_with_fields(base, names)(**shown)
    form.game = game
    for rule in _rules_with_other(game):
        if form[rule].data == OTHER:
            form[rule].data = (form[other_field(rule)].data or "").strip() or OTHER
    return form


def house_field_names(game: rules.Game) -> list[str]:
    """Return the field names of a game's house rules."""
    parts = [big_field(part, row) for row in BIG_BIDS for part in BIG_BID_PARTS]
    return [*rules.list_rules(game), *map(other_field, _rules_with_other(game)), *parts]


def _rules_with_other(game: rules.Game) -> list[str]:
    return [rule for rule in rules.list_rules(game) if rule in RANGES]


def other_field(rule: str) -> str:
    return f"{rule}_other"


def big_field(part: str, row: int) -> str:
    return f"big_{part}_{row}"


def house_field_values(house: rules.HouseRules) -> dict[str, str]:
    """Return house rules as field values."""
    fields = {}
    for rule in rules.list_rules(house.game):
        value = getattr(house, rule)
        fields[rule] = "" if rule in OFF_AT_ZERO and value == 0 else _format_value(value)
    fields["big_bids"] = OTHER if house.big_bids else ""
    for row in BIG_BIDS:
        big = house.big_bids[row] if row < len(house.big_bids) else None
        for part in BIG_BID_PARTS:
            fields[big_field(part, row)] = "" if big is None else str(getattr(big, part))
    return fields


def parse_int_or_text(written: str) -> int | str:
    """Parse a signed integer of up to seven digits; return the text itself if it is none."""
    text = written.strip().replace("−", "-")
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 8 else written


def _format_value(value: object) -> str:
    if value is None:
        return ""
    return {True: "yes", False: ""}[value] if isinstance(value, bool) else str(value)


def _house_value(rule: str, written: str | None) -> object:
    if rule == "bag_carry":
        return bool(written)
    if not (written or "").strip() and (rule in NULLABLE or rule in OFF_AT_ZERO):
        return None if rule in NULLABLE else 0
    if rule in CHOICES and (rule not in RANGES or written in set(CHOICES[rule])):
        return written
    return parse_int_or_text(written or "")
