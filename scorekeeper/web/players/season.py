"""The season of a club: who has the most points in their best evenings."""

from flask import Response, render_template, request, url_for

from scorekeeper.book.access.grants import AccessDenied, find_current_scorebook
from scorekeeper.book.events.seasons import load_season
from scorekeeper.web.forms.base import clean_text
from scorekeeper.web.forms.periods import find_period, list_periods
from scorekeeper.web.http import current_device
from scorekeeper.web.site.db import load_statistics_book, read_with_access
from scorekeeper.web.site.page_cache import render_cached_page

MAX_NAMES = 8
"""Names of evenings to choose from, the latest."""


def show() -> Response:
    """Show the season of a period, over the evenings of one name or over all."""
    with read_with_access() as session:
        first = find_current_scorebook(session, current_device.read_secret())
        if first is None:
            raise AccessDenied("scorebook")
        book = load_statistics_book(session, first)
        period = find_period(book, request.args.get("period"))
        name = clean_text(request.args.get("name"))

        def rendered() -> str:
            season = load_season(session, book, first.role, period.days, name)
            return render_template(
                "players/season.html",
                season=season,
                names=season.names[:MAX_NAMES],
                days=[stored.to_local(stored.started_at) for stored in season.evenings],
                addresses=[
                    url_for("boards.show_standings", event=stored.ref.public_id)
                    for stored in season.evenings
                ],
                book=book,
                period=period,
                periods=list_periods(book),
                writes=first.role == "owner",
            )

        return render_cached_page((book.revision, book.today), (first, period.key), rendered)
