"""The form of a new match."""

from dataclasses import replace

from flask import Response, render_template, request, session as browser_session, url_for

from scorekeeper import rules
from scorekeeper.book.matches import deletion, matches
from scorekeeper.book.scorebooks import saved_house_rules
from scorekeeper.web.forms import base
from scorekeeper.web.forms.base import parse_offset, parse_time_zone
from scorekeeper.web.forms.house_rules import house_field_values
from scorekeeper.web.forms.names import player_field
from scorekeeper.web.forms.new_match import EVERY_SEAT, FIRST, NewMatchForm, new_match_form
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site import rendering, rule_cards
from scorekeeper.web.site.db import database
from scorekeeper.web.site.page_cache import render_cached_page
from scorekeeper.words.language import gettext as _

FILL_KEYS = frozenset({"preset", "settle", "deal", "ask", "later", "swap", "sit", "show"})
"""Form buttons that fill in fields instead of starting the match."""


def show() -> Response:
    """Show the form with the house rules of the last match, or the defaults."""
    game = rule_cards.find_game(request.args.get("game", "partnership"))
    choices = rule_cards.load_setup_choices(game)
    return render_cached_page(
        choices,
        choices.scorebook_id,
        lambda: render_page(_prepare_form(game, choices.last), choices),
    )


def start() -> Response | tuple[str, int] | str:
    """Start a match, or fill in the form if another button was tapped."""
    game = rule_cards.find_game(request.form.get("game"))
    form = new_match_form(game)
    if "sit" not in request.form and "show" not in request.form:
        form.seat_typed_player()
    if "play" in request.form:
        game = rule_cards.find_game(request.form["play"])
        choices = rule_cards.load_setup_choices(game)
        return render_page(_prepare_form(game, choices.last, form), choices)
    if request.form.keys() & FILL_KEYS:
        _fill_in(form)
        return render_page(form)
    try:
        match = replace(form.match(), utc_offset=parse_offset())
    except base.InvalidForm:
        return render_page(form), 422
    try:
        with database().write() as session:
            secret = current_device.ensure_secret(session)
            rate_limits.count("matches", secret)
            public_id = matches.start_match(
                session, secret, base.read_submission(), match, parse_time_zone()
            )
            deleted = deletion.delete_unplayed(session, secret, public_id)
    except rules.SetUpError as error:
        form.add_setup_error(error)
        return render_page(form), 422
    # Nothing is in the way of its first bids; Share asks, too.
    browser_session.pop("whose", None)
    rendering.flash_empty_match_deleted(deleted)
    rendering.flash_respelled_seats(public_id, dict(enumerate(match.players)), session)
    return current_device.set_device_cookie(
        rendering.redirect_to("match.show", public_id=public_id), secret
    )


def save_house_rules() -> Response | tuple[str, int]:
    """Save the form's house rules under a name, or delete saved ones; then show the form again."""
    form = new_match_form(rule_cards.find_game(request.form.get("game")))
    deleted = request.form.get("forget")
    typed = rules.clean_name(request.form.get("house_name") or "")
    name = base.clean_text(typed, rules.MAX_NAME_LENGTH + 1)
    house = form.checked_house()
    is_named = 0 < len(name) <= rules.MAX_NAME_LENGTH
    if not deleted and (house is None or not is_named):
        if not is_named:
            form.add_error(_("Give these house rules a name."), "house_name")
        return render_page(form), 422
    message = _("House rules deleted")
    try:
        with database().write() as session:
            secret = current_device.ensure_secret(session)
            if deleted:
                saved_house_rules.delete_saved(session, secret, deleted)
            elif house is not None:
                saved_house_rules.save(session, secret, name, house)
                message = _("House rules saved as “%(name)s”", name=name)
    except saved_house_rules.TooManyHouseRules:
        most = saved_house_rules.MAX_SAVED_HOUSE_RULES
        error_text = _(
            "You can save up to %(most)s sets of house rules. Delete some first.", most=most
        )
        form.add_error(error_text, "house_name")
        return render_page(form), 422
    choices = rule_cards.load_setup_choices(form.game, secret)
    page = Response(render_page(form, choices, message))
    return current_device.set_device_cookie(page, secret)


def render_page(
    form: NewMatchForm, choices: rule_cards.SetupChoices | None = None, message: str = ""
) -> str:
    """Render the form, with a message about saved house rules."""
    choices = choices or rule_cards.load_setup_choices(form.game)
    return render_template(
        "new_match/form.html",
        form=form,
        game=form.game,
        known=choices,
        chosen=choices.card_of(form.house()),
        filling=url_for("new_match.start"),
        message=message,
    )


def _prepare_form(
    game: rules.Game, last: rules.HouseRules | None, named: NewMatchForm | None = None
) -> NewMatchForm:
    """Return a form with the house rules of the last match and the names typed so far."""
    house = house_field_values(last or rules.HouseRules.of(game.key))
    fields = {"settled": "yes" if last else "", **house}
    if named is not None:
        fields |= {player_field(seat): named.name(seat) or "" for seat in EVERY_SEAT}
    return new_match_form(game, **base.initial_values(fields=fields))


def _fill_in(form: NewMatchForm) -> None:
    """Apply the tapped button to the form: house rules, a seat, a name, or the first seat."""
    chosen = request.form.get("preset")
    if chosen and rule_cards.apply_rule_card(form, chosen):
        form["settled"].data = "yes"
    if "settle" in request.form:
        form["failed_nil"].data = base.clean_text(request.form["settle"])
        form["settled"].data = "yes"
    if "deal" in request.form:
        form.choose_first(base.clean_text(request.form["deal"]))
    if "ask" in request.form:
        form["asked"].data = FIRST
    if "later" in request.form:
        form["unnamed"].data = "yes"
        form["asked"].data = ""
    tapped = base.parse_int(request.form.get("swap"))
    if tapped in form.seats:
        assert tapped is not None
        form.tap_seat(tapped)
    if "sit" in request.form:
        form.seat_player(
            base.clean_text(request.form["sit"] or request.form.get("typed"), rules.MAX_NAME_LENGTH)
        )
