"""Home: the running match first, then a new one, then the latest."""

from flask import Blueprint, Response, render_template

from scorekeeper.book import history
from scorekeeper.book.access import owned
from scorekeeper.book.columns import now
from scorekeeper.web.forms.base import RecordingForm, fresh
from scorekeeper.web.site import device, sample
from scorekeeper.web.site.pages import kept_while, quarter_hour
from scorekeeper.web.site.scorebook import all_stored, as_read, database
from scorekeeper.web.site.security import indexable

blueprint = Blueprint("home", __name__)

RECENT = 5


@blueprint.get("/")
def show() -> Response:
    """Show the running matches, the way to a new one, and the latest results."""
    with database().read() as session:
        secret = device.known()
        running = history.running(session, secret)
        recent = history.listed(session, secret, finished=True, limit=RECENT)

        def rendered() -> str:
            return render_template(
                "home/show.html",
                running=[as_read(one) for one in all_stored(session, running)],
                now=now(),
                recent=history.entries(session, recent),
                form=RecordingForm(**fresh()),
                sample=sample.match(),
            )

        today = quarter_hour() if running else 0
        shown = (*((seen.id, seen.shown) for seen in running), *recent.shown, today)
        page = kept_while(shown, tuple(owned(session, secret)), rendered)
        return page if running or recent.shown else indexable(page)
