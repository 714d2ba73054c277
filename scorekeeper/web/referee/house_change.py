"""Changing the house rules during a match, with a preview of the recomputed scores."""

from flask import Response, make_response, render_template, request

from scorekeeper import rules
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.rules.match.changes import ChangeEffect
from scorekeeper.web.forms.base import InvalidForm, clean_text, initial_values
from scorekeeper.web.forms.house_rules import (
    HouseForm,
    house_field_names,
    house_field_values,
    house_form,
)
from scorekeeper.web.site.answers import UNDOABLE, redirect_saved
from scorekeeper.web.site.db import load_writable_match
from scorekeeper.web.site.saving import Invalid, Stale, preview, save
from scorekeeper.words.errors import describe_stale_form
from scorekeeper.words.language import gettext as _


def show(public_id: str) -> Response:
    """Show the form; with changes in the address, also a preview of their effect."""
    stored = load_writable_match(public_id)
    game, fields = stored.match.house.game, house_field_values(stored.match.house)
    # Fields that are not in the address keep their current value.
    changes = {name: request.args[name] for name in house_field_names(game) if name in request.args}
    form = house_form(game, **initial_values(stored.version, fields=fields | changes))
    form.reason.data = clean_text(request.args.get("reason"))
    if not changes:
        return _render_page(stored, form)
    effect = preview(stored.match, form, _change_rules)
    return _render_page(stored, form, effect, 200 if effect else 422)


def save_rules(public_id: str) -> Response:
    """Change the house rules of a match."""
    result = save(
        public_id,
        lambda match: house_form(match.house.game),
        lambda stored, form: _change_rules(stored.match, form),
        reason=clean_text(request.form.get("reason")),
    )
    if isinstance(result, Stale):
        return _render_stale(result.stored)
    if isinstance(result, Invalid):
        assert result.form is not None
        return _render_page(result.stored, result.form, status=422)
    return redirect_saved(public_id, _("House rules changed"), UNDOABLE, "referee.show_rule_card")


def _render_stale(stored: StoredMatch) -> Response:
    form = house_form(stored.match.house.game)
    form["version"].data = stored.version
    effect = preview(stored.match, form, _change_rules)
    if effect:
        form.add_error(describe_stale_form())
    return _render_page(stored, form, effect, 409 if effect else 422)


def _render_page(
    stored: StoredMatch,
    form: HouseForm,
    effect: ChangeEffect[rules.Match] | None = None,
    status: int = 200,
) -> Response:
    html = render_template(
        "referee/house_change.html",
        stored=stored,
        game=stored.match.house.game,
        form=form,
        effect=effect,
        fields=house_field_names(stored.match.house.game),
        is_changed=bool(request.args or request.form),
    )
    return make_response(html, status)


def _change_rules(match: rules.Match, form: HouseForm) -> rules.Match:
    house = form.checked_house()
    if house is None:
        raise InvalidForm
    return match.with_house_rules(house)
