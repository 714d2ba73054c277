"""Pages that earlier versions had: their addresses answer 410 and say what to use instead."""

from collections.abc import Callable

from flask import Blueprint, Response

from scorekeeper.web.site.errors import render_error
from scorekeeper.words.language import gettext as _

blueprint = Blueprint("removed", __name__)


def removed(
    *rules: str, methods: tuple[str, ...] = ("GET", "POST")
) -> Callable[[Callable[[], str]], Callable[[], str]]:
    """Answer 410 at these addresses; the decorated function returns the sentence to show."""

    def register(sentence: Callable[[], str]) -> Callable[[], str]:
        def respond(**_parameters: str) -> Response:
            return render_error(410, _("This page was removed"), sentence())

        for rule in rules:
            blueprint.add_url_rule(rule, sentence.__name__, respond, methods=methods)
        return sentence

    return register


@removed("/r/<text>/feed.atom", "/r/<text>/evenings.ics")
def feeds() -> str:
    """Say what to use instead of the feed and the calendar of a scorebook."""
    return _(
        "This app no longer has feeds and calendars. Use the history page, or the API for programs."
    )


@removed("/api/v1/openapi.json")
def openapi() -> str:
    """Say what describes the API instead of an OpenAPI document."""
    return _(
        "This app no longer has an OpenAPI document. The file docs/api.md describes the API, "
        "and /schema/match-file.json the match file."
    )


@removed("/scorebooks/<scorebook>/move", "/scorebooks/<scorebook>/return")
def moves() -> str:
    """Say what to use instead of moving a scorebook's matches into another."""
    return _(
        "Scorebooks can’t be moved into one another. Save one as a file, then import the file into"
        " the other."
    )


@removed("/ask", "/ask/enter", "/door/<knock>")
def knocking() -> str:
    """Say what to use instead of asking to be let in."""
    return _(
        "Asking to join was removed. Type the code that a phone with access shows in Settings."
    )


@removed("/copies/<copy>", "/copies/<copy>/return")
def restoring() -> str:
    """Say where a backup is restored, instead of on a phone."""
    command = "scorekeeper restore FILE"
    return _("Backups are restored on the computer: %(command)s.", command=command)


@removed("/copies", methods=("POST",))
def sending_a_backup() -> str:
    """Say the same of a backup that is sent from a phone."""
    return restoring()


@removed("/scorebooks/<scorebook>/bringing", "/scorebooks/<scorebook>/bringing/<upload>")
def bringing() -> str:
    """Say where files are imported now."""
    return _("This page moved. Open your scorebook, then Import.")
