"""Links and codes: the first request stores the secret in the session, the next one joins.

This removes the secret from the address bar, and a link preview or a prefetch changes nothing.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from flask import Response, current_app, flash, render_template, request, session, url_for
from sqlalchemy.orm import Session
from werkzeug.exceptions import TooManyRequests

from scorekeeper.book.access import devices
from scorekeeper.book.access.grants import (
    AccessDenied,
    Right,
    Secret,
    find_owned_scorebooks,
    load_grants,
)
from scorekeeper.book.joining import codes, home_code, join_codes, links, recovery
from scorekeeper.book.scorebooks import shared_scorebook
from scorekeeper.web.forms.base import clean_text, new_key
from scorekeeper.web.http import current_device, rate_limits, security
from scorekeeper.web.joining.guard import MAX_CODE_LENGTH, hide_address, render_code_page
from scorekeeper.web.site import db, events, rendering, scorebook_pages
from scorekeeper.words.language import gettext as _

ICON, BROWSER, CODE = "i", "open", "in"
"""Kinds of links besides `links.LINK_KINDS`, by the first part of their path."""
LINK = re.compile(r"/([kwret])/([\w.-]+(?:/\d{1,3})?)/?$", re.ASCII)
SESSION_KEY = "door"
"""Session key of the opened link, until the browser follows the redirect."""


@dataclass(frozen=True)
class Way:
    """A way in: what grants the access, and the page that it leads to.

    `grant` takes a session, the secrets `shown` and `new`, and the `agent`, as
    `devices.grant_access` does.
    """

    grant: Callable[..., Secret]
    address: str
    to_event: bool = False


def join_opened() -> Response:
    """Join with the link in the session; without one, render the code page."""
    kind, text, key = session.get(SESSION_KEY) or ("", "", "")
    if not kind or not _is_page_view():
        return render_code_page()
    session.pop(SESSION_KEY)
    return _join(kind, text, key, "link")


def join_typed() -> Response:
    """Join with a typed code or a pasted link."""
    typed = clean_text(request.form.get("code"), MAX_CODE_LENGTH)
    link = LINK.search(typed.partition("?")[0].rstrip(" .,;!)>»”"))
    kind, text = (link[1], link[2]) if link else (CODE, typed)
    return _join(kind, text, clean_text(request.form.get("key"), 64) or new_key(), "code")


def open_link(kind: str, text: str) -> Response:
    """Open a link to a match, an evening or a scorebook."""
    with db.database().read() as reading:
        right = _find_link_right(reading, kind, text)
    return _render_invalid("link") if right is None else _remember_link(kind, text)


def open_table(text: str, table: int) -> Response:
    return open_link("t", f"{text}/{table}")


def open_code(text: str) -> Response:
    """Open a link with a code; a one-time link asks for confirmation first."""
    code = _parse_code(text)
    if code is None:
        return _render_invalid("link")
    if len(code) != codes.ONE_TIME_LENGTH:
        return _remember_link(CODE, code)
    with db.database().read() as reading:
        right = join_codes.find_right(reading, code)
        if right is None:
            is_chosen = current_device.chosen_home_code()
            return _remember_link(CODE, code) if is_chosen else _render_invalid("link")
        name = scorebook_pages.find_name(reading, right.scorebook_id)
    html = render_template("joining/one_time_link.html", code=code, called=name)
    return hide_address(Response(html))


def join_once(text: str) -> Response:
    return _join(BROWSER, text, clean_text(request.form.get("key"), 64) or new_key(), "link")


def open_local(text: str) -> Response:
    """Join the browser that the server opened itself, with a code that is valid for a minute."""
    with db.database().read() as reading:
        right = join_codes.find_right(reading, codes.parse_code(text, codes.ONE_TIME_LENGTH) or "")
    return _render_invalid("link") if right is None else _remember_link(BROWSER, text)


def open_icon(text: str) -> Response:
    """Join an installed app, which may have other cookies than the phone's browser."""
    with db.database().read() as reading:
        if db.has_access(reading):
            return hide_address(rendering.see_other(rendering.cached_url_for("home.show")))
        device = links.find_icon_device(reading, current_device.secret_key(), text)
    return _render_invalid("link") if device is None else _remember_link(ICON, text)


def ask_recovery_code() -> Response:
    return render_code_page()


def _remember_link(kind: str, text: str) -> Response:
    """Store an opened link in the session and redirect to an address without the secret."""
    if _is_page_view():
        before = session.get(SESSION_KEY) or ("", "", "")
        # The same link opened twice keeps its key, so that it joins once.
        key = before[2] if list(before[:2]) == [kind, text] else new_key()
        session[SESSION_KEY] = (kind, text, key)
    return hide_address(rendering.see_other(rendering.cached_url_for("links.join_opened")))


def _is_page_view() -> bool:
    """Whether a person opens the page, and not a prefetch or a link preview."""
    purpose = request.headers.get("Sec-Purpose", request.headers.get("Purpose", ""))
    return request.method == "GET" and "prefetch" not in purpose and "preview" not in purpose


def _join(kind: str, text: str, key: str, what: str) -> Response:
    """Join by what was opened or typed; `what` is a code or a link, for the error."""
    way = _find_way(kind, text)
    if way is not None:
        # Another phone may use a one-time link first.
        with suppress(AccessDenied):
            return _grant(way, key)
    return _render_invalid(what)


