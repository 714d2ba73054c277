"""The list of a device's scorebooks: switching, creating another, restoring."""

from flask import Response, current_app, flash, make_response, render_template, request

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied, find_owned_scorebooks
from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.web.forms.base import RecordingForm, clean_text, form_with_fields, initial_values
from scorekeeper.web.forms.names import clean_name
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site import db, rendering, scorebook_names
from scorekeeper.words.errors import describe_error
from scorekeeper.words.language import gettext as _


def show(form: RecordingForm | None = None, status: int = 200) -> Response:
    """Show the scorebooks of this device, and the deleted ones that can be restored."""
    with db.read() as (session, secret):
        deleted = scorebooks.find_deleted(session, secret)
        books = scorebook_names.name_scorebooks(session, scorebooks.find_all(session, secret))
    html = render_template(
        "scorebooks/list.html",
        books=books,
        deleted=deleted,
        can_create=_can_create(),
        form=form or form_with_fields(RecordingForm, ("name",))(**initial_values()),
    )
    return make_response(html, status)


def create() -> Response:
    """Create another scorebook for this device."""
    form = form_with_fields(RecordingForm, ("name",))()
    if not _can_create():
        raise AccessDenied("scorebook")
    rate_limits.count("scorebooks", rate_limits.client_address())
    new = current_device.derive_secret(f"scorebook:{clean_text(form.key.data, 64)}")
    try:
        with db.write() as (session, current):
            name = clean_name(form["name"].data)
            secret = scorebooks.create(session, current, new, request.user_agent.string, name)
    except rules.SetUpError as error:
        form.add_error(describe_error(error), "name")
        return show(form, 422)
    return current_device.sign_in(rendering.redirect_to("home.show"), secret)


def choose() -> Response:
    """Switch to another scorebook."""
    with db.write() as (session, secret):
        scorebooks.choose(session, secret, clean_text(request.form.get("scorebook")))
    return rendering.redirect_to("home.show")


def restore(scorebook: str) -> Response:
    """Restore a deleted scorebook."""
    with db.write() as (session, secret):
        scorebooks.restore(session, secret, scorebook)
    flash(_("Scorebook restored"))
    return rendering.redirect_to("home.show")


def _can_create() -> bool:
    """Whether this device may create a scorebook: on a home server only owners may."""
    if current_app.config["DEMO_SECRET"]:
        return False
    with db.read() as (session, secret):
        return not current_device.is_at_home() or bool(find_owned_scorebooks(session, secret))
