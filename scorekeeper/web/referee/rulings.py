"""Rulings on irregularities: the questions, the rule, a preview of the effect, and the save."""

from collections.abc import Sequence
from typing import Any

from flask import Response, abort, make_response, render_template, request

from scorekeeper import rules
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.match.changes import ChangeEffect
from scorekeeper.rules.referee import remedies
from scorekeeper.web.forms import base
from scorekeeper.web.site import answers, db, saving
from scorekeeper.words.errors import describe_stale_form
from scorekeeper.words.language import gettext as _
from scorekeeper.words.match.outcome import format_points_changes

FIELDS = ("kind", "noticed", "seat", "hand", "to", "tricks", "points", "set", "note")
OWN_COST = ("tricks", "points", "set")
"""The fields for a cost that the table agreed on instead of its house rules."""
FIELD_OF = {
    "no offender": "seat",
    "no receiver": "to",
    "tricks cannot go there": "to",
    "not a number of tricks": "tricks",
    "ruling points out of range": "points",
    "no such hand": "hand",
}
"""The field of each error."""


class RulingForm(base.RecordingForm):
    """The incident as the table describes it, and its cost; created by `ruling_form`."""

    match: rules.Match

    @property
    def given(self) -> dict[str, str]:
        return {name: self[name].data for name in FIELDS if self[name].data}

    @property
    def incident(self) -> rules.Incident | None:
        """The incident, if chosen; 404 if it is unknown or impossible at this table."""
        kind = self["kind"].data
        if kind is not None and kind not in remedies.list_incidents(self.match.house):
            abort(404)
        return None if kind is None else rules.Incident(kind)

    @property
    def moment(self) -> remedies.Noticed | None:
        """The moment it was noticed, if chosen or the only possible one; 404 if it is unknown."""
        written = self["noticed"].data
        if written is not None and written not in {*remedies.Noticed}:
            abort(404)
        possible = remedies.list_moments(self.incident) if self.incident else ()
        if len(possible) == 1:
            return possible[0]
        return next((moment for moment in possible if moment == written), None)

    @property
    def penalty(self) -> remedies.Cost:
        """The cost by the house rules, nothing as long as the incident is not known."""
        if self.incident and self.moment:
            return remedies.find_penalty(self.match.house, self.incident, self.moment)
        return remedies.Cost()

    @property
    def loses_match(self) -> bool:
        """Whether the match is lost by the house rules, so that there is nothing to rule."""
        return not self.has_own_cost and self.penalty.match

    @property
    def needs_receiver(self) -> bool:
        """Whether several sides could receive the tricks of a ruling and none was chosen."""
        if self.offender is None or self["to"].data:
            return False
        written = (self["tricks"].data or "").strip()
        moves = written if self.has_own_cost else self.penalty.tricks
        return moves not in ("", "0", 0) and len(self.match.sides) > 2

    @property
    def offender(self) -> int | None:
        """The offender's seat, if chosen."""
        return base.parse_int(self["seat"].data)

    @property
    def has_own_cost(self) -> bool:
        return any((self[name].data or "").strip() for name in OWN_COST)

    def cost(self) -> remedies.Cost | None:
        """Return the table's cost; None leaves it to the house rules."""
        if not self.has_own_cost:
            return None
        return remedies.Cost(self._amount("tricks"), self._amount("points"), bool(self["set"].data))

    def hand_chosen(self) -> int:
        """Return the place of the hand; raise InvalidForm if none was chosen."""
        number = base.parse_int(self["hand"].data)
        if number is None:
            self.add_error(_("Choose a hand."), "hand")
            raise base.InvalidForm
        return number

    def find_field(self, error: rules.RuleError, _match: rules.Match | None = None) -> str | None:
        return FIELD_OF.get(error.code)

    def _amount(self, name: str) -> int:
        written = (self[name].data or "").strip()
        if not written:
            return 0
        amount = base.parse_int(written)
        if amount is None:
            self.add_error(_("“%(value)s” is not a whole number.", value=written), name)
            raise base.InvalidForm
        return amount


def ruling_form(match: rules.Match, **shown: Any) -> RulingForm:
    """Return the form: as posted, or filled in by `initial_values(…)`."""
    form = base.form_with_fields(RulingForm, FIELDS)(**shown)
    form.match = match
    return form


