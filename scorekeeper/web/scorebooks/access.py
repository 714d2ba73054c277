"""Access to a scorebook: its devices, and the codes and links that add others."""

from datetime import datetime
from pathlib import Path

from flask import Response, current_app, flash, render_template, request, session as browser_session
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import AccessDenied
from scorekeeper.book.db.errors import Full, ScorebookError
from scorekeeper.book.db.ids import now
from scorekeeper.book.joining import codes, home_code, join_codes, links, recovery
from scorekeeper.book.players import clocks
from scorekeeper.book.scorebooks import phones, scorebooks
from scorekeeper.web.forms.base import RecordingForm
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.http.public_urls import public_base_url, share_url
from scorekeeper.web.http.security import log_security_change
from scorekeeper.web.site import db, rendering, scorebook_pages
from scorekeeper.words.language import gettext as _

SESSION_LINK = "pass"
"""Session key of the one-time link made for this browser; the database has only its hash."""


def show_home_code() -> str:
    """Show the home code and the join code for a television."""
    with db.read() as (session, secret):
        books = scorebooks.find_all(session, secret)
        code_file: Path | None = current_app.config["HOME_CODE_FILE"]
        book = next((one for one in books if one.is_home and one.is_owned), None)
        if code_file is None or book is None:
            raise AccessDenied("door")
        television = _find_television_code(session, book)
    chosen = current_device.chosen_home_code()
    code = home_code.load(code_file, chosen)
    return render_template(
        "scorebooks/home_code.html",
        scorebook=book.public_id,
        code=codes.format_code(code),
        is_chosen=bool(chosen),
        start=public_base_url(),
        link=share_url("in", code),
        television=television,
    )


def show_one_time_link(scorebook: str) -> str:
    """Show the one-time link for another phone while it is valid."""
    with db.read() as (session, secret):
        book = scorebooks.find_owned(session, secret, scorebook)
        owner, code = browser_session.get(SESSION_LINK) or ("", "")
        is_valid = owner == scorebook and join_codes.find_right(session, code) is not None
        television = _find_television_code(session, book)
    return render_template(
        "scorebooks/one_time_link.html",
        scorebook=scorebook,
        link=share_url("in", code) if is_valid else None,
        start=public_base_url(),
        has_ended=owner == scorebook and not is_valid,
        television=television,
    )


def create_one_time_link(scorebook: str) -> Response:
    """Create a one-time link for another phone, unless the last one is still valid."""
    with db.write() as (session, secret):
        owner, code = browser_session.get(SESSION_LINK) or ("", "")
        scorebooks.find_owned(session, secret, scorebook)
        if owner != scorebook or join_codes.find_right(session, code) is None:
            code = join_codes.create_for_owner(session, secret, scorebook)
            browser_session[SESSION_LINK] = (scorebook, code)
    return rendering.redirect_to("access.show_one_time_link", scorebook=scorebook)


def create_television_code(scorebook: str) -> Response:
    """Create a join code for a television, unless the last one is still valid."""
    secret = current_device.read_secret()
    rate_limits.count("saves", secret or "")
    with db.database().write() as session:
        book = scorebooks.find_owned(session, secret, scorebook)
        scorebook_pages.ensure_code(
            session, scorebook, lambda: join_codes.create_for_viewers(session, secret, scorebook)
        )
    if current_device.is_at_home() and book.is_home:
        return rendering.redirect_to("access.show_home_code")
    return rendering.redirect_to("access.show_one_time_link", scorebook=scorebook)


def show_recovery_code(scorebook: str) -> str:
    """Show the recovery code and the form to renew it."""
    with db.read() as (session, secret):
        [one] = scorebook_pages.name_scorebooks(
            session, [scorebooks.find_owned(session, secret, scorebook)]
        )
        code = recovery.find_code(session, current_device.secret_key(), secret, scorebook)
    return render_template(
        "scorebooks/recovery.html",
        book=one.book,
        called=one.name,
        start=public_base_url(),
        code=codes.format_code(code) if code else None,
        link=share_url("in", code) if code else None,
        was=_made_at(one.book),
    )


