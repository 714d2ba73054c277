"""The link that lets viewers and programs read a scorebook."""

from flask import Response, flash, render_template, request

from scorekeeper.book.joining import links
from scorekeeper.web.http import current_device
from scorekeeper.web.http.public_urls import share_url
from scorekeeper.web.site import db, rendering
from scorekeeper.words.language import gettext as _


def show(scorebook: str) -> str:
    """Show the viewers' link of a scorebook."""
    with db.read() as (session, secret):
        text = links.create_scorebook_link(session, current_device.secret_key(), secret, scorebook)
    return render_template(
        "scorebooks/read_link.html",
        scorebook=scorebook,
        link=share_url("r", text),
        # Also without a network: a program on this computer, such as an overlay, can read it.
        api=share_url("api/v1", "matches") or f"{request.url_root}api/v1/matches",
        was=text,
    )


def renew(scorebook: str) -> Response:
    """Replace the viewers' link of a scorebook; devices that joined with the old one stay."""
    with db.write() as (session, secret):
        # A second tap on the same form must not renew the link again.
        if request.form.get("was") == links.create_scorebook_link(
            session, current_device.secret_key(), secret, scorebook
        ):
            links.end_scorebook_links(session, secret, scorebook)
    flash(_("New link created. The old one no longer works."))
    return rendering.redirect_to("read_links.show", scorebook=scorebook)