def show(public_id: str) -> Response:
    """Ask for the incident, the moment and the player; with all answers, preview the effect."""
    stored = db.load_match(public_id)
    answers = {name: base.clean_text(request.args[name]) for name in FIELDS if name in request.args}
    form = ruling_form(stored.match, **base.initial_values(stored.version, fields=answers))
    hands = remedies.list_hands_concerned(stored.match, form.incident) if form.incident else ()
    if "seat" in answers and "hand" not in answers and hands:
        form["hand"].data = str(hands[0])
    can_preview = stored.can_write and form.moment is not None and form["hand"].data is not None
    if not can_preview or "change" in request.args or form.needs_receiver or form.loses_match:
        return _render_page(stored, form)
    return _render_preview(stored, form)


def apply(public_id: str) -> Response:
    """Record a ruling on a hand."""
    result = saving.save(public_id, ruling_form, _rule)
    return _respond(public_id, result, _("Ruling saved"))


def withdraw(public_id: str) -> Response:
    """Withdraw a ruling."""
    result = saving.save(public_id, base.plain_form, _withdraw)
    return _respond(public_id, result, _("Ruling withdrawn"))


def _respond(
    public_id: str, result: saving.Saved | saving.Invalid[Any] | saving.Stale, message: str
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
    form = ruling_form(stored.match)
    form["version"].data = stored.version
    form.add_error(describe_stale_form())
    if form["kind"].data not in remedies.list_incidents(stored.match.house):
        form["kind"].data = None
    is_page = not form["kind"].data or form.loses_match
    render = _render_page if is_page else _render_preview
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
    asked = form if isinstance(form, RulingForm) else ruling_form(match, **base.initial_values())
    incident, noticed = asked.incident, asked.moment
    hands = remedies.list_hands_concerned(match, incident) if incident and stored.can_write else ()
    known = {"kind": incident, "noticed": noticed, "hand": hands[0] if hands else ""}
    html = render_template(
        "referee/rulings.html",
        stored=stored,
        match=match,
        asks="effect" if effect else _next_question(asked, hands),
        known={**known, **asked.given},
        incidents=remedies.list_incidents(match.house),
        before_play=remedies.INCIDENTS_BEFORE_PLAY,
        incident=incident,
        noticed=noticed,
        moments=remedies.list_moments(incident) if incident else (),
        hands=hands,
        answer=remedies.ANSWERS[incident].get(noticed) if incident and noticed else None,
        penalty=asked.penalty,
        form=form,
        asked=asked,
        effect=effect,
        confirms=confirms,
    )
    return make_response(html, status)


def _next_question(form: RulingForm, hands: Sequence[int]) -> str:
    """Return the next question to ask before a ruling can be previewed."""
    match = form.match
    if form.incident is None:
        return "what"
    if form.moment is None:
        return "when"
    if not hands or form.offender is None or form.offender >= match.house.game.seats:
        return "who"
    if form.loses_match and match.step is not rules.Step.OVER:
        return "other" if "change" in request.args else "end"
    return "to" if form.needs_receiver else "other"


def _rule(stored: StoredMatch, form: RulingForm) -> rules.Match:
    return _require_agreement(stored.match, _add_ruling(stored.match, form))


def _withdraw(stored: StoredMatch, form: base.RecordingForm) -> rules.Match:
    number, place = (base.parse_int(request.form.get(name)) for name in ("hand", "place"))
    if number is None or place is None:
        form.add_error(_("Choose a hand."))
        raise base.InvalidForm
    return _require_agreement(stored.match, stored.match.withdraw_ruling(number, place))


def _add_ruling(match: rules.Match, form: RulingForm) -> rules.Match:
    if form.incident is None:
        form.add_error(_("Choose what happened."))
        raise base.InvalidForm
    decided = remedies.make_ruling(
        match.house,
        form.incident,
        form.moment,
        form.offender,
        cost=form.cost(),
        to="nobody" if form["to"].data == "nobody" else base.parse_int(form["to"].data),
        note=base.clean_text(form["note"].data),
        noted=now(),
    )
    return match.add_ruling(form.hand_chosen(), decided)


def _require_agreement(old: rules.Match, new: rules.Match) -> rules.Match:
    """Return the new match; raise if it drops hands and the form does not confirm that."""
    ChangeEffect(old, new).check_confirmed(base.parse_int(request.form.get("anyway")))
    return new
