"""Typing in a sheet of paper: a whole match that was played without a phone."""

from dataclasses import replace
from datetime import timedelta, tzinfo

from flask import Blueprint, abort, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book.access.grants import current
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches import matches
from scorekeeper.book.players.clocks import ahead, shown_by, time_zone
from scorekeeper.web.forms.base import InvalidForm, fresh, plain, sending, whole_number
from scorekeeper.web.forms.house_rules import house_fields
from scorekeeper.web.forms.names import player_field
from scorekeeper.web.forms.new_match import FIRST
from scorekeeper.web.forms.paper import (
    MORE_ROWS,
    MOST_ROWS,
    PLAYED,
    ROWS,
    SHOWN,
    PaperForm,
    paper_form,
)
from scorekeeper.web.forms.sheet import Sheet
from scorekeeper.web.forms.time_fields import told_clock, told_moment, told_zone, written_moment
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site.db import database, load_as_recorded
from scorekeeper.web.site.rendering import saved, see
from scorekeeper.web.site.rule_cards import known_for, last_house, use_card
from scorekeeper.words.language import gettext as _

blueprint = Blueprint("paper", __name__)

FILL_KEYS = frozenset({"typing", "check", "more", "preset", "show"})
"""The keys that only fill in the form, and count what is typed."""
TYPING_KEYS = frozenset({"typing", "more", "preset", "show"})
"""Those of them that say nothing of what is still missing."""
DAY = timedelta(days=1)


@blueprint.get("/matches/paper")
def show() -> str:
    """Ask for a sheet: of the same table as another match, or of one that is still to be named."""
    like = request.args.get("like")
    if like is not None:
        match = load_as_recorded(like).match
        form = _empty_form(match.house.game, match.house, rules.given_names(match.players))
        form[PLAYED].data = written_moment(match.began or now())
        form[FIRST].data = str(match.turn.first)
    else:
        game = _find_game(request.args.get("game", "partnership"))
        form = _empty_form(game, last_house(game) or rules.HouseRules.of(game.key))
    return _render_page(form, None, typing=True)


@blueprint.post("/matches/paper")
def save() -> BaseResponse | tuple[str, int] | str:
    """Keep the match of a sheet; all other keys only fill in the form and count."""
    form = paper_form(_find_game(request.form.get("game")), _count_rows())
    if "play" in request.form:
        return _render_page(_switch_game(form, _find_game(request.form["play"])), None, typing=True)
    if "preset" in request.form:
        use_card(form, plain(request.form["preset"]))
    filling = request.form.keys() & FILL_KEYS
    typing = not filling.isdisjoint(TYPING_KEYS)
    sheet = _build_sheet(form, typing)
    if filling:
        return _render_page(form, sheet, typing=typing)
    try:
        if sheet is None:
            raise InvalidForm
        match = form.ended(sheet)
        with database().write() as session:
            secret = current_device.writing(session)
            rate_limits.count("matches", secret)
            public_id = matches.start(session, secret, sending(), match, told_zone())
    except InvalidForm:
        return _render_page(form, sheet), 422
    except rules.SetUpError as error:
        form.refuse_names(error)
        return _render_page(form, sheet), 422
    saved(_("Match saved"))
    if "next" in request.form:
        return current_device.remember(see("paper.show", like=public_id), secret)
    return current_device.remember(see("match.show", public_id=public_id), secret)


def _render_page(form: PaperForm, sheet: Sheet | None, *, typing: bool = False) -> str:
    known = known_for(form.game)
    if sheet is not None:
        form[SHOWN].data = sheet.token
    return render_template(
        "paper/form.html",
        form=form,
        sheet=sheet,
        game=form.game,
        known=known,
        chosen=known.card_of(form.house()),
        filling=url_for("paper.save"),
        typing=typing,
        most_rows=MOST_ROWS,
    )


def _build_sheet(form: PaperForm, typing: bool) -> Sheet | None:
    """Return what was typed makes; None where a match cannot even start so."""
    clock = _find_clock()
    moment = told_moment(form[PLAYED].data or "", clock)
    present = now()
    if moment is None and form[PLAYED].data:
        told = _("“%(written)s” is not a day and a time.", written=form[PLAYED].data)
        form.refuse(told, PLAYED)
    elif moment is not None and moment > present + DAY:
        form.refuse(_("This day is still to come."), PLAYED)
    # A phone may be hours ahead of this computer.
    started = min(moment or present, present)
    try:
        match = replace(form.match(), started=started)
    except InvalidForm:
        return None
    if clock is not None:
        match = replace(match, utc_offset=ahead(shown_by(clock, started)))
    return form.sheet(match, typing=typing)


def _empty_form(
    game: rules.Game, house: rules.HouseRules, names: tuple[str | None, ...] = ()
) -> PaperForm:
    """Return the form of an empty sheet that was played now, by these house rules."""
    fields = {player_field(seat): name or "" for seat, name in enumerate(names)}
    about = {FIRST: str(game.first), PLAYED: written_moment(shown_by(_find_clock(), now()))}
    return paper_form(game, **fresh(fields={**fields, **about, **house_fields(house)}))


def _switch_game(form: PaperForm, game: rules.Game) -> PaperForm:
    """Return the form of another game, with all of what was typed that it has room for."""
    house = house_fields(last_house(game) or rules.HouseRules.of(game.key))
    typed = {field.name: field.data or "" for field in form if field.name not in ("key", FIRST)}
    fields = {**typed, FIRST: str(game.first), **house}
    return paper_form(game, len(form.rows), **fresh(fields=fields))


def _find_clock() -> tzinfo | None:
    """Return the clock by which a sheet was played: that of the scorebook, else of the phone."""
    with database().read() as session:
        first = current(session, current_device.known())
        return told_clock(time_zone(session, first.scorebook_id) if first else None)


def _count_rows() -> int:
    """Return how many rows the form has, with those that are asked for."""
    rows = whole_number(request.form.get("rows")) or ROWS
    rows += MORE_ROWS if "more" in request.form else 0
    return min(max(-(-rows // MORE_ROWS) * MORE_ROWS, ROWS), MOST_ROWS)


def _find_game(key: str | None) -> rules.Game:
    return rules.GAMES.get(key or "") or abort(404)
