"""Two writers: show what is recorded and what was typed, and let the person choose."""

from dataclasses import dataclass
from typing import NamedTuple

from flask import Response, make_response, render_template, request, url_for

from scorekeeper import rules
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.web.forms.base import RecordingForm, initial_values, parse_int
from scorekeeper.web.forms.hand import (
    FieldKind,
    HandField,
    Values,
    filter_bids,
    filter_tricks,
    parse_bid,
    read_hand_fields,
    recorded_values,
    to_field_names,
)
from scorekeeper.web.http.log_events import count_event
from scorekeeper.words.errors import describe_stale_form
from scorekeeper.words.hand import name_bid
from scorekeeper.words.language import gettext as _
from scorekeeper.words.table import name_side

STEP_OF_ENDPOINT = {"recording.bids": rules.Step.BIDS, "recording.tricks": rules.Step.TRICKS}
"""The step at which a form could still be recorded as it was meant."""


@dataclass(frozen=True)
class Replacement:
    """Where to send what was typed, so that it counts instead of what is recorded."""

    action: str
    fields: dict[str, str]


class NumberComparison(NamedTuple):
    """A number of a hand, as it is recorded and as it was typed; empty where it was not."""

    title: str
    recorded: str
    typed: str

    @property
    def differs(self) -> bool:
        """Whether two people wrote different numbers."""
        return bool(self.recorded and self.typed) and self.recorded != self.typed


def render_conflict(stored: StoredMatch) -> Response:
    """Answer a form that was made for an older state of the match."""
    count_event("conflict")
    match, place = stored.match, parse_int(request.form.get("number"))
    theirs, mine = _recorded_values(match, place), read_hand_fields(request.form)
    html = render_template(
        "match/conflict.html",
        stored=stored,
        match=match,
        told=describe_stale_form(),
        place=place,
        entries=_compare_values(match, theirs, mine),
        theirs=bool(theirs),
        mine=bool(mine),
        instead=_find_replacement(stored, place),
        form=RecordingForm(**initial_values(stored.version, place)),
    )
    return make_response(html, 409)


def _recorded_values(match: rules.Match, place: int | None) -> Values:
    if place is None or not 1 <= place <= len(match.hands):
        return {}
    return recorded_values(match, match.hands[place - 1])


def _compare_values(match: rules.Match, theirs: Values, mine: Values) -> list[NumberComparison]:
    """Return the bids or tricks that are at issue, as they are recorded and as they were typed."""
    about = {field.kind is FieldKind.BID for field in mine or theirs}
    return [
        NumberComparison(
            title, _format_value(field, theirs.get(field)), _format_value(field, mine.get(field))
        )
        for field in {**theirs, **mine}
        if (title := _title(match, field)) and (field.kind is FieldKind.BID) in about
    ]


def _title(match: rules.Match, field: HandField) -> str:
    """Return whose number it is, and of what; nothing for one that is not in this match."""
    kind, index = field
    names = match.sides if kind is FieldKind.SIDE else match.players
    if index >= len(names):
        return ""
    name = name_side(names[index]) if kind is FieldKind.SIDE else names[index]
    if kind is FieldKind.BID:
        return _("%(name)s’s bid", name=name)
    return _("%(name)s’s tricks", name=name)


def _format_value(field: HandField, value: str | None) -> str:
    """Return a number as people read it."""
    called = parse_bid(value) if value and field.kind is FieldKind.BID else None
    return name_bid(called) if called else value or ""


def _find_replacement(stored: StoredMatch, place: int | None) -> Replacement | None:
    """Return how what was typed can still be recorded, or None where it cannot."""
    match, values = stored.match, read_hand_fields(request.form)
    recorded = _recorded_values(match, place)
    if not values or place is None or values.items() <= recorded.items():
        return None
    also = {name: request.form[name] for name in ("by", "reason") if request.form.get(name)}
    if place == match.due_place and STEP_OF_ENDPOINT.get(request.endpoint or "") is match.step:
        return Replacement(request.path, to_field_names(values) | also)
    if place in match.played_places:
        # The tricks of a hand count as a whole: two people may have told them in different ways.
        whole = filter_bids(recorded) if filter_tricks(values) else recorded
        action = url_for("correction.save", public_id=stored.public_id, place=place)
        return Replacement(action, to_field_names({**whole, **values}) | also)
    return None
