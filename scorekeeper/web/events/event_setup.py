"""The set-up of a club evening: who plays with whom, how long, how many rounds."""

import re

from flask import Response, abort, flash, make_response, render_template, request
from wtforms import StringField

from scorekeeper import rules
from scorekeeper.book.events.event_loader import StoredEvent
from scorekeeper.book.events.events import StaleEvent, change_setup, create_event
from scorekeeper.rules.house_rules import RANGES
from scorekeeper.rules.presets import find_limits, limit_match
from scorekeeper.rules.seating.event import MAX_TABLES, Event, EventKind, EventWay
from scorekeeper.web.forms import base
from scorekeeper.web.forms.base import RecordingForm, clean_text, parse_int, parse_offset
from scorekeeper.web.forms.house_rules import OTHER
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site import db, events, rule_cards
from scorekeeper.web.site.rendering import redirect_to
from scorekeeper.words.errors import describe_range
from scorekeeper.words.language import gettext as _

GAME = rules.GAMES["partnership"]
PUBLIC_ID = re.compile(r"[\w-]{22}", re.ASCII)
USUAL_ROUNDS = 5
LENGTHS = {"hand_limit": 8, "minutes": 30, "target": 250}
"""The house rules that limit a round, each with its usual value."""
KINDS = {kind.value: kind for kind in EventKind} | {EventWay.ELIMINATION.value: EventKind.SWISS}
"""The kinds of events by what is chosen; an elimination is held in another way."""
OFFERED_ROUNDS = range(4, 9)
MAX_PLANNED_ROUNDS = 20


class EventForm(RecordingForm):
    """The set-up of a club evening."""

    name = StringField()
    kind = StringField()
    length = StringField()
    amount = StringField()
    unit = StringField()
    most = StringField()
    rounds = StringField()
    rounds_other = StringField()
    house = StringField()
    tables = StringField()

    def checked(self, house: rules.HouseRules | None) -> tuple[str, Event] | None:
        """Return the name and the event as planned, or add errors and return None."""
        chosen = self["kind"].data or ""
        way = EventWay.ELIMINATION if chosen == EventWay.ELIMINATION else EventWay.ROUNDS
        kind = KINDS.get(chosen)
        if kind is None:
            self.add_error(_("Choose who plays with whom."), "kind")
        if house is None:
            self.add_error(_("Choose the house rules."), "house")
        limits = self._read_limits()
        rounds: int | None = USUAL_ROUNDS
        if way is EventWay.ROUNDS:
            rounds = self._read_number("rounds", "rounds_other", MAX_PLANNED_ROUNDS)
        tables = self._read_number("tables", "tables", MAX_TABLES) if self["tables"].data else None
        if self.list_errors() or kind is None or house is None or not rounds:
            return None
        name = clean_text(rules.clean_name(self["name"].data or ""), rules.MAX_NAME_LENGTH)
        planned = Event("", kind, rounds, tables, (), house=limit_match(house, limits), way=way)
        return name or _("Club evening"), planned

    def _read_limits(self) -> dict[str, int]:
        """Return the limits of a round, or add errors."""
        chosen, field = self["length"].data or "", "length"
        rule, _mark, written = chosen.partition(":")
        if chosen == OTHER:
            field, rule, written = "amount", self["unit"].data or "", self["amount"].data or ""
        if rule not in LENGTHS:
            self.add_error(_("Choose how long a round is."), field)
            return {}
        limits = {rule: self._parse(field, written, *RANGES[rule]) or 0}
        if most := self["most"].data:
            minutes = self._parse("most", most, *RANGES["minutes"]) or 0
            limits["minutes"] = min(minutes, limits.get("minutes", minutes))
        return limits

    def _read_number(self, name: str, other: str, most: int) -> int | None:
        field = other if self[name].data == OTHER else name
        return self._parse(field, self[field].data or "", 1, most)

    def _parse(self, field: str, written: str, least: int, most: int) -> int | None:
        """Return a number in a range, or add an error to a field and return None."""
        number = parse_int(written.strip())
        if number is None or not least <= number <= most:
            self.add_error(describe_range(least, most), field)
            return None
        return number


def show() -> str:
    """Show the form of a new evening."""
    card = _list_cards()[0]
    house = limit_match(card.house, {"hand_limit": LENGTHS["hand_limit"]})
    usual = Event("", EventKind.SINGLES, USUAL_ROUNDS, None, (), house=house)
    return _render(EventForm(**base.initial_values(fields=setup_fields("", usual, card.key))))


