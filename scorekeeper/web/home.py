"""Home: the running match first, then a new one, then the latest."""

from flask import Blueprint, render_template

from scorekeeper.book import history

from . import device
from .forms import RecordingForm
from .rendering import database

blueprint = Blueprint("home", __name__)

RECENT = 5


@blueprint.get("/")
def show() -> str:
    """Show the running matches, the way to a new one, and the latest results."""
    with database().read() as session:
        secret = device.known()
        running = history.running(session, secret)
        recent = history.page(session, secret, finished=True, limit=RECENT)
    return render_template(
        "home/show.html", running=running, recent=recent.entries, form=RecordingForm.fresh()
    )
