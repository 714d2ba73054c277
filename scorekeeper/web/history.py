"""The history: all matches, newest first, by month, and a search by name."""

from itertools import groupby

from flask import Blueprint, Response, render_template, request

from scorekeeper import rules
from scorekeeper.book import history, players
from scorekeeper.book.access import owned
from scorekeeper.web.forms.base import plain
from scorekeeper.web.site import device
from scorekeeper.web.site.pages import kept_while, quarter_hour
from scorekeeper.web.site.scorebook import database
from scorekeeper.words.dates import month

blueprint = Blueprint("history", __name__)


@blueprint.get("/history")
def show() -> Response:
    """Show a page of the history."""
    name = plain(request.args.get("name"), rules.LONGEST_NAME)
    with database().read() as session:
        secret = device.known()
        listed = history.listed(session, secret, before=request.args.get("before"), name=name)
        names = players.names(session, secret)

        def rendered() -> str:
            entries = history.entries(session, listed)
            # Tables far apart can begin in different months at the same moment.
            entries.sort(key=lambda entry: (entry.began.year, entry.began.month), reverse=True)
            months = groupby(entries, key=lambda entry: month(entry.began))
            return render_template(
                "history/show.html",
                months=[(title, list(played)) for title, played in months],
                older=listed.older,
                name=name,
                names=names,
            )

        today = quarter_hour() if any(row.ended is None for row in listed.rows) else 0
        shown = (*listed.shown, listed.older, *names, today)
        return kept_while(shown, tuple(owned(session, secret)), rendered)
