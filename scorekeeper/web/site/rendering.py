"""What templates can call, and where a post leads."""

import re
from functools import lru_cache
from typing import Any

from flask import Flask, Response, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules, words
from scorekeeper.book.matches.confirmations import fingerprint_hand
from scorekeeper.web.http.public_urls import qr_code
from scorekeeper.web.site.page_cache import csrf_token
from scorekeeper.words.language import gettext as _

INVALID_XML_CHARACTER = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def register(app: Flask) -> None:
    """Let templates speak of matches."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(
        number=words.table.format_number,
        signed=words.table.format_signed,
        moment=words.dates.format_moment,
        capital=words.table.capitalize,
        seat_name=words.table.name_seat,
    )
    app.jinja_env.globals.update(
        Step=rules.Step,
        rules=rules,
        words=words,
        csrf_token=csrf_token,
        fingerprint_hand=fingerprint_hand,
        url_for=cached_url_for,
        qr_code=qr_code,
    )


def render_xml(template: str, **values: Any) -> str:
    """Render a template that makes XML; what XML has no sign for becomes a question mark."""
    return INVALID_XML_CHARACTER.sub(
        "\N{REPLACEMENT CHARACTER}", render_template(template, **values)
    )


def redirect_to(endpoint: str, **values: Any) -> BaseResponse:
    """Answer a post: go and look at this page; a script goes there itself."""
    return redirect_to_url(url_for(endpoint, **values))


def redirect_to_url(there: str) -> BaseResponse:
    """Answer a post: go and look there; a script goes there itself."""
    if request.headers.get("X-Sent-By") == "script":
        return Response(status=201, headers={"Location": there})
    return redirect(there, 303)


def flash_message(told: str, kind: str = "message") -> None:
    """Let the next page say that this was saved."""
    flash(told, kind)


def flash_deleted(told: str, public_id: str) -> None:
    """Let the next page say that a match is gone, with the way to bring it back."""
    flash(told, f"gone {public_id}")


def flash_empty_match_deleted(public_id: str | None) -> None:
    """Let the next page say that an empty match of the same people was taken back, if one was."""
    if public_id is not None:
        flash_deleted(_("The empty match of the same players is taken back."), public_id)


def cached_url_for(endpoint: str, **values: Any) -> str:
    """Return the address of a page; the same few are asked for on every page of a match."""
    return _cached_url_for(request.script_root, endpoint, tuple(values.items()))


@lru_cache(maxsize=1000, typed=True)
def _cached_url_for(_root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
    return url_for(endpoint, **dict(values))
