"""Removed pages: their addresses return 410 Gone and name the replacement."""

from collections.abc import Callable

from flask import Blueprint, Response

from scorekeeper.web.site.errors import render_error
from scorekeeper.words.language import gettext as _

blueprint = Blueprint("removed", __name__)


def removed(
    *rules: str, methods: tuple[str, ...] = ("GET", "POST")
) -> Callable[[Callable[[], str]], Callable[[], str]]:
    """Return 410 at these addresses; the decorated function returns the sentence to show."""

    def register(sentence: Callable[[], str]) -> Callable[[], str]:
        def respond(**_parameters: str) -> Response:
            return render_error(410, _("This page was removed"), sentence())

        for rule in rules:
            blueprint.add_url_rule(rule, sentence.__name__, respond, methods=methods)
        return sentence

    return register


@removed("/r/<text>/feed.atom", "/r/<text>/evenings.ics")
def feed_pages() -> str:
    """Name the replacement of the feed and the calendar of a scorebook."""
    return _(
        "This app no longer has feeds and calendars. Use the history page, or the API for programs."
    )


@removed("/api/v1/openapi.json")
def openapi_document() -> str:
    """Name the replacement of the OpenAPI document."""
    return _(
        "This app no longer has an OpenAPI document. The file docs/api.md describes the API, "
        "and /schema/match-file.json the match file."
    )


@removed("/scorebooks/<scorebook>/move", "/scorebooks/<scorebook>/return")
def move_pages() -> str:
    """Name the replacement of moving a scorebook's matches into another."""
    return _(
        "You can’t move one scorebook into another. Download its matches as a file, then "
        "import the file there."
    )


@removed("/ask", "/ask/enter", "/door/<knock>")
def join_requests() -> str:
    """Name the replacement of asking to join."""
    return _(
        "You can no longer ask to join. Type the code from a phone with access: Settings → Add "
        "a phone."
    )


@removed("/copies/<copy>", "/copies/<copy>/return")
def restore_pages() -> str:
    """Name the command that restores a backup."""
    command = "scorekeeper restore FILE"
    return _("Restore backups on the computer: %(command)s.", command=command)


@removed("/copies", methods=("POST",))
def upload_page() -> str:
    """Name the command that restores an uploaded backup."""
    return restore_pages()


@removed("/scorebooks/<scorebook>/bringing", "/scorebooks/<scorebook>/bringing/<upload>")
def import_pages() -> str:
    """Name the new page of the import."""
    return _("This page moved. It’s now under Settings → Import matches.")
