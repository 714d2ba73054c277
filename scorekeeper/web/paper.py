"""The form for a paper score sheet: a match that was played without a phone."""

from dataclasses import replace
from datetime import timedelta, tzinfo

from flask import Response, flash, render_template, request, url_for

from scorekeeper import rules
from scorekeeper.book.access.grants import find_current_scorebook
from scorekeeper.book.db.ids import now
from scorekeeper.book.matches import matches
from scorekeeper.book.players import clocks
from scorekeeper.web.forms import base, house_rules, new_match, paper
from scorekeeper.web.forms.names import player_field
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site import db
from scorekeeper.web.site.rendering import flash_respelled_seats, redirect_to
from scorekeeper.web.site.rule_cards import (
    apply_rule_card,
    find_game,
    find_last_house_rules,
    load_setup_choices,
)
from scorekeeper.words.language import gettext as _

FILL_KEYS = frozenset({"typing", "check", "more", "preset", "show"})
"""Form buttons that compute the sheet instead of saving it."""
TYPING_KEYS = frozenset({"typing", "more", "preset", "show"})
"""Those of FILL_KEYS that don't report missing fields."""
DAY = timedelta(days=1)


def show() -> str:
    """Show an empty sheet, with the players of another match if `like` names one."""
    like = request.args.get("like")
    if like is not None:
        stored = db.load_recorded_match(like)
        match = stored.match
        form = _empty_form(match.house.game, match.house, rules.list_given_names(match.players))
        if match.started:
            form[paper.PLAYED].data = base.format_moment(stored.to_local(match.started))
        form[new_match.FIRST].data = str(match.turn.first)
    else:
        game = find_game(request.args.get("game", "partnership"))
        form = _empty_form(game, find_last_house_rules(game))
    return _render_page(form, None, typing=True)


def save() -> Response | tuple[str, int] | str:
    """Save the match of a sheet, or compute the sheet if another button was tapped."""
    form = paper.paper_form(find_game(request.form.get("game")), _count_rows())
    if "play" in request.form:
        return _render_page(_switch_game(form, find_game(request.form["play"])), None, typing=True)
    if "preset" in request.form:
        apply_rule_card(form, base.clean_text(request.form["preset"]))
    filling = request.form.keys() & FILL_KEYS
    typing = not filling.isdisjoint(TYPING_KEYS)
    sheet = _build_sheet(form, typing)
    if filling:
        return _render_page(form, sheet, typing=typing)
    try:
        if sheet is None:
            raise base.InvalidForm
        match = form.finish_match(sheet)
        with db.database().write() as session:
            secret = current_device.ensure_secret(session)
            rate_limits.count("matches", secret)
            public_id = matches.start_match(
                session, secret, base.read_submission(), match, base.parse_time_zone()
            )
    except base.InvalidForm:
        return _render_page(form, sheet), 422
    except rules.SetUpError as error:
        form.add_setup_error(error)
        return _render_page(form, sheet), 422
    flash(_("Match saved"))
    flash_respelled_seats(public_id, dict(enumerate(match.players)), session)
    if "next" in request.form:
        return current_device.set_device_cookie(redirect_to("paper.show", like=public_id), secret)
    return current_device.set_device_cookie(redirect_to("match.show", public_id=public_id), secret)


def _render_page(form: paper.PaperForm, sheet: paper.Sheet | None, *, typing: bool = False) -> str:
    choices = load_setup_choices(form.game)
    if sheet is not None:
        form[paper.SHOWN].data = sheet.token
    return render_template(
        "paper/form.html",
        form=form,
        sheet=sheet,
        game=form.game,
        known=choices,
        chosen=choices.card_of(form.house()),
        filling=url_for("paper.save"),
        typing=typing,
        most_rows=paper.MAX_ROWS,
    )


def _build_sheet(form: paper.PaperForm, typing: bool) -> paper.Sheet | None:
    """Return the computed sheet; None if the match cannot start with these fields."""
    clock = _find_clock()
    moment = base.parse_moment(form[paper.PLAYED].data or "", clock)
    current = now()
    if moment is None and form[paper.PLAYED].data:
        message = _(
            "“%(written)s” isn’t a valid date and time. Type it like 2026-11-20 19:30.",
            written=form[paper.PLAYED].data,
        )
        form.add_error(message, paper.PLAYED)
    elif moment is not None and moment > current + DAY:
        form.add_error(_("This date is in the future. Check it."), paper.PLAYED)
    # The time zone of a phone may be hours ahead of the server's.
    started = min(moment or current, current)
    try:
        match = replace(form.match(), started=started)
    except base.InvalidForm:
        return None
    if clock is not None:
        match = replace(
            match, utc_offset=clocks.utc_offset_minutes(clocks.convert_to_clock(clock, started))
        )
    return form.sheet(match, typing=typing)


def _empty_form(
    game: rules.Game, house: rules.HouseRules, names: tuple[str | None, ...] = ()
) -> paper.PaperForm:
    """Return an empty sheet of these players and rules, dated now once the time zone is known."""
    fields = {player_field(seat): name or "" for seat, name in enumerate(names)}
    start = {new_match.FIRST: str(game.first)}
    if clock := _find_clock():
        start[paper.PLAYED] = base.format_moment(clocks.convert_to_clock(clock, now()))
    return paper.paper_form(
        game,
        **base.initial_values(fields={**fields, **start, **house_rules.house_field_values(house)}),
    )


def _switch_game(form: paper.PaperForm, game: rules.Game) -> paper.PaperForm:
    """Return the form of another game with as many of the typed fields as fit."""
    house = house_rules.house_field_values(find_last_house_rules(game))
    typed = {
        field.name: field.data or "" for field in form if field.name not in ("key", new_match.FIRST)
    }
    fields = {**typed, new_match.FIRST: str(game.first), **house}
    return paper.paper_form(game, len(form.rows), **base.initial_values(fields=fields))


def _find_clock() -> tzinfo | None:
    """Return the time zone of the scorebook, else the phone's, else the server's (None)."""
    with db.read() as (session, secret):
        first = find_current_scorebook(session, secret)
        zone = clocks.load_time_zone(session, first.scorebook_id) if first else None
    posted = clocks.make_clock(base.parse_offset(), None)
    return clocks.find_time_zone(zone) or clocks.find_time_zone(base.parse_time_zone()) or posted


def _count_rows() -> int:
    rows = base.parse_int(request.form.get("rows")) or paper.ROWS
    rows += paper.MORE_ROWS if "more" in request.form else 0
    return min(max(-(-rows // paper.MORE_ROWS) * paper.MORE_ROWS, paper.ROWS), paper.MAX_ROWS)
