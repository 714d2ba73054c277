"""Links of an evening, the code for a television, and what can be printed."""

from flask import Response, flash, render_template, request

from scorekeeper.book.access import removals
from scorekeeper.book.access.event_refs import find_event, lock_event, require_owner
from scorekeeper.book.db.ids import now
from scorekeeper.book.joining import join_codes, links
from scorekeeper.book.scorebooks import phones
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.http.public_urls import public_base_url, share_url
from scorekeeper.web.http.security import log_security_change
from scorekeeper.web.site import db, events, phone_pages, rendering
from scorekeeper.words.language import gettext as _


def show(event: str) -> str:
    """Show the links of an evening to its organiser."""
    stored = events.load_owned_event(event)
    text = links.sign_event_link(current_device.secret_key(), stored.ref, "e")
    with db.database().read() as session:
        code = phone_pages.find_code(session, event)
    return render_template(
        "events/links.html",
        stored=stored,
        link=share_url("e", text),
        was=text,
        code=code and (code[0], stored.to_local(code[1])),
        start=public_base_url(),
    )


def create_code(event: str) -> Response:
    """Create a code that a television types, unless the last one is still valid."""
    rate_limits.count("saves", current_device.read_secret() or "")
    with db.database().write() as session:
        ref = require_owner(find_event(session, current_device.read_secret(), event))
        phone_pages.ensure_code(session, event, lambda: join_codes.create_for_event(session, ref))
    return rendering.redirect_to("event_links.show", event=event)


def renew(event: str) -> Response:
    """End all links, table cards and codes; phones that joined keep access unless removed, too."""
    with db.database().write() as session:
        ref = require_owner(lock_event(session, current_device.read_secret(), event))
        # Ignore the second of two taps, which comes with the old link, but remove phones anyway.
        key = current_device.secret_key()
        removes = "phones" in request.form
        if removes or request.form.get("was") == links.sign_event_link(key, ref, "e"):
            links.end_event_links(session, ref, remove_phones=removes)
    flash(_("New links created. The old ones no longer work."))
    return rendering.redirect_to("event_links.show", event=event)


def show_phones(event: str) -> str:
    """Show the phones of an evening to its organiser."""
    stored, secret = events.load_owned_event(event), current_device.read_secret()
    with db.database().read() as session:
        found = phones.find_for_event(session, secret, stored.ref)
    clock = stored.to_local(now())
    return render_template("scorebooks/devices.html", evening=stored, phones=found, now=clock)


def remove_phone(event: str, phone: str) -> Response:
    """Remove a phone from an evening, or allow it to join again."""
    is_allowed = request.form.get("do") == "allow"
    change = removals.allow_again if is_allowed else removals.remove_from_event
    with db.database().write() as session:
        ref = require_owner(lock_event(session, current_device.read_secret(), event))
        change(session, *ref.key, phone)
    if is_allowed:
        flash(_("This phone can join again."))
    else:
        log_security_change("removal", "a phone was removed")
        flash(_("Phone removed. It can no longer see this evening."))
    return rendering.redirect_to("event_links.show_phones", event=event)
