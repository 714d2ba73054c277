"""The answers to a save: the next view, the form with its errors, or a choice in a conflict."""

from typing import Any, NamedTuple
from urllib.parse import quote

from flask import Response, flash, make_response, render_template, request, session, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper import rules
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.web.forms import hand_fields
from scorekeeper.web.forms.base import RecordingForm, parse_int
from scorekeeper.web.forms.hand_fields import FieldKind, HandField
from scorekeeper.web.site import page_cache, rendering
from scorekeeper.web.site.match_page import draw
from scorekeeper.web.site.saving import Invalid, Saved, Stale
from scorekeeper.words.errors import describe_stale_form
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match.hand import name_bid
from scorekeeper.words.table import name_side

UNDOABLE = "undoable"
"""The category of flashed messages that are shown with an undo key."""
SHOWN = "shown"
"""The category of flashed messages that are only read aloud, because the next view shows it."""
STEP_OF_ENDPOINT = {
    "recording.save_bids": rules.Step.BIDS,
    "recording.save_tricks": rules.Step.TRICKS,
}
"""The step of a match at which an endpoint's form can still be recorded."""


class NumberComparison(NamedTuple):
    """A number of a hand as recorded and as typed; empty if missing."""

    title: str
    recorded: str = ""
    typed: str = ""

    @property
    def differs(self) -> bool:
        return bool(self.recorded and self.typed) and self.recorded != self.typed


def answer(
    result: Saved | Invalid[Any] | Stale, message: str = "", category: str = "message"
) -> Response:
    """Answer with the next view and a message, with the form's errors (422), or a conflict (409).

    Equal numbers that someone else saved are not a conflict. A view in place has no room for a
    message that it does not show itself.
    """
    stored = result.stored
    if isinstance(result, Invalid):
        return refuse(stored, invalid=result)
    if isinstance(result, Saved) or is_recorded(stored):
        shows_next = (category == SHOWN or not message) and not stored.match.outcome
        if shows_next and request.headers.get("X-Release") == page_cache.view_release():
            return _draw_next(stored, message)
        return redirect_saved(stored.public_id, message, category)
    if request.endpoint in STEP_OF_ENDPOINT:
        return render_conflict(stored)
    return refuse(stored)


def redirect_saved(
    public_id: str, message: str, category: str = "message", endpoint: str = "match.show"
) -> Response:
    """Redirect to a page of the match; flash the message unless it is empty."""
    # Of forms sent in a row, a script shows only the message of the last one.
    session.pop("_flashes", None)
    if message:
        flash(message, category)
    return rendering.redirect_to(endpoint, public_id=public_id)


def refuse(
    stored: StoredMatch, reason: str = "", invalid: Invalid[RecordingForm] | None = None
) -> Response:
    """Render the match for a form without effect: an invalid one (422), or a key (409).

    A key was refused for a `reason`, or else was on a stale page.
    """
    about = (invalid.form, invalid.error) if invalid else ()
    answer: dict[str, Any] = {
        "message": reason,
        "posted_key": request.form.get("key"),
        "stale": invalid is None and not reason,
    }
    page = draw(stored, request.values, *about, **answer)
    return make_response(page, 422 if invalid else 409)


def _draw_next(stored: StoredMatch, message: str) -> Response:
    """Return the next view, shown in place; its message is a header, as all scorers share it."""
    session.pop("_flashes", None)
    response = page_cache.render_next_match_page(stored, lambda stored: draw(stored, MultiDict()))
    response.status_code = 201
    response.headers["Location"] = url_for("match.show", public_id=stored.public_id)
    response.headers["X-Message"] = quote(message)
    return response


def is_recorded(stored: StoredMatch) -> bool:
    """Whether the hand of a stale form already has all its numbers."""
    values = _read_typed(stored.match)
    recorded = _recorded_values(stored.match, parse_int(request.form.get("number")))
    return bool(values) and values.items() <= recorded.items()


