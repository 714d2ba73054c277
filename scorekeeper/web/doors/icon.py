"""The icon on a phone's home screen: it opens with a pass of the phone that put it there."""

from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from scorekeeper.book import links
from scorekeeper.web.site import device
from scorekeeper.web.site.assets import address as asset
from scorekeeper.web.site.rendering import address
from scorekeeper.web.site.scorebook import database
from scorekeeper.words.language import gettext as _

blueprint = Blueprint("doors_icon", __name__)


@blueprint.get("/app.webmanifest")
def manifest() -> Response:
    """Say how the icon is called and drawn, and what it opens.

    On some phones it has cookies of its own, so its address carries a pass of this phone.
    """
    with database().read() as reading:
        own = links.of_icon(reading, str(current_app.config["SECRET_KEY"]), device.known())
    start = address("doors_links.open_icon", text=own) if own else address("home.show")
    colors: Any = current_app.jinja_env.globals["theme_colors"]
    response = jsonify(
        id=f"{request.script_root}/",
        name=_("Scorekeeper for Spades"),
        short_name=_("Spades"),
        start_url=start,
        scope=f"{request.script_root}/",
        display="standalone",
        background_color=colors["light"],
        theme_color=colors["light"],
        icons=[{"src": asset("icons/favicon.svg"), "sizes": "any", "type": "image/svg+xml"}],
    )
    response.mimetype = "application/manifest+json"
    response.headers["Referrer-Policy"] = "strict-origin"
    return response
