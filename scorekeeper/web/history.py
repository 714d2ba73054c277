"""The history: all matches, newest first, by month, and a search by name."""

from itertools import groupby

from flask import Blueprint, Response, render_template, request

from scorekeeper import rules
from scorekeeper.book import history, players
from scorekeeper.book.access import current
from scorekeeper.book.columns import now
from scorekeeper.web.forms.base import plain
from scorekeeper.web.site import device
from scorekeeper.web.site.pages import kept_while, quarter_hour
from scorekeeper.web.site.scorebook import all_stored, as_read, database
from scorekeeper.words.dates import month

blueprint = Blueprint("history", __name__)

LONGEST_SEARCH = history.MOST_NAMES * rules.LONGEST_NAME


@blueprint.get("/history")
def show() -> Response:
    """Show a page of the history."""
    name = plain(request.args.get("name"), LONGEST_SEARCH)
    with database().read() as session:
        secret = device.known()
        listed = history.listed(session, secret, before=request.args.get("before"), name=name)
        names = players.names(session, secret)
        first = current(session, secret)
        owns = first is None or first.role == "owner"

        def rendered() -> str:
            entries = history.entries(session, listed)
            # Tables far apart can begin in different months at the same moment.
            entries.sort(key=lambda entry: (entry.began.year, entry.began.month), reverse=True)
            still_played = all_stored(session, listed.running)
            months = groupby(entries, key=lambda entry: month(entry.began))
            return render_template(
                "history/show.html",
                months=[(title, list(entries)) for title, entries in months],
                now=now(),
                running={stored.public_id: as_read(stored) for stored in still_played},
                older=listed.older,
                name=name,
                names=names,
                owns=owns,
            )

        today = quarter_hour() if any(row.ended is None for row in listed.rows) else 0
        shown = (*listed.shown, listed.older, *names, today)
        return kept_while(shown, first, rendered)