def render_conflict(stored: StoredMatch) -> Response:
    """Render the conflict page for a stale form."""
    match, place = stored.match, parse_int(request.form.get("number"))
    recorded, typed = _recorded_values(match, place), _read_typed(match)
    are_bids = {field.kind is FieldKind.BID for field in typed or recorded}
    compared = [
        {
            field: value
            for field, value in values.items()
            if (field.kind is FieldKind.BID) in are_bids
        }
        for values in (recorded, typed)
    ]
    html = render_template(
        "match/conflict.html",
        stored=stored,
        match=match,
        message=describe_stale_form(),
        place=place,
        entries=compare_values(match, *compared),
        has_recorded=bool(recorded),
        has_typed=bool(typed),
        replacement=_find_replacement(stored, place),
    )
    return make_response(html, 409)


def _read_typed(match: rules.Match) -> hand_fields.Values:
    return hand_fields.read_hand_fields(match.house.game, request.form)


def _recorded_values(match: rules.Match, place: int | None) -> hand_fields.Values:
    if place is None or not 1 <= place <= len(match.hands):
        return {}
    return hand_fields.recorded_values(match, match.hands[place - 1])


def compare_values(
    match: rules.Match, recorded: hand_fields.Values, typed: hand_fields.Values
) -> list[NumberComparison]:
    """Return the numbers of both, each with its title."""
    saved, new = (
        {
            title: _format_value(field, value)
            for field, value in values.items()
            if (title := name_number(match, field, values))
        }
        for values in (recorded, typed)
    )
    return [
        NumberComparison(title, saved.get(title, ""), new.get(title, ""))
        for title in {**saved, **new}
    ]


def name_number(match: rules.Match, field: HandField, values: hand_fields.Values) -> str:
    """Name a number of a hand; empty if it is not shown."""
    kind, index = field
    game, names = match.house.game, match.sides if kind is FieldKind.SIDE else match.players
    if index >= len(names) or values[field] == "partner":
        return ""
    if kind is not FieldKind.BID:
        name = name_side(names[index]) if names is match.sides else names[index]
        return _("%(name)s’s tricks", name=name)
    shared = is_shared(game, field, values)
    name = name_side(match.sides[game.side_of[index]]) if shared else names[index]
    return _("%(name)s’s bid", name=name)


def is_shared(game: rules.Game, bid: HandField, values: hand_fields.Values) -> bool:
    """Whether a bid is the number of its side."""
    partners = game.sides[game.side_of[bid.place]]
    return any(values.get(HandField(bid.kind, seat)) == "partner" for seat in partners)


def _format_value(field: HandField, value: str) -> str:
    """Return a number as it is shown, with bids in words."""
    called = hand_fields.parse_bid(value) if field.kind is FieldKind.BID else None
    return name_bid(called) if called else value


def _find_replacement(stored: StoredMatch, place: int | None) -> tuple[str, dict[str, str]] | None:
    """Return the action and fields of a form that still records the typed values, if any does."""
    match, values = stored.match, _read_typed(stored.match)
    recorded = _recorded_values(match, place)
    if not values or place is None or is_recorded(stored):
        return None
    extra = {name: request.form[name] for name in ("by", "reason") if request.form.get(name)}
    if place == match.due_place and STEP_OF_ENDPOINT.get(request.endpoint or "") is match.step:
        return request.path, hand_fields.to_field_names(values) | extra
    # A correction adds no tricks to a hand without any, such as the last of a match ended early.
    has_tricks = bool(hand_fields.filter_tricks(recorded))
    if place in match.played_places and (has_tricks or not hand_fields.filter_tricks(values)):
        # Replace all tricks of the hand: two people may have entered them in different ways.
        base = hand_fields.filter_bids(recorded) if hand_fields.filter_tricks(values) else recorded
        action = url_for("correction.save_correction", public_id=stored.public_id, place=place)
        return action, hand_fields.to_field_names({**base, **values}) | extra
    return None
