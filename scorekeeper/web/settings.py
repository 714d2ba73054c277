"""The settings of this device, and the time zone of the scorebook."""

from flask import Response, current_app, flash, render_template, request
from sqlalchemy.orm import Session

from scorekeeper.book.access import grants
from scorekeeper.book.db.ids import now
from scorekeeper.book.maintenance.backups import backup_report
from scorekeeper.book.maintenance.backups.retention import backup_folder
from scorekeeper.book.maintenance.schema import read_version
from scorekeeper.book.players import clocks
from scorekeeper.book.scorebooks import phones, scorebooks
from scorekeeper.book.statistics import roster
from scorekeeper.web.forms.base import parse_time_zone
from scorekeeper.web.http import current_device
from scorekeeper.web.http.cookies import delete_cookie, set_cookie
from scorekeeper.web.http.preferences import AWAKE, THEMES, VIBRATES, choose_language
from scorekeeper.web.site import db
from scorekeeper.web.site.rendering import redirect_to
from scorekeeper.web.site.scorebook_pages import NamedScorebook, name_scorebooks
from scorekeeper.words.language import LANGUAGES, gettext as _, speak
from scorekeeper.words.scorebooks.backups import describe_state

IOS_AGENTS = ("Mozilla/5.0 (iPhone", "Mozilla/5.0 (iPad")
"""Prefixes of user agents that need instructions to add an icon to the home screen."""

CHOICES = {"language": LANGUAGES, "theme": THEMES, "awake": AWAKE, "vibrate": VIBRATES}
"""Allowed values of each preference cookie, by its name."""


def show() -> str:
    """Show the settings."""
    secret = current_device.read_secret()
    books: list[NamedScorebook] = []
    zone: str | None = None
    known: list[phones.Phone] = []
    if secret is not None:
        with db.database().read() as session:
            books = name_scorebooks(session, scorebooks.find_all(session, secret)[:1])
            zone = clocks.load_time_zone(session, books[0].book.id) if books else None
            if books and books[0].book.is_owned:
                known = phones.find_for_scorebook(session, secret, books[0].book.public_id)
    return render_template(
        "settings/show.html",
        # Other browsers offer it themselves, and only over https.
        adds_by_hand=request.is_secure and request.user_agent.string.startswith(IOS_AGENTS),
        chosen=request.cookies.get("language"),
        current=books[0] if books else None,
        at_home=current_device.is_at_home(),
        copies=_describe_backups(zone),
        phones=known,
        zone=(zone or "").rpartition("/")[2].replace("_", " "),
        version=read_version(),
    )


def save() -> Response:
    """Store a preference in a cookie, its default for an unknown value; return to the `match`."""
    match = request.form.get("match")
    response = redirect_to("match.show", public_id=match) if match else redirect_to("settings.show")
    for name, choices in CHOICES.items():
        value = request.form.get(name)
        if value is not None and value in choices and value != "auto":
            set_cookie(response, name, value)
        elif value is not None:
            delete_cookie(response, name)
    if "language" in request.form:
        speak(choose_language(request.form["language"]))
    if not match:
        flash(_("Saved"))
    return response


def show_clock() -> str:
    """Show the time zone of the scorebook and the form to change it."""
    with db.read() as (session, secret):
        book = _find_own(session, secret)
        chosen = None if book is None else clocks.load_time_zone(session, book)
    return render_template(
        "settings/clock.html",
        chosen=chosen,
        now=now().astimezone(clocks.make_clock(None, chosen)),
        regions=clocks.list_time_zones(),
        known=frozenset().union(*clocks.list_time_zones().values()),
    )


def set_clock() -> Response:
    """Set the time zone of the scorebook; an unknown one means the server's."""
    zone = parse_time_zone("phone_zone") or parse_time_zone()
    with db.database().write() as session:
        secret = current_device.ensure_secret(session)
        book = _find_own(session, secret) or grants.find_or_create_scorebook(session, secret)
        roster.set_time_zone(session, book, zone)
    flash(_("Saved"))
    return current_device.set_device_cookie(redirect_to("settings.show_clock"), secret)


def _describe_backups(zone: str | None) -> str:
    """Return a sentence about the last backup; empty if this server makes none."""
    scorebook = current_app.config["SCOREBOOK_FILE"]
    if scorebook is None or not current_app.config["AUTO_BACKUP"]:
        return ""
    report = backup_report.read_report(backup_folder(scorebook))
    newest = report.checked_at
    checked = newest.astimezone(clocks.make_clock(None, zone)) if newest else None
    return describe_state(checked, report.trouble.kind if report.trouble else None)


def _find_own(session: Session, secret: grants.Secret | None) -> int | None:
    """Return the current scorebook id, or None; raise AccessDenied unless the device owns it."""
    used = grants.find_current_scorebook(session, secret)
    if used is not None and used.role != "owner":
        raise grants.AccessDenied("scorebook")
    return None if used is None else used.scorebook_id
