"""The match page: the score, and the one thing to do next."""

import json
from urllib.parse import quote

from flask import Response, make_response, render_template, request, session, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper import rules, words
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.rematches import has_rematch
from scorekeeper.book.matches.undo_tree import redo
from scorekeeper.book.statistics.streaks import count_wins_in_a_row
from scorekeeper.web.charts.chart import score_line
from scorekeeper.web.charts.rotation_arrows import rotation_arrows
from scorekeeper.web.forms.base import RecordingForm, initial_values
from scorekeeper.web.forms.hand import BidsForm, TricksForm, bids_form, tricks_form
from scorekeeper.web.forms.hand_fields import (
    HandField,
    TrickEntry,
    convert_tricks,
    read_trick_numbers,
    recorded_values,
    to_field_names,
)
from scorekeeper.web.http import current_device
from scorekeeper.web.http.log_events import count_event
from scorekeeper.web.site import db, page_cache, recording
from scorekeeper.web.site.offline import describe_base, tag_skeletons

WINS_IN_A_ROW = 3
"""Minimum wins in a row that are mentioned after a match."""


def render_match(stored: StoredMatch) -> str:
    """Render the page with a new form for what is due."""
    return _render_due(stored, request.values)


def render_saved(stored: StoredMatch, message: str) -> Response | None:
    """Return the next view as the answer to a save, if the sending page can show it in place.

    The message is a header, because the view is the same for all scorers. A match that is over
    gets its own page.
    """
    if stored.match.outcome or request.headers.get("X-Release") != page_cache.view_release():
        return None
    # A script that sends several forms in a row shows only the message of the last one.
    session.pop("_flashes", None)
    response = page_cache.render_next_match_page(
        stored, lambda stored: _render_due(stored, MultiDict())
    )
    response.status_code = 201
    response.headers["Location"] = url_for("match.show", public_id=stored.public_id)
    response.headers["X-Message"] = quote(message)
    return current_device.renew_cookie(response)


def render_invalid(invalid: recording.Invalid[RecordingForm]) -> Response:
    """Render an invalid form with its values and errors (422)."""
    stored, form, query = invalid.stored, invalid.form, request.values
    # Show numbers again if numbers were entered during a tally.
    tallying = _is_tallying(stored.match, query) and not isinstance(form, TricksForm)
    if not isinstance(form, BidsForm | TricksForm):
        form = _due_form(stored, query)
        if invalid.error is not None:
            form.add_rule_error(invalid.error, stored.match)
    return make_response(_render(stored, form, query, tallying=tallying), 422)


def render_stale(stored: StoredMatch) -> Response:
    """Render the current match for a key of a stale page, with what happened since (409)."""
    count_event("conflict")
    message = words.changes.describe_conflict(
        stored.match, stored.position.undoes, stored.position.redoes
    )
    return make_response(_render_due(stored, request.values, message), 409)


def render_refusal(stored: StoredMatch, sentence: str) -> Response:
    """Render the page with the reason why a key had no effect (409)."""
    query = request.values
    form = _due_form(stored, query)
    return make_response(_render(stored, form, query, tallying=False, message=sentence), 409)


def _render_due(stored: StoredMatch, query: MultiDict[str, str], message: str = "") -> str:
    """Render the page with a new form for what is due; `query` says which way of entering it."""
    form, tallying = _due_form(stored, query), _is_tallying(stored.match, query)
    return _render(stored, form, query, tallying=tallying, message=message)


