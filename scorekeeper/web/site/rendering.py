"""Template globals and filters, XML rendering, redirects and flashed messages."""

import re
import sys
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from functools import lru_cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qsl, urlencode

import jinja2
from flask import Flask, Response, flash, redirect, render_template, request, url_for
from flask.templating import Environment
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from markupsafe import Markup, escape
from sqlalchemy.orm import Session

from scorekeeper import rules, words
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.seats import fingerprint_hand
from scorekeeper.book.players.players import list_respelled
from scorekeeper.web.forms.base import page_key
from scorekeeper.web.forms.names import player_field, shown_field
from scorekeeper.web.http.public_urls import qr_code
from scorekeeper.web.site.page_cache import csrf_token, view_release
from scorekeeper.words.language import gettext as _

INVALID_XML_CHARACTER = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

ATTRIBUTE_LINE = re.compile("\n +(?=[a-z][a-z -]*[=>])")
INDENTATION = re.compile("^ +", re.MULTILINE)
SHARED_MACROS = ("site/_icons.html", "site/_forms.html", "joining/_links.html")
NAME = '<bdi translate="no">'
"""The start of a name."""


class TemplateEnvironment(Environment):
    """Templates that share one dict of globals, which makes each import in a template cheaper."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals


class TemplateLoader(jinja2.FileSystemLoader):
    """Templates without their indentation, in which no browser may translate a name."""

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, Any]:
        """Return the source of a template, its path, and whether it is up to date."""
        source, path, is_fresh = super().get_source(environment, template)
        flat = INDENTATION.sub("", ATTRIBUTE_LINE.sub(" ", source))
        return flat.replace("<bdi", NAME[:-1]), path, is_fresh


class TemplateCache(FileSystemBytecodeCache):
    """Compiled templates in files; where none can be written, each start compiles its own."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            Path(self.directory).mkdir(parents=True, exist_ok=True)
            super().dump_bytecode(bucket)


def register(app: Flask) -> None:
    """Configure the templates of an app."""
    app.jinja_loader = TemplateLoader(str(app.template_folder))
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    if not sys.dont_write_bytecode:
        # Where Python would keep compiled modules.
        folder = Path(cache_from_source(f"{app.template_folder}/all.html")).parent
        app.jinja_env.bytecode_cache = TemplateCache(str(folder), f"%s.{jinja2.__version__}")
    app.jinja_env.filters.update(
        number=words.table.format_number,
        signed=words.table.format_signed,
        moment=words.dates.format_moment,
        capital=words.table.capitalize,
        hyphenated=words.table.hyphenate,
        named=mark_names,
    )
    app.jinja_env.globals.update(
        Fact=rules.Fact,
        Step=rules.Step,
        rules=rules,
        words=words,
        csrf_token=csrf_token,
        view_release=view_release,
        page_key=page_key,
        fingerprint_hand=fingerprint_hand,
        url_for=cached_url_for,
        qr_code=qr_code,
        read_undo=read_undo,
    )
    for name in SHARED_MACROS:
        app.jinja_env.globals.update(vars(app.jinja_env.get_template(name).module))


def mark_names(sentence: str) -> Markup:
    """Return a sentence as HTML, in which each isolated name is an element that can be cut."""
    return Markup(escape(sentence).translate({0x2068: NAME, 0x2069: "</bdi>"}))


def render_xml(template: str, **values: Any) -> str:
    """Render an XML template; characters that XML does not allow become U+FFFD."""
    return INVALID_XML_CHARACTER.sub(
        "\N{REPLACEMENT CHARACTER}", render_template(template, **values)
    )


def redirect_to(endpoint: str, **values: Any) -> Response:
    """Redirect to an endpoint after a post; see `redirect_to_url`."""
    return redirect_to_url(url_for(endpoint, **values))


def redirect_to_url(url: str) -> Response:
    """Redirect with 303 after a post; scripts get 201 and follow the Location themselves."""
    if request.headers.get("X-Sent-By") == "script":
        return Response(status=201, headers={"Location": url})
    return see_other(url)


def see_other(url: str) -> Response:
    return cast(Response, redirect(url, 303))


def flash_deleted(message: str, public_id: str) -> None:
    """Flash that a match was deleted, with a key to restore it."""
    flash(message, f"gone {public_id}")


def flash_undo(message: str, endpoint: str, undo: Mapping[str, object], **values: Any) -> None:
    """Flash what was saved; `undo` are the fields of the form to an endpoint that undoes it."""
    flash(message, f"undo {url_for(endpoint, **values)}?{urlencode(undo)}")


def flash_respelled_seats(
    public_id: str,
    names: Mapping[int, str | None],
    session: Session,
    shown: Mapping[int, str | None] | None = None,
) -> None:
    """Flash each name of a match's seat that was just taken as another spelling.

    A player who was `shown` in that seat is called by the new spelling now.
    """
    for seat, name in names.items():
        if name and (called := list_respelled(session).get(name)):
            fields = {player_field(seat): name, shown_field(seat): called}
            if shown and shown[seat] == called:
                fields["renamed"] = "yes"
            flash_respelled(name, called, "seats.save_names", fields, public_id=public_id)


def flash_respelled(
    typed: str, called: str, endpoint: str, fields: Mapping[str, object], **values: Any
) -> None:
    """Flash that a typed name is taken for a player with another spelling, with a key to say no."""
    about = {**fields, "typed": typed, "called": called, "other": "yes"}
    flash("", f"other {url_for(endpoint, **values)}?{urlencode(about)}")


def read_undo(category: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the address and the fields of the form that undoes what was flashed."""
    address, _mark, fields = category.partition(" ")[2].partition("?")
    return address, parse_qsl(fields, keep_blank_values=True)


def flash_empty_match_deleted(public_id: str | None) -> None:
    """Flash that an empty match of the same players was deleted, if there is one."""
    if public_id is not None:
        flash_deleted(_("The empty match with the same players was removed."), public_id)


def cached_url_for(endpoint: str, stored: Any = None, **values: Any) -> str:
    """Return the URL of an endpoint, of a stored match or evening; match pages repeat a few."""
    if isinstance(stored, StoredMatch):
        values["public_id"] = stored.public_id
    elif stored:
        values["event"] = stored.ref.public_id
    return _cached_url_for(request.script_root, endpoint, tuple(values.items()))


@lru_cache(maxsize=500, typed=True)
def _cached_url_for(_root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
    return url_for(endpoint, **dict(values))
