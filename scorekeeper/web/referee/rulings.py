"""Rulings on irregularities: the questions, the rule, a preview of the effect, and the save."""

from collections.abc import Sequence
from typing import Any

from flask import Response, abort, make_response, render_template, request

from scorekeeper import rules
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.match.changes import ChangeEffect
from scorekeeper.rules.referee.remedies import (
    ANSWERS,
    INCIDENTS_BEFORE_PLAY,
    Noticed,
    find_penalty,
    list_hands_concerned,
    list_incidents,
    list_moments,
    make_ruling,
)
from scorekeeper.web.forms import base
from scorekeeper.web.forms.ruling import FIELDS, RulingForm
from scorekeeper.web.http.logs import count_event
from scorekeeper.web.site import answers, db, saving
from scorekeeper.words.errors import describe_stale_form
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match.outcome import format_points_changes


def show(public_id: str) -> Response:
    """Ask for the incident, the moment and the player; with all answers, preview the effect.

    The most likely hand is preselected. Spectators see the rule, but no preview.
    """
    stored = db.load_match(public_id)
    answers = {name: base.clean_text(request.args[name]) for name in FIELDS if name in request.args}
    form = RulingForm(**base.initial_values(stored.version, fields=answers))
    incident, noticed = _read_incident(stored.match, form)
    hands = list_hands_concerned(stored.match, incident) if incident else ()
    if "seat" in answers and "hand" not in answers and hands:
        form["hand"].data = str(hands[0])
    can_preview = stored.can_write and noticed is not None and form["hand"].data is not None
    if not can_preview or "change" in request.args or _needs_receiver(stored.match, form):
        return _render_page(stored, form)
    return _render_preview(stored, form)


def apply(public_id: str) -> Response:
    """Record a ruling on a hand."""
    result = saving.save(public_id, lambda _match: RulingForm(), _rule)
    return _respond(public_id, result, _("Ruling saved"))


def withdraw(public_id: str) -> Response:
    """Withdraw a ruling."""
    result = saving.save(public_id, base.plain_form, _withdraw)
    return _respond(public_id, result, _("Ruling withdrawn"))


def _respond(
    public_id: str,
    result: saving.Saved | saving.Invalid[Any] | saving.Stale,
    message: str,
) -> Response:
    if isinstance(result, saving.Stale):
        return _render_stale(result.stored)
    if isinstance(result, saving.Invalid):
        first = result.error and result.error.values.get("first")
        form = result.form or base.RecordingForm(**base.initial_values())
        return _render_page(result.stored, form, 422, confirms=first)
    changes = format_points_changes(result.before.match, result.stored.match)
    return answers.redirect_saved(public_id, message + changes, answers.UNDOABLE)


def _render_preview(stored: StoredMatch, form: RulingForm, status: int = 200) -> Response:
    effect = saving.preview(stored.match, form, _add_ruling)
    return _render_page(stored, form, status if effect else 422, effect)


def _render_stale(stored: StoredMatch) -> Response:
    count_event("conflict")
    form = RulingForm()
    form["version"].data = stored.version
    form.add_error(describe_stale_form())
    render = _render_preview if form["kind"].data else _render_page
    return render(stored, form, 409)


def _render_page(
    stored: StoredMatch,
    form: base.RecordingForm,
    status: int = 200,
    effect: ChangeEffect[rules.Match] | None = None,
    confirms: object = None,
) -> Response:
    """Render the page with the answers; `confirms` is the first hand that a withdrawal removes."""
    match = stored.match
    ruling_form = form if isinstance(form, RulingForm) else RulingForm(**base.initial_values())
    incident, noticed = _read_incident(match, ruling_form)
    hands = list_hands_concerned(match, incident) if incident and stored.can_write else ()
    known = {"kind": incident, "noticed": noticed, "hand": hands[0] if hands else ""}
    html = render_template(
        "referee/rulings.html",
        stored=stored,
        match=match,
        asks="effect" if effect else _next_question(match, ruling_form, hands),
        known={**known, **ruling_form.given},
        incidents=list_incidents(match.house.game),
        before_play=INCIDENTS_BEFORE_PLAY,
        incident=incident,
        noticed=noticed,
        moments=list_moments(incident) if incident else (),
        hands=hands,
        answer=ANSWERS[incident].get(noticed) if incident and noticed else None,
        penalty=find_penalty(match.house, incident, noticed) if incident and noticed else None,
        form=form,
        asked=ruling_form,
        effect=effect,
        confirms=confirms,
    )
    return make_response(html, status)


def _read_incident(
    match: rules.Match, form: RulingForm
) -> tuple[rules.Incident | None, Noticed | None]:
    """Return the incident and the moment it was noticed, if known; 404 for invalid values."""
    incident = form.incident(match.house.game)
    for written, known in (("kind", list_incidents(match.house.game)), ("noticed", tuple(Noticed))):
        if form[written].data is not None and form[written].data not in known:
            abort(404)
    return incident, form.moment(incident) if incident else None


def _next_question(match: rules.Match, form: RulingForm, hands: Sequence[int]) -> str:
    """Return the next question to ask before a ruling can be previewed."""
    incident, noticed = _read_incident(match, form)
    if incident is None:
        return "what"
    if noticed is None:
        return "when"
    if not hands or form.offender is None or form.offender >= match.house.game.seats:
        return "who"
    return "to" if _needs_receiver(match, form) else "other"


def _needs_receiver(match: rules.Match, form: RulingForm) -> bool:
    """Whether several sides could receive the tricks of a ruling and none was chosen."""
    incident, noticed = _read_incident(match, form)
    if incident is None or noticed is None or form.offender is None or form["to"].data:
        return False
    written = (form["tricks"].data or "").strip()
    moves = written if form.has_own_cost else find_penalty(match.house, incident, noticed).tricks
    return moves not in ("", "0", 0) and len(match.sides) > 2


def _rule(stored: StoredMatch, form: RulingForm) -> rules.Match:
    return _require_agreement(stored.match, _add_ruling(stored.match, form))


def _withdraw(stored: StoredMatch, form: base.RecordingForm) -> rules.Match:
    number, place = (base.parse_int(request.form.get(name)) for name in ("hand", "place"))
    if number is None or place is None:
        form.add_error(_("Choose a hand."))
        raise base.InvalidForm
    return _require_agreement(stored.match, stored.match.withdraw_ruling(number, place))


def _add_ruling(match: rules.Match, form: RulingForm) -> rules.Match:
    incident, noticed = _read_incident(match, form)
    if incident is None:
        form.add_error(_("Choose what happened."))
        raise base.InvalidForm
    decided = make_ruling(
        match.house,
        incident,
        noticed,
        form.offender,
        cost=form.cost(),
        to=form.receiver(),
        note=form.noted(),
        noted=now(),
    )
    return match.add_ruling(form.hand_chosen(), decided)


def _require_agreement(old: rules.Match, new: rules.Match) -> rules.Match:
    """Return the new match; raise if it drops hands and the form does not confirm that."""
    ChangeEffect(old, new).check_confirmed(base.parse_int(request.form.get("anyway")))
    return new
