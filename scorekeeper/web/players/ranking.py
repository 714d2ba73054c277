"""The ranking of the players of a scorebook, and the season of a club: its best evenings."""

from flask import Response, flash, make_response, render_template, request

from scorekeeper.book.access.grants import AccessDenied, find_current_scorebook
from scorekeeper.book.events.event_loader import load_season
from scorekeeper.book.statistics import queries, results, roster
from scorekeeper.rules.seating.final import MAX_BEST
from scorekeeper.web.forms import base
from scorekeeper.web.forms.filters import find_period, list_periods
from scorekeeper.web.http import current_device
from scorekeeper.web.site import db
from scorekeeper.web.site.page_cache import render_cached_page
from scorekeeper.web.site.rendering import redirect_to
from scorekeeper.web.site.statistics import TABLES, load_ranking
from scorekeeper.words.errors import describe_range
from scorekeeper.words.language import gettext as _

SEASON_FORM = base.form_with_fields(base.RecordingForm, ("day", "best"))
MAX_ROWS = 100
"""Rows of a ranking; more would not be read."""
MAX_PAIRS = 10
"""Pairs of players with spellings of one name that are listed at a time."""
MAX_NAMES = 8
"""Names of evenings to choose from, the latest."""


def show_ranking(form: base.RecordingForm | None = None, status: int = 200) -> Response:
    """Show the ranking, and the players who are not in it."""
    by = request.args.get("by", "won")
    by = by if by in TABLES else "won"
    is_last = request.args.get("house") == "last"
    with db.read_with_access() as session:
        first = find_current_scorebook(session, current_device.read_secret())
        book = roster.Roster(0, 0)
        if first is not None:
            book = db.load_statistics_book(session, first)
        period = find_period(book, request.args.get("period"))

        def rendered() -> str:
            newest = queries.find_newest_house_rules(session, book)
            house = newest[0] if newest and is_last else queries.ANY_HOUSE_RULES
            standing, lines = load_ranking(session, book, by, period.days, house)
            ranked = {one.id for line in lines for one in line.people}
            return render_template(
                "players/ranking.html",
                lines=lines[:MAX_ROWS],
                similar=book.similar_people[:MAX_PAIRS],
                others=[person for person in book.people.values() if person.id not in ranked],
                measure=TABLES[by],
                everybody=standing.everybody,
                table=standing.table,
                by=by,
                period=period,
                periods=list_periods(book),
                house="last" if house else None,
                newest=newest,
                form=form or _season_form(book),
                writes=first is not None and first.role == "owner",
                has_season=first and first.has_finished_events,
            )

        if form is not None:
            return make_response(rendered(), status)
        return render_cached_page((book.revision, book.today), (first, period.key), rendered)


def save_season() -> Response:
    """Set the first day of the season, and how many club evenings of it count.

    Without them, all do.
    """
    form = SEASON_FORM()
    typed, typed_best = base.clean_text(form["day"].data), base.clean_text(form["best"].data)
    day, best = base.parse_date(typed), base.parse_int(typed_best)
    if typed and day is None:
        form.add_error(_("That isn’t a valid date. Type it like this: 2026-11-20."), "day")
    if typed_best and (best is None or not 1 <= best <= MAX_BEST):
        form.add_error(describe_range(1, MAX_BEST), "best")
    if form.list_errors():
        return show_ranking(form, 422)
    with db.write() as (session, secret):
        used = find_current_scorebook(session, secret)
        if used is None or used.role != "owner":
            raise AccessDenied("scorebook")
        first = results.day_number(day) if day else None
        roster.set_season(session, used.scorebook_id, first, best)
    flash(_("Season saved") if day or best else _("Season cleared"))
    return redirect_to("players.show_ranking")


def show_season() -> Response:
    """Show the season of a period, over the evenings of one name or over all."""
    with db.read_with_access() as session:
        first = find_current_scorebook(session, current_device.read_secret())
        if first is None:
            raise AccessDenied("scorebook")
        book = db.load_statistics_book(session, first)
        period = find_period(book, request.args.get("period"))
        name = base.clean_text(request.args.get("name"))

        def rendered() -> str:
            season = load_season(session, book, first.role, period.days, name)
            return render_template(
                "players/season.html",
                season=season,
                names=season.names[:MAX_NAMES],
                days=[stored.to_local(stored.started_at) for stored in season.evenings],
                book=book,
                period=period,
                periods=list_periods(book),
                writes=first.role == "owner",
            )

        return render_cached_page((book.revision, book.today), (first, period.key), rendered)


def _season_form(book: roster.Roster) -> base.RecordingForm:
    day = results.read_day(book.season).isoformat() if book.season else ""
    fields = {"day": day, "best": str(book.season_best or "")}
    return SEASON_FORM(**base.initial_values(fields=fields))
