"""Settings: language, theme and screen of this browser, and the clock of the scorebook's tables."""

from flask import Blueprint, render_template, request
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response

from scorekeeper.book import clocks
from scorekeeper.book.access import open_scorebook, owned
from scorekeeper.book.columns import now
from scorekeeper.web.forms.base import RecordingForm, fresh
from scorekeeper.web.forms.clock import told_zone
from scorekeeper.web.site import device
from scorekeeper.web.site.cookies import forget_cookie, keep_cookie
from scorekeeper.web.site.languages import AWAKE, THEMES, choose
from scorekeeper.web.site.rendering import saved, see
from scorekeeper.web.site.scorebook import database
from scorekeeper.words.language import LANGUAGES, speak
from scorekeeper.words.language import gettext as _

blueprint = Blueprint("settings", __name__)


@blueprint.get("/settings")
def show() -> str:
    """Show the settings."""
    return render_template(
        "settings/show.html", form=FlaskForm(), chosen=request.cookies.get("language")
    )


@blueprint.post("/settings")
def save() -> Response:
    """Keep what was tapped in a cookie; what is not a choice goes back to the default."""
    response = see("settings.show")
    for name, choices in (("language", LANGUAGES), ("theme", THEMES), ("awake", AWAKE)):
        value = request.form.get(name)
        if value is not None and value in choices and value != "auto":
            keep_cookie(response, name, value)
        elif value is not None:
            forget_cookie(response, name)
    if "language" in request.form:
        speak(choose(request.form["language"]))
    saved(_("Saved"))
    return response


@blueprint.get("/settings/clock")
def clock() -> str:
    """Show by which clock the times of the scorebook go, and ask for another."""
    with database().read() as session:
        zones = [clocks.time_zone(session, one) for one in owned(session, device.known())]
    chosen = next(iter(zones), None)
    return render_template(
        "settings/clock.html",
        form=RecordingForm(**fresh()),
        chosen=chosen,
        now=now().astimezone(clocks.clock(None, chosen)),
        regions=clocks.regions(),
        known=frozenset().union(*clocks.regions().values()),
    )


@blueprint.post("/settings/clock")
def set_clock() -> Response:
    """Let the times of the scorebook go by another clock; what is none is this computer's."""
    zone = told_zone("phone_zone") or told_zone()
    with database().write() as session:
        secret = device.writing(session)
        open_scorebook(session, secret)
        for scorebook_id in owned(session, secret):
            clocks.set_time_zone(session, scorebook_id, zone)
    saved(_("Saved"))
    return device.remember(see("settings.clock"), secret)
