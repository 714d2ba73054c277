"""Two writers: show what is recorded and what was typed, and let the person choose."""

from dataclasses import dataclass
from typing import NamedTuple

from flask import Response, make_response, render_template, request, url_for

from scorekeeper import rules
from scorekeeper.book.matches.match_loader import Stored
from scorekeeper.web.forms.base import RecordingForm, fresh, whole_number
from scorekeeper.web.forms.hand import (
    Field,
    Kind,
    Values,
    as_recorded,
    bids_of,
    chosen,
    named,
    read_bid,
    tricks_of,
)
from scorekeeper.web.http.log_events import happened
from scorekeeper.words.hand import bid
from scorekeeper.words.language import gettext as _
from scorekeeper.words.refusals import changed_meanwhile
from scorekeeper.words.table import side_name

DUE = {"recording.bids": rules.Step.BIDS, "recording.tricks": rules.Step.TRICKS}
"""The step at which a form could still be recorded as it was meant."""


@dataclass(frozen=True)
class Instead:
    """Where to send what was typed, so that it counts instead of what is recorded."""

    action: str
    fields: dict[str, str]


class Entry(NamedTuple):
    """A number of a hand, as it is recorded and as it was typed; empty where it was not."""

    title: str
    recorded: str
    typed: str

    @property
    def differs(self) -> bool:
        """Whether two people wrote different numbers."""
        return bool(self.recorded and self.typed) and self.recorded != self.typed


def render_conflict(stored: Stored) -> Response:
    """Answer a form that was made for an older state of the match."""
    happened("conflict")
    match, place = stored.match, whole_number(request.form.get("number"))
    theirs, mine = _recorded(match, place), chosen(request.form)
    html = render_template(
        "match/conflict.html",
        stored=stored,
        match=match,
        told=changed_meanwhile(),
        place=place,
        entries=_entries(match, theirs, mine),
        theirs=bool(theirs),
        mine=bool(mine),
        instead=_instead(stored, place),
        form=RecordingForm(**fresh(stored.version, place)),
    )
    return make_response(html, 409)


def _recorded(match: rules.Match, place: int | None) -> Values:
    if place is None or not 1 <= place <= len(match.hands):
        return {}
    return as_recorded(match, match.hands[place - 1])


def _entries(match: rules.Match, theirs: Values, mine: Values) -> list[Entry]:
    """Return the bids or tricks that are at issue, as they are recorded and as they were typed."""
    about = {field.kind is Kind.BID for field in mine or theirs}
    return [
        Entry(title, _said(field, theirs.get(field)), _said(field, mine.get(field)))
        for field in {**theirs, **mine}
        if (title := _title(match, field)) and (field.kind is Kind.BID) in about
    ]


def _title(match: rules.Match, field: Field) -> str:
    """Return whose number it is, and of what; nothing for one that is not in this match."""
    kind, index = field
    names = match.sides if kind is Kind.SIDE else match.players
    if index >= len(names):
        return ""
    name = side_name(names[index]) if kind is Kind.SIDE else names[index]
    if kind is Kind.BID:
        return _("%(name)s’s bid", name=name)
    return _("%(name)s’s tricks", name=name)


def _said(field: Field, value: str | None) -> str:
    """Return a number as people read it."""
    called = read_bid(value) if value and field.kind is Kind.BID else None
    return bid(called) if called else value or ""


def _instead(stored: Stored, place: int | None) -> Instead | None:
    """Return how what was typed can still be recorded, or None where it cannot."""
    match, values = stored.match, chosen(request.form)
    recorded = _recorded(match, place)
    if not values or place is None or values.items() <= recorded.items():
        return None
    also = {name: request.form[name] for name in ("by", "reason") if request.form.get(name)}
    if place == match.due_place and DUE.get(request.endpoint or "") is match.step:
        return Instead(request.path, named(values) | also)
    if place in match.played_places:
        # The tricks of a hand count as a whole: two people may have told them in different ways.
        whole = bids_of(recorded) if tricks_of(values) else recorded
        action = url_for("correction.save", public_id=stored.public_id, place=place)
        return Instead(action, named({**whole, **values}) | also)
    return None
