"""The history: all matches, newest first, by month, and a search by name."""

from itertools import groupby

from flask import Blueprint, Response, render_template, request

from scorekeeper import rules
from scorekeeper.book import history, players
from scorekeeper.book.access import owned
from scorekeeper.web.forms.base import plain
from scorekeeper.web.site import device
from scorekeeper.web.site.pages import kept_while
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
            months = groupby(entries, key=lambda entry: month(entry.started))
            return render_template(
                "history/show.html",
                months=[(title, list(played)) for title, played in months],
                older=listed.older,
                name=name,
                names=names,
            )

        return kept_while(
            (*listed.shown, listed.older, *names), tuple(owned(session, secret)), rendered
        )
