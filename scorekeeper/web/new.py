"""Setting up a new match."""

from dataclasses import replace

from flask import Blueprint, abort, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book import deletion, houses, matches, players
from scorekeeper.book.access import Secret
from scorekeeper.web.forms.base import Invalid, fresh, plain, sending, whole_number
from scorekeeper.web.forms.clock import told_offset, told_zone
from scorekeeper.web.forms.house import house_fields
from scorekeeper.web.forms.new import RANDOM, NewMatchForm, new_match_form
from scorekeeper.web.site import device, rates
from scorekeeper.web.site.rendering import say_what_is_left, see
from scorekeeper.web.site.scorebook import database
from scorekeeper.words.language import gettext as _

blueprint = Blueprint("new", __name__)


@blueprint.get("/matches/new")
def show() -> str:
    """Ask which game is played, then show its form."""
    game = _game(request.args.get("game", "partnership"))
    usual = house_fields(rules.HouseRules.of(game.key))
    return page(new_match_form(game, **fresh(fields={"first": RANDOM, **usual})))


@blueprint.post("/matches")
def start() -> BaseResponse | tuple[str, int] | str:
    """Start a match; the buttons for a preset and for swapping seats only fill in the form."""
    form = new_match_form(_game(request.form.get("game")))
    if "play" in request.form:
        other = _game(request.form["play"])
        shown = {**house_fields(rules.HouseRules.of(other.key)), "first": RANDOM}
        names = {name: value for name, value in request.form.items() if name.startswith("player_")}
        return page(new_match_form(other, **fresh(fields={**shown, **names})))
    if request.form.keys() & {"preset", "swap", "sit"}:
        _fill_in(form)
        return page(form)
    try:
        match = replace(form.match(), utc_offset=told_offset())
    except Invalid:
        return page(form), 422
    try:
        with database().write() as session:
            secret = device.writing(session)
            rates.count("matches", secret)
            public_id = matches.start(session, secret, sending(), match, told_zone())
            left = deletion.take_back_unplayed(session, secret, public_id)
    except rules.SetUpError as error:
        form.refuse_names(error)
        return page(form), 422
    say_what_is_left(left)
    return device.remember(see("match.show", public_id=public_id), secret)


@blueprint.post("/matches/new/houses")
def keep() -> BaseResponse | tuple[str, int]:
    """Keep the house rules of the form under a name, or forget kept ones; the form stays."""
    form = new_match_form(_game(request.form.get("game")))
    forgotten = request.form.get("forget")
    name = " ".join(plain(request.form.get("house_name"), rules.LONGEST_NAME + 1).split())
    house = form.checked_house()
    is_named = 0 < len(name) <= rules.LONGEST_NAME
    if not forgotten and (house is None or not is_named):
        if not is_named:
            form.refuse(_("Give these house rules a name."), "house_name")
        return page(form), 422
    told = _("The rules are forgotten.")
    try:
        with database().write() as session:
            secret = device.writing(session)
            if forgotten:
                houses.forget(session, secret, forgotten)
            elif house is not None:
                houses.save(session, secret, name, house)
                told = _("The rules are kept as “%(name)s”.", name=name)
    except houses.Enough:
        most = houses.MOST_HOUSES
        refused = _("You keep %(most)s house rules, and no more fit: forget some first.", most=most)
        form.refuse(refused, "house_name")
        return page(form), 422
    return device.remember(make_response(page(form, secret, told)), secret)


def page(form: NewMatchForm, secret: Secret | None = None, told: str = "") -> str:
    """Return the page of the form, for the device that asks or has just become known.

    `told` is what became of the house rules a table keeps.
    """
    asking = secret or device.known()
    with database().read() as session:
        names = players.names(session, asking)
        keeping = houses.saved(session, asking, form.game.key)
    return render_template(
        "new/form.html", form=form, game=form.game, names=names, keeping=keeping, told=told
    )


def _fill_in(form: NewMatchForm) -> None:
    """Use the chosen preset; remember the first seat to swap, swap with the second."""
    chosen = request.form.get("preset")
    for preset in rules.PRESETS:
        if preset.key == chosen and form.game.key in preset.games:
            form.use(preset.house(form.game.key))
    with database().read() as session:
        for kept in houses.saved(session, device.known(), form.game.key):
            if kept.public_id == chosen:
                form.use(kept.house)
    tapped = whole_number(request.form.get("swap"))
    if tapped in form.seats:
        assert tapped is not None
        form.tap(tapped)
    if "sit" in request.form:
        form.sit(plain(request.form["sit"] or request.form.get("typed"), rules.LONGEST_NAME))


def _game(key: str | None) -> rules.Game:
    game = rules.GAMES.get(key or "")
    return game or abort(404)
