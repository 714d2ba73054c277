"""The sharing page of a match: links and codes to watch it or keep score, and its phones."""

from flask import Response, flash, render_template, request
from sqlalchemy.orm import Session

from scorekeeper.book.access.grants import AccessDenied, MatchRef, find_owned_scorebooks
from scorekeeper.book.db.ids import now
from scorekeeper.book.joining import join_codes, links
from scorekeeper.book.matches import matches
from scorekeeper.book.scorebooks import phones
from scorekeeper.web.forms.base import RecordingForm, clean_text
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.http.public_urls import public_base_url, share_url
from scorekeeper.web.http.security import log_security_change
from scorekeeper.web.site import db, rendering, scorebook_pages
from scorekeeper.words.language import gettext as _


def show(
    public_id: str, phone: str | None = None, form: RecordingForm | None = None, status: int = 200
) -> Response:
    """Show links, codes and phones of the match; `form` is an invalid form to rename `phone`."""
    with db.read() as (session, secret):
        ref = _find_writable_match(session, public_id)
        match = db.localize_players(db.load_stored(session, ref))
        texts = {role: _link_text(session, ref, role) for role in links.MATCH_LINKS}
        valid = {role: scorebook_pages.find_code(session, f"{public_id} {role}") for role in texts}
        phone_list = phones.find_for_match(session, secret, ref)
        owns = ref.scorebook_id in find_owned_scorebooks(session, secret)
    html = render_template(
        "match/sharing.html",
        stored=match,
        start=public_base_url(),
        links={role: share_url(links.MATCH_LINKS[role], text) for role, text in texts.items()},
        opened=clean_text(request.args.get("to"))
        if request.args.get("to") in links.MATCH_LINKS
        else "spectator",
        was=texts["spectator"],
        codes={role: (code[0], match.to_local(code[1])) for role, code in valid.items() if code},
        phones=phone_list,
        owns=owns,
        now=match.to_local(now()),
        refused=phone,
        form=form,
    )
    return Response(html, status)


def create_code(public_id: str) -> Response:
    """Create a code to read out, unless the last one is still valid."""
    role = request.form.get("role", "")
    if role not in links.MATCH_LINKS:
        raise AccessDenied(public_id)
    rate_limits.count("saves", current_device.read_secret() or "")
    with db.database().write() as session:
        ref = _find_writable_match(session, public_id)
        about = f"{public_id} {role}"
        scorebook_pages.ensure_code(
            session, about, lambda: join_codes.create_for_match(session, ref, role)
        )
    return rendering.redirect_to("sharing.show", public_id=public_id, to=role)


def renew_links(public_id: str) -> Response:
    """Revoke all links and codes of the match; phones with access keep it."""
    with db.database().write() as session:
        ref = _find_writable_match(session, public_id)
        # Ignore the second of two taps, which comes with the old link.
        if request.form.get("was") == _link_text(session, ref, "spectator"):
            links.end_match_links(session, ref)
    flash(_("New links created. The old ones no longer work."))
    return rendering.redirect_to("sharing.show", public_id=public_id)


def rename(public_id: str, phone: str) -> Response:
    """Rename a phone."""
    form = scorebook_pages.rename_phone(
        lambda session: _find_writable_match(session, public_id), phone
    )
    if form is not None:
        return show(public_id, phone, form, 422)
    return rendering.redirect_to("sharing.show", public_id=public_id)


def remove(public_id: str, phone: str) -> Response:
    """Revoke a phone's access to the match, and its links on request."""
    is_new = request.form.get("links") == "new"
    with db.database().write() as session:
        ref = _find_writable_match(session, public_id)
        in_event = phones.find_event(session, ref) is not None
        if phones.remove_from_match(session, ref, phone) and is_new:
            links.end_match_links(session, ref)
    log_security_change("removal", "a phone was removed")
    flash(
        _("Phone removed. It can no longer see this evening.")
        if in_event
        else _("Phone removed. All links and codes are new.")
        if is_new
        else _("Phone removed. It can no longer see this match.")
    )
    return rendering.redirect_to("sharing.show", public_id=public_id)


def _find_writable_match(session: Session, public_id: str) -> MatchRef:
    ref = matches.find_match(session, current_device.read_secret(), public_id)
    ref.rights.require_write(public_id)
    return ref


def _link_text(session: Session, ref: MatchRef, role: str) -> str:
    return links.create_match_link(session, current_device.secret_key(), role, ref)
