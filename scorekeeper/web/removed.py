"""Removed pages: their addresses return 410 Gone and name the replacement."""

from flask import Blueprint, Response, request

from scorekeeper.web.site.errors import render_error
from scorekeeper.words.language import N_, gettext as _

blueprint = Blueprint("removed", __name__)

REPLACEMENTS = {
    "feed_pages": N_(
        "This app no longer has feeds and calendars. Use the history page, or the API for programs."
    ),
    "openapi_document": N_(
        "This app no longer has an OpenAPI document. The file docs/api.md describes the API, "
        "and /schema/match-file.json the match file."
    ),
    "join_requests": N_(
        "You can no longer ask to join. Type the code from a phone with access: Settings → Add "
        "a phone."
    ),
    "restore_pages": N_("Restore backups on the computer: %(command)s."),
    "downloads": N_(
        "This download was removed. See Settings → Backups and files → Download everything."
    ),
    "sheets": N_(
        "You can no longer print all rounds. Print and share has the seating of each round."
    ),
    "import_pages": N_("This page moved. It’s now under Settings → Backups and files."),
}
"""The replacements, by endpoint."""
ENDPOINTS = {
    "/r/<text>/feed.atom": "feed_pages",
    "/r/<text>/evenings.ics": "feed_pages",
    "/api/v1/openapi.json": "openapi_document",
    "/ask": "join_requests",
    "/copies/<copy>": "restore_pages",
    "/scorebooks/<scorebook>/matches.zip": "downloads",
    "/scorebooks/<scorebook>/hands.csv": "downloads",
    "/events/<event>/results.csv": "downloads",
    "/history/export": "downloads",
    "/events/<event>/print/rounds": "sheets",
    "/scorebooks/<scorebook>/bringing": "import_pages",
    "/scorebooks/<scorebook>/bringing/<upload>": "import_pages",
}
"""Endpoints by address: those that people or programs may have kept."""


def render_removed(**_parameters: str) -> Response:
    """Render 410 with the replacement of the page."""
    endpoint = str(request.endpoint).removeprefix("removed.")
    text = _(REPLACEMENTS[endpoint], command="scorekeeper restore FILE")
    return render_error(410, _("This page was removed"), text)


for _address, _endpoint in ENDPOINTS.items():
    blueprint.add_url_rule(_address, _endpoint, render_removed, methods=("GET", "POST"))