def create() -> Response | tuple[str, int]:
    """Create an evening; its people come next."""
    if "kind" not in request.form:
        abort(404)
    form = EventForm()
    setup = form.checked(_find_house(form))
    if setup is None:
        return _render(form), 422
    with db.database().write() as session:
        secret = current_device.ensure_secret(session)
        rate_limits.count("matches", secret)
        # The form's key is the public id, so that a form sent twice creates one event.
        key = PUBLIC_ID.fullmatch(request.form.get("key", ""))
        public_id = create_event(session, secret, *setup, key and key[0], parse_offset())
    return current_device.set_device_cookie(redirect_to("entrants.show", event=public_id), secret)


def edit(event: str) -> str:
    """Show the set-up of an evening."""
    stored = events.load_owned_event(event)
    fields = setup_fields(stored.name, stored.event, _list_cards(stored)[0].key)
    return _render(EventForm(**base.initial_values(fields=fields)), stored)


def save(event: str) -> Response:
    """Save the set-up; rounds that were seated keep theirs."""
    stored = events.load_owned_event(event)
    form = EventForm()
    setup = form.checked(_find_house(form, stored))
    if setup is None:
        return make_response(_render(form, stored), 422)
    try:
        with db.write() as (session, secret):
            change_setup(session, secret, event, *setup)
    except StaleEvent:
        # There are people, pairs or a round now.
        form.add_error(_("Choose who plays with whom."), "kind")
        return make_response(_render(form, events.load_owned_event(event)), 409)
    flash(_("Set-up saved"))
    return events.redirect_to_event(event)


def _render(form: EventForm, stored: StoredEvent | None = None) -> str:
    return render_template(
        "events/setup.html",
        form=form,
        stored=stored,
        cards=_list_cards(stored),
        kinds=_list_kinds(stored.event) if stored else [*KINDS],
        lengths=list_lengths(form["length"].data or ""),
        units=[("hand_limit", _("hands")), ("minutes", _("minutes")), ("target", _("points"))],
        rounds=[*((str(number), number) for number in OFFERED_ROUNDS), (OTHER, _("other…"))],
        labels={"length": _("Each round"), "rounds": _("Rounds")},
    )


def _list_kinds(event: Event) -> list[str]:
    """Return the kinds to which an event can change."""
    return [
        chosen
        for chosen, kind in KINDS.items()
        if not event.entrants or event.is_pairs is (kind is not EventKind.SINGLES)
        if not event.rounds or event.is_elimination is (chosen == EventWay.ELIMINATION)
    ]


def _list_cards(stored: StoredEvent | None = None) -> list[rule_cards.RuleCard]:
    """Return the house rules to choose from; first those of the evening, or of the last match."""
    cards = list(rule_cards.load_setup_choices(GAME).cards)
    if stored is None:
        return cards
    house = stored.event.house
    same = [card for card in cards if limit_match(card.house, find_limits(house)) == house]
    if same:
        return [same[0], *(card for card in cards if card != same[0])]
    return [rule_cards.RuleCard("kept", _("As now"), "", house), *cards]


def _find_house(form: EventForm, stored: StoredEvent | None = None) -> rules.HouseRules | None:
    chosen = form["house"].data
    if stored is not None and chosen == "kept":
        # If the form is sent twice, they may be those of another card by now.
        return stored.event.house
    return next((card.house for card in _list_cards(stored) if card.key == chosen), None)


def setup_fields(name: str, event: Event, card: str) -> dict[str, str]:
    """Return the set-up of an event as its fields; `card` is the key of its house rules."""
    length, _mark, more = events.find_length(event.house).partition(",")
    return {
        "name": name,
        "kind": EventWay.ELIMINATION.value if event.is_elimination else event.kind.value,
        "length": length,
        "most": more.removeprefix("minutes:"),
        "rounds": str(event.planned_rounds) if event.planned_rounds in OFFERED_ROUNDS else OTHER,
        "rounds_other": str(event.planned_rounds),
        "house": card,
        "tables": str(event.max_tables or ""),
    }


def list_lengths(chosen: str) -> list[tuple[str, str]]:
    """Return the lengths of a round to tap; the chosen one replaces the usual one of its unit."""
    usual = {rule: f"{rule}:{amount}" for rule, amount in LENGTHS.items()}
    if chosen.partition(":")[0] in usual:
        usual[chosen.partition(":")[0]] = chosen
    return [*events.describe_lengths(usual.values()), (OTHER, _("other…"))]
