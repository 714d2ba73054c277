"""The forms of a club evening: its set-up, and results as they are typed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flask import request
from wtforms import StringField

from scorekeeper import rules
from scorekeeper.book.events.events import EventSetup
from scorekeeper.rules.house_rules import RANGES
from scorekeeper.rules.presets import limit_match
from scorekeeper.rules.seating.event import (
    MAX_TABLE_POINTS,
    MAX_TABLES,
    EventKind,
    EventTable,
    TableEnding,
    TableResult,
)
from scorekeeper.web.forms.base import RecordingForm, clean_text, parse_int
from scorekeeper.web.forms.house_rules import OTHER, parse_int_or_text
from scorekeeper.words import organiser, tables
from scorekeeper.words.language import gettext as _

LENGTHS = {"hand_limit": 8, "minutes": 30, "target": 250}
"""The house rules that limit a round, each with its usual value."""
TYPED = "typed"
"""The mark of a result that was typed."""
PLAYOFF_TARGETS = (250, 350, 500)
OFFERED_ROUNDS = range(4, 9)
Results = Mapping[tuple[int, int], TableResult | None]
MAX_PLANNED_ROUNDS = 20


class EventForm(RecordingForm):
    """The set-up of a club evening."""

    name = StringField()
    kind = StringField()
    length = StringField()
    amount = StringField()
    unit = StringField()
    rounds = StringField()
    rounds_other = StringField()
    house = StringField()
    tables = StringField()

    def checked(self, house: rules.HouseRules | None) -> EventSetup | None:
        """Return the set-up with the chosen house rules, or add errors and return None."""
        kinds = {kind.value: kind for kind in EventKind}
        kind = kinds.get(self["kind"].data or "")
        if kind is None:
            self.add_error(_("Choose who plays with whom."), "kind")
        if house is None:
            self.add_error(_("Choose the house rules."), "house")
        rule, amount = self._read_length()
        rounds = self._read_number("rounds", "rounds_other", MAX_PLANNED_ROUNDS)
        tables = self._read_number("tables", "tables", MAX_TABLES) if self["tables"].data else None
        if self.list_errors() or kind is None or house is None or not amount or not rounds:
            return None
        name = clean_text(rules.clean_name(self["name"].data or ""), rules.MAX_NAME_LENGTH)
        limited = limit_match(house, rule, amount)
        return EventSetup(name or _("Club evening"), kind, limited, rounds, tables)

    def _read_length(self) -> tuple[str, int | None]:
        chosen = self["length"].data or ""
        rule, _mark, written = chosen.partition(":")
        if chosen == OTHER:
            rule, written = self["unit"].data or "", self["amount"].data or ""
        least, most = RANGES[rule] if rule in LENGTHS else (0, 0)
        amount = parse_int(written.strip())
        if amount is None or not least <= amount <= most:
            text = _("Type a number from %(least)s to %(most)s.", least=least, most=most)
            if rule not in LENGTHS:
                text = _("Choose how long a round is.")
            self.add_error(text, "amount" if chosen == OTHER else "length")
        return rule, amount

    def _read_number(self, name: str, other: str, most: int) -> int | None:
        chosen = self[name].data or ""
        number = parse_int((self[other].data if chosen == OTHER else chosen or "").strip())
        if number is None or not 1 <= number <= most:
            text = _("Type a number from %(least)s to %(most)s.", least=1, most=most)
            self.add_error(text, other if chosen == OTHER else name)
        return number


def setup_fields(setup: EventSetup, card: str) -> dict[str, str]:
    """Return a set-up as the values of its fields; `card` is the key of its house rules."""
    return {
        "name": setup.name,
        "kind": setup.kind.value,
        "length": find_length(setup.house_rules),
        "rounds": str(setup.planned_rounds) if setup.planned_rounds in OFFERED_ROUNDS else OTHER,
        "rounds_other": str(setup.planned_rounds),
        "house": card,
        "tables": str(setup.max_tables or ""),
    }


def find_length(house: rules.HouseRules) -> str:
    """Return the length of a round with these house rules, as the value of its field."""
    rule = next((rule for rule in ("hand_limit", "minutes") if getattr(house, rule)), "target")
    return f"{rule}:{getattr(house, rule)}"


def list_playoff_houses(
    house: rules.HouseRules, latest: rules.HouseRules
) -> dict[str, rules.HouseRules]:
    """Return the house rules to choose from for a round of the playoff, by the length of a match.

    They are those of the latest round, those of the evening, and the usual targets.
    """
    targets = [limit_match(house, "target", target) for target in PLAYOFF_TARGETS]
    return {find_length(one): one for one in (latest, house, *targets)}


def list_lengths(chosen: str) -> list[tuple[str, str]]:
    """Return the lengths of a round to tap; the chosen one replaces the usual one of its unit."""
    usual = {rule: f"{rule}:{amount}" for rule, amount in LENGTHS.items()}
    if chosen.partition(":")[0] in usual:
        usual[chosen.partition(":")[0]] = chosen
    return [*describe_lengths(usual.values()), (OTHER, _("other…"))]


def describe_lengths(lengths: Iterable[str]) -> list[tuple[str, str]]:
    """Return lengths of a round, each with its description."""
    return [
        (length, organiser.describe_length(rule, parse_int(amount) or 0))
        for length in lengths
        for rule, _mark, amount in [length.partition(":")]
    ]


class InvalidResult(Exception):
    """What was typed is no result; the text says what to type instead."""


@dataclass
class ResultRow:
    """The fields for the result of a table: as typed, or as they are stored."""

    number: int
    sides: Sequence[str]
    shown: str
    digits: Sequence[str] = ("", "")
    minus: Sequence[bool] = (False, False)
    description: str = ""
    error: str = ""
    is_tie: bool = False
    seats: str = ""

    def field(self, what: str, side: int | None = None) -> str:
        """Return the name of a field of this table."""
        return "_".join(map(str, (what, self.number, *([] if side is None else [side]))))

    @classmethod
    def of(
        cls,
        table: EventTable,
        names: tables.Names,
        running: rules.Match | None = None,
    ) -> "ResultRow":
        """Return the row of a table; a result without points leaves its fields empty."""
        shown = write_result(table.result, is_typed=table.typed is not None)
        row = cls(table.number, tables.name_sides(table, names), shown)
        row.seats = " ".join(map(str, table.seats))
        if running is not None:
            row.description = organiser.describe_phone(running)
        elif table.result is not None and table.result.points is None:
            row.description = tables.describe_ending(table.result)
        row.fill_in(table.result)
        return row

    @property
    def is_posted(self) -> bool:
        """Whether the form that was sent has this row."""
        return self.field("shown") in request.form

    @property
    def is_undo(self) -> bool:
        """Whether the form that was sent restores an earlier result."""
        return self.field("to") in request.form

    @property
    def before(self) -> TableResult | None:
        """The result that the form showed."""
        return read_result(self.shown)

    @property
    def typed_before(self) -> TableResult | None:
        """The same, if it was typed, not the one of a match."""
        return self.before if self.shown.startswith(TYPED) else None

    def show_conflict(self, saved: TableResult | None, typed: TableResult | None) -> None:
        """Show what someone else saved; sending the form again overwrites it, but never by Undo."""
        named = [tables.format_result(one) if one else _("nothing") for one in (saved, typed)]
        self.error = organiser.describe_conflict(*named)
        self.shown = write_result(saved, is_typed=True)
        if self.is_undo:
            self.fill_in(saved)

    def fill_in(self, result: TableResult | None) -> None:
        """Fill in the points of a result; one without points leaves the fields empty."""
        points = (result and result.points) or ()
        self.digits = [str(abs(one)) for one in points] or ("", "")
        self.minus = [one < 0 for one in points] or (False, False)

    def read(self) -> TableResult | None:
        """Read what was posted; None removes a typed result, or leaves the table open.

        Raises InvalidResult for anything else than a result.
        """
        posted = request.form
        self.digits = [clean_text(posted.get(self.field("points", side)), 12) for side in (0, 1)]
        self.minus = [bool(posted.get(self.field("minus", side))) for side in (0, 1)]
        self.shown = clean_text(posted.get(self.field("shown")), 40)
        if self.is_undo:
            return read_result(clean_text(posted[self.field("to")], 40))
        if not any(self.digits):
            # A result without points leaves the fields empty.
            return self.before if self.before and self.before.points is None else None
        first, second = self._read_points()
        if self.before and self.before.points == (first, second):
            return self.before
        self.is_tie = first == second
        if self.is_tie and not posted.get(self.field("tie")):
            raise InvalidResult(_("A tie? Save it only if the table could not play another hand."))
        return TableResult.of_points(first, second)

    def _read_points(self) -> list[int]:
        if not all(self.digits):
            raise InvalidResult(_("Type the points of both sides."))
        points = [
            parse_int_or_text(f"-{text.lstrip('-−')}" if minus else text)
            for text, minus in zip(self.digits, self.minus, strict=True)
        ]
        numbers = [one for one in points if isinstance(one, int) and abs(one) <= MAX_TABLE_POINTS]
        if len(numbers) < len(points):
            least, most = f"−{MAX_TABLE_POINTS}", MAX_TABLE_POINTS
            text = _("Type a number from %(least)s to %(most)s.", least=least, most=most)
            raise InvalidResult(text)
        return numbers


def is_of_other_tables(rows: Sequence[ResultRow]) -> bool:
    """Whether the form that was sent shows tables that are gone or where others sit now."""
    known = {row.field("shown") for row in rows}
    shown = {name for name in request.form if name.startswith("shown_")}
    return not shown <= known or any(
        request.form.get(row.field("seats"), row.seats) != row.seats for row in rows
    )


def write_result(result: TableResult | None, *, is_typed: bool) -> str:
    """Write what a form showed, to compare it with what is stored when it is sent."""
    if result is None:
        return ""
    parts = (TYPED if is_typed else "match", result.ending.value, *(result.points or ()))
    return " ".join(map(str, parts if result.points else (*parts, result.winner)))


def write_undo(number: int, results: Results, before: Results) -> dict[str, object]:
    """Return the fields of a form that replaces the saved results of a round by those before."""
    fields: dict[str, object] = {"round": number}
    for place, result in results.items():
        fields[f"to_{place[1]}"] = write_result(before[place], is_typed=True)
        fields[f"shown_{place[1]}"] = write_result(result, is_typed=True)
    return fields


def read_result(written: str) -> TableResult | None:
    """Read what a form showed; None if it showed no result."""
    _source, ending, *numbers = [*written.split(), "", ""]
    values = [one for one in map(parse_int_or_text, numbers) if isinstance(one, int)]
    if ending == TableEnding.PLAYED and len(values) == 2:
        return TableResult.of_points(*values)
    if ending == TableEnding.WALKOVER and values in ([0], [1]):
        return TableResult.walkover(values[0])
    return TableResult.none() if ending == TableEnding.NONE else None
