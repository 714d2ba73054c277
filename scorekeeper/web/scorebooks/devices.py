"""Pages of the devices with access to a scorebook."""

from flask import Response, current_app, flash, make_response, render_template, request

from scorekeeper.book.db.errors import Full, ScorebookError
from scorekeeper.book.db.ids import now
from scorekeeper.book.joining import home_code, recovery
from scorekeeper.book.players import clocks
from scorekeeper.book.scorebooks import phones, scorebooks
from scorekeeper.web.forms.base import RecordingForm
from scorekeeper.web.http import current_device
from scorekeeper.web.http.security import log_security_change
from scorekeeper.web.site import db
from scorekeeper.web.site.phone_pages import rename_phone
from scorekeeper.web.site.rendering import redirect_to
from scorekeeper.words.language import gettext as _


def show(
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
    return make_response(html, status)


def rename(scorebook: str, phone: str) -> Response:
    """Rename a device."""
    secret = current_device.read_secret()
    form = rename_phone(lambda session: scorebooks.find_owned(session, secret, scorebook), phone)
    if form is not None:
        return show(scorebook, phone, form, 422)
    return redirect_to("devices.show", scorebook=scorebook)


def remove(scorebook: str, phone: str) -> Response:
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
    return redirect_to("devices.show", scorebook=scorebook)


def _renew_home_code() -> None:
    if current_device.is_at_home() and not current_device.chosen_home_code():
        try:
            home_code.renew(current_app.config["HOME_CODE_FILE"])
        except ScorebookError as error:
            raise Full from error
