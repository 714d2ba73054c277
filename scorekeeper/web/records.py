"""The page of records: the highest figures of a scorebook, each with its match."""

from flask import Response, render_template, request

from scorekeeper.book.access.grants import find_current_scorebook
from scorekeeper.book.statistics import results, roster
from scorekeeper.web.forms.periods import find_period, list_periods
from scorekeeper.web.site import db
from scorekeeper.web.site.page_cache import render_cached_page
from scorekeeper.web.site.record_lines import MIN_MATCHES, load_records


def show() -> Response:
    """Show the records of a period and a game."""
    with db.read() as (session, secret):
        first = find_current_scorebook(session, secret)
        book = roster.Roster(0, results.EARLIEST_DAY)
        if first is not None:
            book = db.load_statistics_book(session, first)
        period = find_period(book, request.args.get("period"))
        game = request.args.get("game", "")

        def rendered() -> str:
            result, entries = load_records(session, book, period.days, game)
            return render_template(
                "history/records.html",
                entries=entries,
                found=result,
                least=MIN_MATCHES,
                since=results.read_day(result.first_day or book.today),
                game=game if game in result.games else "",
                period=period,
                periods=list_periods(book),
                has_season=first and first.has_finished_events,
            )

        return render_cached_page((book.revision, book.today), (first, period.key), rendered)