def renew_recovery_code(scorebook: str) -> Response:
    """Replace the recovery code; the same form sent again does nothing."""
    with db.write() as (session, secret):
        book = scorebooks.find_owned(session, secret, scorebook)
        if request.form.get("was") == _made_at(book):
            recovery.renew(session, current_device.secret_key(), secret, scorebook)
    return rendering.redirect_to("access.show_recovery_code", scorebook=scorebook)


def show_read_link(scorebook: str) -> str:
    """Show the viewers' link of a scorebook."""
    with db.read() as (session, secret):
        text = links.create_scorebook_link(session, current_device.secret_key(), secret, scorebook)
    return render_template(
        "scorebooks/read_link.html",
        scorebook=scorebook,
        link=share_url("r", text),
        # Also without a network: a program on this computer, such as an overlay, can read it.
        api=share_url("api/v1", "matches") or f"{request.url_root}api/v1/matches",
        was=text,
    )


def renew_read_link(scorebook: str) -> Response:
    """Replace the viewers' link of a scorebook; devices that joined with the old one stay."""
    with db.write() as (session, secret):
        # A second tap on the same form must not renew the link again.
        if request.form.get("was") == links.create_scorebook_link(
            session, current_device.secret_key(), secret, scorebook
        ):
            links.end_scorebook_links(session, secret, scorebook)
    flash(_("New link created. The old one no longer works."))
    return rendering.redirect_to("access.show_read_link", scorebook=scorebook)


def show_devices(
    scorebook: str, phone: str | None = None, form: RecordingForm | None = None, status: int = 200
) -> Response:
    """Show the devices with access; `form` is an invalid rename form of `phone`."""
    with db.read() as (session, secret):
        book = scorebooks.find_owned(session, secret, scorebook)
        phone_list = phones.find_for_scorebook(session, secret, scorebook)
        zone = clocks.load_time_zone(session, book.id)
    clock = clocks.make_clock(None, zone)
    html = render_template(
        "scorebooks/devices.html",
        book=book,
        phones=phone_list,
        now=clocks.convert_to_clock(clock, now()),
        refused=phone,
        form=form,
        at_home=book.is_home and current_device.is_at_home(),
        is_chosen=bool(current_device.chosen_home_code()),
    )
    return Response(html, status)


def rename_device(scorebook: str, phone: str) -> Response:
    """Rename a device."""
    secret = current_device.read_secret()
    form = scorebook_pages.rename_phone(
        lambda session: scorebooks.find_owned(session, secret, scorebook), phone
    )
    if form is not None:
        return show_devices(scorebook, phone, form, 422)
    return rendering.redirect_to("access.show_devices", scorebook=scorebook)


def remove_device(scorebook: str, phone: str) -> Response:
    """Revoke the access of a device; with an owner's, end all links and codes."""
    is_new = request.form.get("links") == "new"
    with db.write() as (session, secret):
        book = scorebooks.find_owned(session, secret, scorebook)
        was_owner = phones.remove(session, secret, scorebook, phone, new_links=is_new)
        if was_owner and book.has_recovery:
            recovery.renew(session, current_device.secret_key(), secret, scorebook)
        if was_owner and book.is_home:
            # Before the commit: a phone that may know the code must not count as removed.
            _renew_home_code()
    log_security_change("removal", "a phone was removed")
    if was_owner and book.is_home and current_device.chosen_home_code():
        flash(_("Phone removed. To keep it out, change the home code and restart scorekeeper."))
    elif was_owner or is_new:
        flash(_("Phone removed. All links and codes are new."))
    else:
        flash(_("Phone removed. It can no longer see this scorebook."))
    return rendering.redirect_to("access.show_devices", scorebook=scorebook)


def _made_at(book: scorebooks.ScorebookAccess) -> str:
    return book.recovery_made_at.isoformat() if book.recovery_made_at else ""


def _find_television_code(
    session: Session, book: scorebooks.ScorebookAccess
) -> tuple[str, datetime] | None:
    """Return this browser's valid code for a television and its local expiry, or None."""
    code = scorebook_pages.find_code(session, book.public_id)
    if code is None:
        return None
    clock = clocks.make_clock(None, clocks.load_time_zone(session, book.id))
    return code[0], clocks.convert_to_clock(clock, code[1])


def _renew_home_code() -> None:
    if current_device.is_at_home() and not current_device.chosen_home_code():
        try:
            home_code.renew(current_app.config["HOME_CODE_FILE"])
        except ScorebookError as error:
            raise Full from error