def _grant(way: Way, key: str) -> Response:
    """Grant access to this browser and redirect it; the same `key` again changes nothing.

    The browser gets a new secret and a new session with every right (against session fixation).
    Raises AccessDenied if the right has ended.
    """
    current, new = current_device.read_own_secret(), current_device.derive_secret(f"door:{key}")
    with db.database().write() as write:
        secret = way.grant(write, shown=current, new=new, agent=request.user_agent.string)
        owns = bool(find_owned_scorebooks(write, secret))
        is_in = bool(load_grants(write, secret))
    players = session.get(events.SESSION_KEY)
    response = current_device.sign_in(rendering.redirect_to_url(way.address), secret)
    if way.to_event:
        rate_limits.count_by_session()
        if players:
            # Which player reads gives no access.
            session[events.SESSION_KEY] = players
    if secret != current and not way.to_event:
        # Asked at its first match, unless the phone makes that itself.
        session["whose"] = True
    if is_in and secret != current and way.address == rendering.cached_url_for("home.show"):
        # An empty home page looks like the page with the code field. A phone that watches gets its
        # name with its seat.
        flash(_("You’re in. Name this phone under Settings.") if owns else _("You’re in"))
    return hide_address(response)


def _render_invalid(what: str) -> Response:
    """Render the same 404 page for every unknown, expired or revoked `code` or `link`."""
    security.log_security_event("code", "invalid code or link")
    return render_code_page(what)


def _find_way(kind: str, text: str) -> Way | None:
    """Return how a link or code grants access, or None if it is invalid."""
    home = rendering.cached_url_for("home.show")
    if kind == ICON:
        return Way(partial(_copy_access, text=text), home)
    if kind == BROWSER:
        code = codes.parse_code(text, codes.ONE_TIME_LENGTH) or ""
        return Way(partial(join_codes.redeem, code=code), home)
    with db.database().read() as reading:
        if kind == CODE:
            right = _find_code_right(reading, text)
        else:
            right = _find_link_right(reading, kind, text)
        one_time = kind == CODE and codes.parse_code(text, codes.ONE_TIME_LENGTH)
        # A one-time link is used up; the form that used it may be sent again.
        if one_time and (right is None or right.way == "once"):
            return Way(partial(join_codes.redeem, code=one_time), home)
        if right is None:
            return None
        grant = partial(devices.grant_access, right=right)
        return Way(grant, _find_address(reading, right, kind, text), right.event_id is not None)


def _find_link_right(reading: Session, kind: str, text: str) -> Right | None:
    return links.find_right(reading, current_device.secret_key(), kind, text.partition("/")[0])


def _find_address(reading: Session, right: Right, kind: str, text: str) -> str:
    """Return the page that a link or code leads to; to an evening, each kind has its own."""
    if right.role == "board":
        return rendering.cached_url_for("match.show_running_board")
    public_id, table = links.find_public_id(reading, right), text.partition("/")[2]
    if public_id is None:
        return rendering.cached_url_for("home.show")
    if right.match_id is not None:
        return rendering.cached_url_for("match.show", public_id=public_id)
    if kind == CODE:
        return url_for("boards.show_television", event=public_id)
    if kind == "t" and table:
        return url_for("guide.show_table", event=public_id, table=int(table))
    return url_for("guide.show", event=public_id)


def _find_code_right(reading: Session, typed: str) -> Right | None:
    """Return the right that a code grants; only wrong codes count against the rate limit."""
    code = _parse_code(typed)
    if code is None:
        return None
    if len(code) == codes.SHORT_LENGTH:
        return _find_short_code_right(reading, code)
    # Nobody can guess these, so a correct one is never refused, whatever was tried before.
    if len(code) == codes.ONE_TIME_LENGTH:
        right = join_codes.find_right(reading, code)
    elif (right := recovery.find_right(reading, code)) is not None:
        security.log_security_change("recovery", "a recovery code was used")
    if right is not None:
        return right
    # The host may have chosen a home code of this length.
    if current_device.chosen_home_code():
        return _find_short_code_right(reading, code)
    _count_attempt("recoveries")
    return None


def _parse_code(typed: str) -> str | None:
    """Return a code of one of our lengths, or of any that the host could have chosen."""
    if current_device.chosen_home_code():
        return codes.parse_chosen_code(typed)
    return codes.parse_code(typed, codes.SHORT_LENGTH, codes.RECOVERY_LENGTH, codes.ONE_TIME_LENGTH)


def _find_short_code_right(reading: Session, code: str) -> Right | None:
    """Return the right of a home code or join code, which can be guessed."""
    shared = shared_scorebook.find_owner_right(reading) if current_device.is_at_home() else None
    # An owner of the shared scorebook has nothing to guess.
    is_guess = not shared or not devices.secret_has_right(
        reading, current_device.read_secret(), shared
    )
    if is_guess:
        # Counted before the look, so that guesses sent at once do not slip through.
        _count_attempt("codes")
    chosen = current_device.chosen_home_code()
    if shared and home_code.is_current(current_app.config["HOME_CODE_FILE"], code, chosen):
        right: Right | None = shared
    else:
        right = join_codes.find_right(reading, code)
    if right is not None and is_guess:
        # Only wrong codes count.
        rate_limits.uncount_guess()
    return right


def _count_attempt(what: str) -> None:
    """Count an attempt at a code; raise TooManyRequests above the rate limit."""
    try:
        if what == "codes":
            rate_limits.count_guess()
        else:
            rate_limits.count(what, rate_limits.client_address())
    except TooManyRequests:
        security.log_unconfigured_proxy()
        raise


def _copy_access(
    write: Session, text: str, shown: Secret | None, new: Secret, agent: str
) -> Secret:
    device = links.find_icon_device(write, current_device.secret_key(), text)
    if device is None:
        raise AccessDenied("icon")
    return devices.copy_access(write, device, new, agent)
