"""A link by which others read a whole scorebook."""

from flask import Blueprint, current_app, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.book.joining import links
from scorekeeper.web.forms.base import RecordingForm, fresh
from scorekeeper.web.http import current_device
from scorekeeper.web.http.public_urls import link
from scorekeeper.web.site.db import database
from scorekeeper.web.site.rendering import saved, see
from scorekeeper.words.language import gettext as _

blueprint = Blueprint("reading", __name__, url_prefix="/scorebooks/<scorebook>/reading")


@blueprint.get("")
def show(scorebook: str) -> str:
    """Show the link to read a scorebook."""
    with database().read() as session:
        text = links.create_scorebook_link(
            session, _secret_key(), current_device.known(), scorebook
        )
    form = RecordingForm(**fresh())
    return render_template(
        "scorebooks/reading.html",
        scorebook=scorebook,
        link=link("r", text),
        api=link("api/v1", "matches"),
        was=text,
        form=form,
    )


@blueprint.post("")
def renew(scorebook: str) -> Response:
    """End the links to read a scorebook; the phones that are in stay."""
    secret = current_device.known()
    with database().write() as session:
        # The second of two taps finds the link renewed already.
        if request.form.get("was") == links.create_scorebook_link(
            session, _secret_key(), secret, scorebook
        ):
            links.end_scorebook_links(session, secret, scorebook)
    saved(_("A new link: the one from before leads nowhere now."))
    return see("reading.show", scorebook=scorebook)


def _secret_key() -> str:
    return str(current_app.config["SECRET_KEY"])
