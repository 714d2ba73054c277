"""The icon on a phone's home screen: it opens with a pass of the phone that put it there.

What starts without a network is kept by a worker of the browser: how pages look, and no page.
"""

from typing import Any

from flask import Blueprint, Response, current_app, jsonify, render_template, request

from scorekeeper.book.joining import links
from scorekeeper.web.http import current_device
from scorekeeper.web.http.assets import asset_url as asset
from scorekeeper.web.http.assets import release_digest
from scorekeeper.web.http.preferences import choose_language
from scorekeeper.web.joining.join import SHARE_PARAMETERS
from scorekeeper.web.site.db import database
from scorekeeper.web.site.rendering import cached_url_for
from scorekeeper.words.language import gettext as _
from scorekeeper.words.language import speak, spoken

blueprint = Blueprint("doors_icon", __name__)

SHELL_FILES = ("app.css", "app.js", "icons/favicon.svg")
"""The files without which no page looks like one of ours."""


@blueprint.get("/app.webmanifest")
def manifest() -> Response:
    """Say how the icon is called and drawn, and what it opens.

    On some phones it has cookies of its own, so its address carries a pass of this phone.
    """
    with database().read() as reading:
        own = links.create_icon_link(
            reading, str(current_app.config["SECRET_KEY"]), current_device.read_secret()
        )
    start = (
        cached_url_for("doors_links.open_icon", text=own) if own else cached_url_for("home.show")
    )
    colors: Any = current_app.jinja_env.globals["theme_colors"]
    drawn = {"src": asset("icons/app.png"), "sizes": "512x512", "type": "image/png"}
    response = jsonify(
        id=f"{request.script_root}/",
        name=_("Scorekeeper for Spades"),
        short_name=_("Spades"),
        start_url=start,
        scope=f"{request.script_root}/",
        display="standalone",
        background_color=colors["light"],
        theme_color=colors["light"],
        icons=[
            {"src": asset("icons/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
            {**drawn, "purpose": "any"},
            {**drawn, "purpose": "maskable"},
        ],
        # A link that somebody sent opens here, as if it had been pasted into the field.
        share_target={
            "action": cached_url_for("doors_links.come"),
            "method": "GET",
            "enctype": "application/x-www-form-urlencoded",
            "params": {"text": SHARE_PARAMETERS[0], "url": SHARE_PARAMETERS[1]},
        },
    )
    response.mimetype = "application/manifest+json"
    response.headers["Referrer-Policy"] = "strict-origin"
    return response


@blueprint.get("/worker.js")
def worker() -> Response:
    """Keep what every page looks like, and the one that says that there is no network."""
    outside = cached_url_for("doors_icon.offline", language=spoken())
    shell = [outside, *(asset(name) for name in SHELL_FILES)]
    script = render_template(
        "doors/worker.js",
        place=f"scorekeeper {request.script_root}/",
        kept=release_digest(),
        outside=outside,
        shell=shell,
    )
    return Response(script, mimetype="text/javascript")


@blueprint.get("/offline")
def offline() -> str:
    """Say that there is no network, to be kept for when there is none."""
    speak(choose_language(request.args.get("language")))
    return render_template("doors/offline.html")
