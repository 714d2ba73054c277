"""A cache of rendered pages, each valid until its content changes.

A page is cached with placeholders for the token and key of its forms. Each response gets its own:
the token is signed with the current time, so nobody can guess its signature from the lengths of
compressed responses (BREACH).
"""

import hashlib
import secrets
from collections.abc import Callable, Hashable
from datetime import datetime, timedelta

from flask import Flask, Response, current_app, g, make_response, request, session, url_for
from flask_wtf.csrf import generate_csrf

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.ids import now
from scorekeeper.book.db.lru_cache import LRUCache
from scorekeeper.book.db.statements import VersionQuery
from scorekeeper.book.matches.match_loader import StoredMatch
from scorekeeper.book.matches.matches import MatchDeleted, version_of
from scorekeeper.web.forms.base import new_key
from scorekeeper.web.http import current_device, poll_fast_path, rate_limits
from scorekeeper.web.http.assets import release_digest
from scorekeeper.web.http.preferences import needs_timeout_hint, stays_awake, theme, vibrates
from scorekeeper.web.site.db import load_match
from scorekeeper.words.language import get_language

NOT_MODIFIED = 304
QUARTER_HOUR_SECONDS = 15 * 60
"""UTC offsets of all countries are multiples of this."""
REOPEN_WINDOW = timedelta(hours=1)
"""Time after the end of a match in which one tap can undo the end."""

MAX_CACHED_PAGES = 500
"""Maximum pages in the cache, of 10 to 60 kB each."""
# Random, so that no name or note can contain them.
TOKEN_PLACEHOLDER = f"token-{secrets.token_hex(16)}"
KEY_PLACEHOLDER = f"key-{secrets.token_hex(16)}"
SplitPage = list[list[bytes]]
"""A page split at its tokens, and each part at its keys: joining is faster than replacing."""


def register(app: Flask) -> None:
    app.extensions["page_cache"] = LRUCache[Hashable, tuple[Hashable, SplitPage]](MAX_CACHED_PAGES)


def csrf_token() -> str:
    """Return the CSRF token of a form, or its placeholder while rendering for the cache."""
    return TOKEN_PLACEHOLDER if "key_placeholder" in g else str(generate_csrf())


def is_long_over(match: rules.Match, moment: datetime | None = None) -> bool:
    """Whether the match ended too long ago to be reopened with one tap."""
    return (
        match.outcome is not None
        and match.ended is not None
        and (moment or now()) - match.ended > REOPEN_WINDOW
    )


def render_cached_match_page(stored: StoredMatch, render: Callable[[StoredMatch], str]) -> Response:
    """Return a match page from the cache: for viewers, for writers or for the phone of a seat."""
    return render_cached_page(*_cache_keys(stored), lambda: render(stored))


def render_polled_match_page(
    public_id: str, render: Callable[[StoredMatch], str], *, depends_on_others: bool = False
) -> Response:
    """Return a polled match page, or 304: for the fast path, too, unless it `depends_on_others`."""
    try:
        stored = load_match(public_id)
    except (AccessDenied, MatchDeleted):
        rate_limits.count_poll(None)
        raise
    content, about = _cache_keys(stored)
    page = _render_unless_unchanged(content, about, lambda: render(stored))
    secret = current_device.read_secret() if page.status_code == NOT_MODIFIED else None
    rate_limits.count_poll(secret)
    later = now() + timedelta(seconds=poll_fast_path.MAX_AGE_SECONDS)
    if secret and not depends_on_others and _content(stored, later) == content:
        poll_fast_path.offer(version_of(stored, secret))
    return page


def render_polled_page(
    content: Hashable, about: Hashable, render: Callable[[], str], version: VersionQuery
) -> Response:
    """Return a polled page, or 304; it changes only with `version`, and polls count by device."""
    page = _render_unless_unchanged(content, about, render)
    secret = current_device.read_secret()
    rate_limits.count_poll(secret)
    if secret and page.status_code == NOT_MODIFIED:
        poll_fast_path.offer(version)
    return page


def render_next_match_page(stored: StoredMatch, render: Callable[[StoredMatch], str]) -> Response:
    """Return what a GET of the match page would answer after a save, with the same etag."""
    content, about = _cache_keys(stored)
    path = url_for("match.show", public_id=stored.public_id)
    key = _page_key(about, f"{path.removeprefix(request.script_root)}?")
    page = _find_or_render(content, key, lambda: render(stored))
    page.set_etag(_make_etag(content, key), weak=True)
    return page


def render_cached_page(content: Hashable, about: Hashable, render: Callable[[], str]) -> Response:
    """Return a page, cached while its `content` is equal; `about` says who reads it."""
    return _find_or_render(content, _page_key(about, request.full_path), render)


def current_quarter_hour() -> int:
    """Return the number of the current quarter hour, a cache key for pages that say “today”."""
    return int(now().timestamp()) // QUARTER_HOUR_SECONDS


def view_release() -> str:
    """Return what the part of a page depends on that stays when its view is exchanged."""
    return f"{release_digest()}-{get_language()}-{theme()}"


def _page_key(about: Hashable, address: str) -> Hashable:
    """Return what tells apart the pages of the cache: address, reader, preferences, URL root."""
    chosen = get_language(), theme(), stays_awake(), needs_timeout_hint(), vibrates()
    return address, about, chosen, request.scheme, request.script_root


def _find_or_render(content: Hashable, key: Hashable, render: Callable[[], str]) -> Response:
    if session.get("_flashes"):
        return make_response(render())
    pages = current_app.extensions["page_cache"]
    was_shown, parts = pages.get(key) or (None, [])
    if not parts or was_shown != content:
        g.key_placeholder = KEY_PLACEHOLDER
        try:
            parts = _split(render())
        finally:
            g.pop("key_placeholder")
        pages.put(key, (content, parts))
    form_key = new_key()
    token = csrf_token() if len(parts) > 1 else ""
    page = token.encode().join(form_key.encode().join(part) for part in parts)
    return Response(page, mimetype="text/html")


def _split(page: str) -> SplitPage:
    return [
        [piece.encode() for piece in part.split(KEY_PLACEHOLDER)]
        for part in page.split(TOKEN_PLACEHOLDER)
    ]


def _cache_keys(stored: StoredMatch) -> tuple[Hashable, Hashable]:
    """Return `content` and `about` of a match page, as `render_cached_page` takes them."""
    return _content(stored, now()), (*stored.key, *stored.rights)


def _content(stored: StoredMatch, moment: datetime) -> Hashable:
    """Return what a match page shows at a moment."""
    match = stored.match
    is_time_up = match.is_time_up(match.minutes_at(moment))
    return stored.revision, is_time_up, is_long_over(match, moment)


def _render_unless_unchanged(
    content: Hashable, about: Hashable, render: Callable[[], str]
) -> Response:
    """Return 304 if the browser's copy is current, else the page with its etag."""
    keeps = not session.get("_flashes")  # rendering removes them
    key = _page_key(about, request.full_path)
    tag = _make_etag(content, key) if keeps and request.if_none_match else ""
    if tag and request.if_none_match.contains_weak(tag):
        page = Response(status=NOT_MODIFIED)
    else:
        page = _find_or_render(content, key, render)
        # Computed after rendering, which may have added a token to the session.
        tag = _make_etag(content, key)
    if keeps:
        page.set_etag(tag, weak=True)
        page.headers["Cache-Control"] = "private, no-cache"
    return page


def _make_etag(content: Hashable, key: Hashable) -> str:
    """Return an etag that differs whenever the page would differ."""
    # The forms contain the session's token.
    parts = key, content, release_digest(), session.get("csrf_token")
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
