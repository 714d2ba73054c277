"""Correction of a hand, with a preview of its effects and a reason."""

from functools import partial
from urllib.parse import urlencode

from flask import Response, make_response, render_template, request

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.match.changes import ChangeEffect
from scorekeeper.web.forms.base import InvalidForm, clean_text, parse_int
from scorekeeper.web.forms.hand import HandForm, bids_form, hand_form
from scorekeeper.web.forms.hand_fields import (
    FieldKind,
    Values,
    filter_bids,
    filter_tricks,
    read_hand_fields,
    recorded_values,
    to_field_names,
)
from scorekeeper.web.site import db, page_cache
from scorekeeper.web.site.answers import UNDOABLE, redirect_saved, render_conflict
from scorekeeper.web.site.saving import Invalid, Stale, preview, save
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match.hand import describe_changes
from scorekeeper.words.match.outcome import describe_correction


def show(public_id: str, place: int) -> Response:
    """Show a hand to correct; with changes in the query, also their effects."""
    stored = db.load_writable_match(public_id)
    hand = _find_played_hand(stored.match, place)
    values = read_hand_fields(stored.match.house.game, request.args)

    def filled_in() -> HandForm:
        adjusted = _adjust_tricks(stored.match, recorded_values(stored.match, hand), values)
        form = _build_form(stored.match, place, adjusted, stored.version)
        form.reason.data = clean_text(request.args.get("reason"))
        return form

    if not values:
        return page_cache.render_cached_match_page(
            stored, lambda shown: _render(place, shown, filled_in())
        )
    form = filled_in()
    effect = preview(stored.match, form, _correct)
    return make_response(_render(place, stored, form, effect), 200 if effect else 422)


def save_correction(public_id: str, place: int) -> Response:
    """Record the correction of a hand."""
    result = save(
        public_id,
        partial(_read_form, place=place),
        lambda stored, form: _correct(stored.match, form),
        fits=partial(_is_still_valid, place=place),
        reason=clean_text(request.form.get("reason")),
    )
    if isinstance(result, Stale):
        return _render_stale(place, result.stored)
    if isinstance(result, Invalid):
        if result.form is None:
            raise AccessDenied(public_id)
        return make_response(_render(place, result.stored, result.form), 422)
    message = describe_correction(result.before.match, result.stored.match, place)
    return redirect_saved(public_id, message, UNDOABLE)


def _render_stale(place: int, stored: StoredMatch) -> Response:
    """Render a correction's effects on the current match, or a conflict if the hand has changed."""
    if not _is_hand_unchanged(stored.match, place):
        return render_conflict(stored)
    form = _read_form(stored.match, place)
    effect = preview(stored.match, form, _correct)
    if effect:
        form.add_error(
            _(
                "The match has changed since you opened this page. This is what your change does"
                " now."
            )
        )
    return make_response(_render(place, stored, form, effect), 409 if effect else 422)


def _render(
    place: int, stored: StoredMatch, form: HandForm, effect: ChangeEffect[rules.Match] | None = None
) -> str:
    hand = _find_played_hand(stored.match, place)
    return render_template(
        "match/correction.html",
        stored=stored,
        match=stored.match,
        place=place,
        hand=hand,
        form=form,
        changed=bool(request.values),
        effect=effect,
        changes=describe_changes(stored.match, hand, effect.new.hands[place - 1]) if effect else (),
        was=_encode_hand(stored.match, place),
    )


def _find_played_hand(match: rules.Match, place: int) -> rules.Hand:
    if place not in match.played_places:
        raise AccessDenied(place)
    return match.hands[place - 1]


def _adjust_tricks(match: rules.Match, recorded: Values, values: Values) -> Values:
    """Return a hand with its changes; a single changed number of tricks adjusts another one.

    The adjusted number is a pile if there is one, as the page's script does it.
    """
    adjusted = {**recorded, **values}
    numbers = {field: parse_int(value) for field, value in filter_tricks(adjusted).items()}
    known = [number for number in numbers.values() if number is not None]
    changed = [field for field in numbers if adjusted[field] != recorded.get(field)]
    rest = match.house.game.tricks - sum(known)
    if len(changed) == 1 and rest and filter_bids(adjusted) == filter_bids(recorded):
        other = max(
            (field for field in numbers if field not in changed),
            key=lambda field: (field.kind is FieldKind.SIDE, field.place),
        )
        adjusted[other] = str(max((numbers[other] or 0) + rest, 0))
    return adjusted


def _read_form(match: rules.Match, place: int) -> HandForm:
    return _build_form(match, place, read_hand_fields(match.house.game, request.form))


def _is_still_valid(match: rules.Match, place: int) -> bool:
    """Whether a correction still has only the effects its form showed, in a match that moved on.

    New hands are harmless if neither they nor the end of the match depend on the correction.
    """
    if not _is_hand_unchanged(match, place):
        return False
    effect = preview(match, _read_form(match, place), _correct)
    return (
        effect is not None
        and not effect.removed_places
        and effect.old.outcome == effect.new.outcome
    )


def _is_hand_unchanged(match: rules.Match, place: int) -> bool:
    return request.form.get("was") == _encode_hand(match, place)


def _encode_hand(match: rules.Match, place: int) -> str:
    return urlencode(to_field_names(recorded_values(match, _find_played_hand(match, place))))


def _build_form(
    match: rules.Match, place: int, values: Values, shown: int | None = None
) -> HandForm:
    """Return the form with the fields that the bids need: as posted, or `shown` for a version."""
    hand, tricks = _find_played_hand(match, place), filter_tricks(values)
    by_player = hand.has_tricks_by_seat
    if tricks:
        by_player = all(field.kind is FieldKind.SEAT for field in tricks)
    try:
        bids = bids_form(match, place, values=values).bids() if hand.bids else []
    except InvalidForm:  # the form of the hand has the message
        bids = list(hand.bids or ())
    return hand_form(
        match,
        place,
        bids,
        by_player=by_player,
        tricks=hand.tricks is not None,
        values=None if shown is None else values,
        version=shown,
    )


def _correct(match: rules.Match, form: HandForm) -> rules.Match:
    return match.correct(form.corrects, form.bids(), *form.tricks())
