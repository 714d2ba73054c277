"""Changing the house rules in mid-match: before and after are shown, then all is replayed."""

from flask import Blueprint, Response, make_response, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book import houses, matches
from scorekeeper.book.loading import Kept

from . import device
from .conflict import changed_meanwhile
from .correction import LONGEST_REASON, Preview
from .forms import plain
from .hand_forms import Invalid
from .house_form import HouseForm, field_names, house_fields, house_form
from .match import load
from .rendering import database, saved, see
from .sentences import sentence

blueprint = Blueprint("house_change", __name__, url_prefix="/matches/<public_id>/rules/change")


@blueprint.get("")
def show(public_id: str) -> Response:
    """Show the house rules to be changed; with changes in the address also what they move."""
    kept = load(public_id)
    fields = field_names(kept.match.house.game)
    form: HouseForm = house_form(kept.match.house.game).fresh(
        kept.version, **house_fields(kept.match.house)
    )
    if not any(name in request.args for name in fields):
        return page(kept, form, None)
    for name in fields:
        # A box that is not ticked is not sent; whatever else is missing stays as it is.
        unsent = "" if name == "bag_carry" else form[name].data
        form[name].data = request.args.get(name, unsent)
    try:
        return page(kept, form, _changed(kept.match, form))
    except Invalid:
        return page(kept, form, None, 422)


@blueprint.post("")
def save(public_id: str) -> BaseResponse:
    """Change the house rules of a match."""
    kept = load(public_id)
    form: HouseForm = house_form(kept.match.house.game)()
    secret = device.writing()
    reason = plain(request.form.get("reason"), LONGEST_REASON)
    try:
        house = _changed(kept.match, form).house
        with database().write() as session:
            houses.change(
                session, secret, public_id, form.submission(), house.differences(), reason
            )
    except Invalid:
        return page(kept, form, None, 422)
    except rules.RuleError as error:
        form.refuse_rule(error, kept.match.players, kept.match.sides)
        return page(kept, form, None, 422)
    except matches.Stale as stale:
        return _look_again(stale.kept, form)
    saved(_("The house rules are changed."))
    return device.remember(see("rule_card.show", public_id=public_id), secret)


def page(kept: Kept, form: HouseForm, changed: rules.Match | None, status: int = 200) -> Response:
    """Return the page of the change."""
    preview = None
    if changed is not None:
        lost = range(len(changed.hands) + 1, len(kept.match.hands) + 1)
        preview = Preview(changed, lost, same=changed.house == kept.match.house)
    html = render_template(
        "referee/house_change.html",
        kept=kept,
        match=kept.match,
        game=kept.match.house.game,
        form=form,
        preview=preview,
        fields=field_names(kept.match.house.game),
    )
    return make_response(html, status)


def _look_again(kept: Kept, form: HouseForm) -> Response:
    """Show what the change moves in the match as it stands now."""
    try:
        changed = _changed(kept.match, form)
    except Invalid:
        return page(kept, form, None, 422)
    form["version"].data = kept.version
    form.refuse(changed_meanwhile())
    return page(kept, form, changed, 409)


def _changed(match: rules.Match, form: HouseForm) -> rules.Match:
    """Return the match by the rules of the form; raise Invalid with the messages at the fields."""
    house = form.checked_house()
    if house is None or form.summary():
        raise Invalid(form)
    try:
        return match.with_house(house)
    except rules.RuleError as error:
        words = sentence(error, match.players, match.sides)
        if error.hand:
            words = _("Hand %(number)s: %(words)s", number=error.hand, words=words)
        form.refuse(words)
        raise Invalid(form) from error
