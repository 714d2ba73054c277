"""The scorebooks of a device: creating, naming, downloading, leaving and deleting them."""

from collections.abc import Callable, Iterator
from functools import partial

from flask import Response, current_app, flash, make_response, render_template, request

from scorekeeper import rules
from scorekeeper.book.access.grants import AccessDenied, find_owned_scorebooks
from scorekeeper.book.db.database import Database
from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.book.transfer.exporter import count_contents, export, export_results
from scorekeeper.web.forms.base import RecordingForm, clean_text, form_with_fields, initial_values
from scorekeeper.web.forms.names import clean_name
from scorekeeper.web.http import current_device, rate_limits, security
from scorekeeper.web.http.responses import send_file
from scorekeeper.web.site import db, rendering, scorebook_pages
from scorekeeper.web.site.jobs import new_file
from scorekeeper.words.errors import describe_error
from scorekeeper.words.language import get_list_separator, gettext as _

FORM = form_with_fields(RecordingForm, ("name", "typed"))


def show_all(form: RecordingForm | None = None, status: int = 200) -> Response:
    """Show the scorebooks of this device, and the deleted ones that can be restored."""
    with db.read() as (session, secret):
        deleted = scorebooks.find_deleted(session, secret)
        books = scorebook_pages.name_scorebooks(session, scorebooks.find_all(session, secret))
    html = render_template(
        "scorebooks/list.html",
        books=books,
        deleted=deleted,
        can_create=_can_create(),
        form=form or FORM(**initial_values()),
    )
    return make_response(html, status)


def create() -> Response:
    """Create another scorebook for this device."""
    form = FORM()
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
        return show_all(form, 422)
    return current_device.sign_in(rendering.redirect_to("home.show"), secret)


def choose() -> Response:
    """Switch to another scorebook."""
    with db.write() as (session, secret):
        scorebooks.choose(session, secret, clean_text(request.form.get("scorebook")))
    return rendering.redirect_to("home.show")


def show(
    scorebook: str, form: RecordingForm | None = None, status: int = 200, *, last: bool = False
) -> Response:
    """Show the name of a scorebook, and how to leave or delete it."""
    with db.read() as (session, secret):
        book = scorebooks.find_accessible(session, secret, scorebook)
        [one] = scorebook_pages.name_scorebooks(session, [book])
    html = render_template(
        "scorebooks/detail.html",
        book=book,
        called=one.name,
        to_type=_name_to_type(book),
        last=last,
        form=form or FORM(**initial_values(fields={"name": book.name or ""})),
    )
    return make_response(html, status)


def rename(scorebook: str) -> Response:
    """Rename a scorebook; an empty name removes it."""
    form = FORM()
    try:
        with db.write() as (session, secret):
            scorebooks.rename(session, secret, scorebook, clean_name(form["name"].data))
    except rules.SetUpError as error:
        form.add_error(describe_error(error), "name")
        return show(scorebook, form, 422)
    flash(_("Saved"))
    return rendering.redirect_to("settings.show")


def leave(scorebook: str) -> Response:
    """Remove this device from a scorebook; the last owner has to confirm first."""
    try:
        with db.write() as (session, secret):
            is_meant = "though_last" in request.form
            scorebooks.leave(session, secret, scorebook, though_last=is_meant)
    except scorebooks.LastOwner:
        return show(scorebook, status=422, last=True)
    security.log_security_change("removal", "a phone has left a scorebook")
    flash(_("This phone has left the scorebook."))
    return rendering.redirect_to("home.show")


def delete(scorebook: str) -> Response:
    """Soft-delete a scorebook after its name was typed; it can be restored for some days."""
    form = FORM()
    with db.write() as (session, secret):
        if scorebook not in {one.public_id for one in scorebooks.find_deleted(session, secret)}:
            book = scorebooks.find_owned(session, secret, scorebook)
            if rules.fold(form["typed"].data or "") != rules.fold(_name_to_type(book)):
                form.add_error(_("Type it exactly as shown."), "typed")
            else:
                scorebooks.soft_delete(session, secret, scorebook)
    if form.errors:
        form["name"].data = book.name or ""
        return show(scorebook, form, 422)
    flash(_("Scorebook deleted. You can restore it for 30 days: Settings → More → Scorebooks."))
    return rendering.redirect_to("home.show")


def show_downloads(scorebook: str) -> str:
    """Show the downloads of a scorebook and how many matches they contain."""
    with db.read() as (session, secret):
        book = scorebooks.find_owned(session, secret, scorebook)
    return render_template(
        "scorebooks/downloads.html", book=book, contents=count_contents(db.database(), book.id)
    )


def download_all(scorebook: str) -> Response:
    return _send(scorebook, export, "spades-matches.jsonl", "application/jsonl")


def download_results(scorebook: str) -> Response:
    """Send the results of all matches as a list for a spreadsheet."""
    write = partial(export_results, separator=get_list_separator())
    return _send(scorebook, write, "spades-results.csv", "text/csv")


def restore(scorebook: str) -> Response:
    """Restore a deleted scorebook."""
    with db.write() as (session, secret):
        scorebooks.restore(session, secret, scorebook)
    flash(_("Scorebook restored"))
    return rendering.redirect_to("home.show")


def _send(
    scorebook: str, write: Callable[[Database, int], Iterator[bytes]], name: str, mimetype: str
) -> Response:
    """Send a file that is written completely before its first byte is sent.

    Then a failure is still an error page, and a slow reader holds no session of the database.
    """
    with db.read() as (session, secret):
        book = scorebooks.find_owned(session, secret, scorebook)
    with new_file(book.id) as file:
        file.writelines(write(db.database(), book.id))
    return send_file(file, name, mimetype)


def _name_to_type(book: scorebooks.ScorebookAccess) -> str:
    """Return the text to type to confirm the deletion of a scorebook."""
    return book.name or _("delete")


def _can_create() -> bool:
    """Whether this device may create a scorebook: on a home server only owners may."""
    if current_app.config["DEMO_SECRET"]:
        return False
    with db.read() as (session, secret):
        return not current_device.is_at_home() or bool(find_owned_scorebooks(session, secret))
