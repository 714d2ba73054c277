"""The history: all matches, newest first, by month, and a search by name."""

from itertools import groupby

from flask import Blueprint, render_template, request

from scorekeeper import rules
from scorekeeper.book import history, players

from . import device
from .forms import plain
from .rendering import database, month

blueprint = Blueprint("history", __name__)


@blueprint.get("/history")
def show() -> str:
    """Show a page of the history."""
    name = plain(request.args.get("name"), rules.LONGEST_NAME)
    with database().read() as session:
        secret = device.known()
        page = history.page(session, secret, before=request.args.get("before"), name=name)
        names = players.names(session, secret)
    months = [
        (title, list(entries))
        for title, entries in groupby(page.entries, key=lambda entry: month(entry.started))
    ]
    return render_template(
        "history/show.html", months=months, older=page.older, name=name, names=names
    )
