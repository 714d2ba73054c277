"""The progressive web app: the manifest, the service worker and the offline page.

The icon opens a link that grants the rights of the phone that installed it. The service worker
caches styles, scripts and the offline page, never a page with data. Without a network it answers
every address with the offline page, whose script goes on with what is on the phone.
"""

from typing import Any

from flask import Response, current_app, jsonify, render_template, request

from scorekeeper.book.joining import links
from scorekeeper.web.http import assets, current_device, preferences
from scorekeeper.web.joining.guard import SHARE_PARAMETERS
from scorekeeper.web.site import db
from scorekeeper.web.site.page_cache import csrf_token
from scorekeeper.web.site.rendering import cached_url_for
from scorekeeper.words.language import get_language, gettext as _, speak

SHELL_FILES = (
    *("app.css", "table.css", "season_book.css"),
    *("app.js", "table.js", "scores.js", "store.js", "offline.js", "conflict.js"),
    *("season_book.js", "volumes.js", "shell.js"),
    "icons/favicon.svg",
)
"""Static files that the service worker caches."""


def manifest() -> Response:
    """Return the web app manifest.

    On some phones an installed app has its own cookies, so its start address has a token of this
    phone.
    """
    with db.read() as (reading, secret):
        token = links.create_icon_link(reading, current_device.secret_key(), secret)
    start = cached_url_for("links.open_icon", text=token) if token else cached_url_for("home.show")
    colors: Any = current_app.jinja_env.globals["theme_colors"]
    png = {"src": assets.asset_url("icons/app.png"), "sizes": "512x512", "type": "image/png"}
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
            {"src": assets.asset_url("icons/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
            {**png, "purpose": "any"},
            {**png, "purpose": "maskable"},
        ],
        # A shared link is handled as if it had been pasted into the field.
        share_target={
            "action": cached_url_for("links.join_opened"),
            "method": "GET",
            "enctype": "application/x-www-form-urlencoded",
            "params": {"text": SHARE_PARAMETERS[0], "url": SHARE_PARAMETERS[1]},
        },
    )
    response.mimetype = "application/manifest+json"
    response.headers["Referrer-Policy"] = "strict-origin"
    return response


def worker() -> Response:
    """Return the service worker, which caches the shell files and the offline page."""
    chosen = preferences.theme()
    look = {} if chosen == "auto" else {"theme": chosen}
    offline = cached_url_for("pwa.offline", language=get_language(), **look)
    shell = [offline, *(assets.asset_url(name) for name in SHELL_FILES)]
    script = render_template(
        "joining/worker.js",
        scope=f"scorekeeper {request.script_root}/",
        release=assets.release_digest(),
        offline=offline,
        shell=shell,
    )
    return Response(script, mimetype="text/javascript")


def offline() -> str:
    """Render the page of what is on this phone, without data: the service worker caches it."""
    if "language" in request.args:
        speak(preferences.choose_language(request.args["language"]))
    # The service worker asks without cookies.
    chosen = request.args.get("theme", preferences.theme())
    return render_template("joining/offline.html", theme=lambda: chosen)


def forget() -> Response:
    """Delete the cookie of this phone, which then has no access until it joins again."""
    return current_device.delete_device_cookie(Response(status=204))


def create_token() -> Response:
    """Return a CSRF token for pages without a form, to send what is only on the phone."""
    return jsonify(csrf_token=csrf_token())
