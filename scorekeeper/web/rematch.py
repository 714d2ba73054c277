"""The next match of the same table."""

from dataclasses import replace

from flask import Blueprint, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.book import matches
from scorekeeper.web.forms.base import sending
from scorekeeper.web.forms.clock import told_offset, told_zone
from scorekeeper.web.site import device, rates
from scorekeeper.web.site.rendering import see
from scorekeeper.web.site.scorebook import database, load

blueprint = Blueprint("rematch", __name__)


@blueprint.post("/matches/<public_id>/rematch")
def start(public_id: str) -> BaseResponse:
    """Start the next match of the same table, with partners rotated if asked for."""
    again = load(public_id).match.rematch(rotate="rotate" in request.form)
    again = replace(again, utc_offset=told_offset())
    with database().write() as session:
        secret = device.writing(session)
        rates.count("matches", secret)
        started = matches.start(session, secret, sending(), again, told_zone())
    return device.remember(see("match.show", public_id=started), secret)