def _render(
    stored: StoredMatch,
    form: RecordingForm,
    query: MultiDict[str, str],
    *,
    tallying: bool,
    message: str = "",
) -> str:
    match, requested = stored.match, to_field_names(read_trick_numbers(query))
    long_over = page_cache.is_long_over(match)
    return render_template(
        "match/show.html",
        stored=stored,
        match=match,
        form=form,
        view=_current_view(stored, form, query, tallying=tallying),
        changing=match.current_hand is not None and isinstance(form, BidsForm),
        message=message,
        long_over=long_over,
        base=_write_base(stored) if stored.can_write and not long_over else "",
        tag=tag_skeletons(match),
        by_player=TrickEntry.of(query) is TrickEntry.PLAYER,
        carried={name: requested[name] for name in requested if tallying or name not in form},
        given=bool(requested) or bool(form.list_errors()),
        minutes=match.minutes_at(now()),
        rematch=match.outcome is not None and _has_rematch(stored),
        wins_in_a_row=_count_wins_in_a_row(stored),
        chart=score_line(match) if match.outcome else None,
        arrows=rotation_arrows(match.house.game) if match.outcome else [],
        # The next view in the answer to a save is as if it was not posted.
        posted_key=request.form.get("key") if query else None,
    )


def _write_base(stored: StoredMatch) -> str:
    return json.dumps(describe_base(stored), separators=(",", ":"))


def _has_rematch(stored: StoredMatch) -> bool:
    with db.database().read() as session:
        return not page_cache.is_long_over(stored.match) and has_rematch(session, stored)


def _count_wins_in_a_row(stored: StoredMatch) -> int:
    """Return the winners' wins in a row if they are worth a sentence; 0 for a match long over."""
    if stored.match.outcome is None or page_cache.is_long_over(stored.match):
        return 0
    with db.database().read() as session:
        wins = count_wins_in_a_row(session, stored.key)
    return wins if wins >= WINS_IN_A_ROW else 0


def _current_view(
    stored: StoredMatch, form: RecordingForm, query: MultiDict[str, str], *, tallying: bool
) -> str:
    """Return the view to show: the board, unless something is to be entered."""
    match = stored.match
    if match.outcome is not None:
        return "over"
    if not stored.can_write:
        return "watch"
    if isinstance(form, BidsForm):
        return "bids"
    if tallying:
        return "tally"
    asked_for = (
        TrickEntry.of(query) is not None
        or form.list_errors()
        or _is_undone(stored, rules.Fact.TRICKS)
    )
    return "tricks" if asked_for else "play"


def _due_form(stored: StoredMatch, query: MultiDict[str, str]) -> RecordingForm:
    """Return the form for what is due, or for changing the bids on request.

    It is filled in with undone values, to save them again or change them.
    """
    match, hand = stored.match, stored.match.current_hand
    position = stored.version, match.due_place
    if hand is not None and query.get("change") == "bids":
        values = recorded_values(match, hand)
        return bids_form(match, **initial_values(*position, to_field_names(values)))
    if match.step is rules.Step.BIDS:
        values = _undone_values(stored, rules.Fact.BIDS)
        return bids_form(match, **initial_values(*position, to_field_names(values)))
    if match.step is rules.Step.TRICKS:
        by_player = TrickEntry.of(query) is TrickEntry.PLAYER
        values_by_field = {**_undone_values(stored, rules.Fact.TRICKS), **read_trick_numbers(query)}
        values = convert_tricks(match, values_by_field, by_player=by_player)
        return tricks_form(
            match, by_player=by_player, **initial_values(*position, to_field_names(values))
        )
    return RecordingForm(**initial_values(*position))


def _is_undone(stored: StoredMatch, fact: rules.Fact) -> bool:
    """Whether the fact undone last is of this kind."""
    return stored.position.redoes is not None and stored.position.redoes.fact is fact


def _undone_values(stored: StoredMatch, fact: rules.Fact) -> dict[HandField, str]:
    """Return the values of the hand's fields before they were undone."""
    if not (stored.can_write and _is_undone(stored, fact)):
        return {}
    with db.database().read() as session:
        redone = redo(session, stored).match
    hand = redone.hands[stored.match.due_place - 1]
    return recorded_values(redone, hand)


def _is_tallying(match: rules.Match, query: MultiDict[str, str]) -> bool:
    """Whether the tricks are entered one by one, not as numbers."""
    hand, way = match.current_hand, TrickEntry.of(query)
    if hand is None or not hand.bids:
        return False
    return way is TrickEntry.TRICK or (bool(hand.tally) and way is None)
