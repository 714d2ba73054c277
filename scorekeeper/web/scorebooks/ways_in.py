"""Letting phones into a scorebook: the house's code, who asks at its door, another phone."""

from pathlib import Path

from flask import Blueprint, current_app, render_template, request
from flask import session as browser_session
from werkzeug.wrappers import Response

from scorekeeper.book import codes, house_code, knocking, passes, recovery, scorebooks
from scorekeeper.book.access import NotYours, owned
from scorekeeper.web.forms.base import RecordingForm, fresh, plain
from scorekeeper.web.site import device
from scorekeeper.web.site.addresses import for_others, link
from scorekeeper.web.site.rendering import saved, see
from scorekeeper.web.site.scorebook import database
from scorekeeper.web.site.scorebooks import named
from scorekeeper.words.language import gettext as _

blueprint = Blueprint("ways_in", __name__)

PASS, RECOVERY = "pass", "recovery"
"""Where this browser's session holds what it was given: only hashes are stored."""
ASKED_AT = ("home.show", "settings.show", "ways_in.door")
"""Where it stands that a phone asks, and where its answer leads back to."""


@blueprint.get("/door")
def door() -> str:
    """Show the code of the house, and the phones that ask to be let in."""
    secret = device.known()
    with database().read() as session:
        mine = scorebooks.mine(session, secret)
        kept: Path | None = current_app.config["HOUSE_CODE"]
        if kept is None or not any(one.is_house and one.is_owned for one in mine):
            raise NotYours("door")
        knocks = knocking.at_the_door(session, secret)
    code = house_code.kept(kept)
    return render_template(
        "scorebooks/door.html",
        code=codes.shown(code),
        start=for_others(),
        link=link("in", code),
        knocks=knocks,
        form=RecordingForm(**fresh()),
    )


@blueprint.post("/door/<knock>")
def answer(knock: str) -> Response:
    """Let a phone in that asks, or do not."""
    secret = device.known()
    lets_in = "owner" in request.form
    with database().write() as session:
        if not owned(session, secret):
            raise NotYours(knock)
        waits = knock in {one.id for one in knocking.at_the_door(session, secret)}
        if waits:
            said = "owner" if lets_in else knocking.REFUSED
            knocking.answer(session, secret, knock, said)
    if not waits:
        saved(_("It waits no longer, or somebody else has answered."))
    else:
        saved(_("It may come in now.") if lets_in else _("It stays outside."))
    back = request.form.get("back")
    return see(back if back in ASKED_AT else "ways_in.door")


@blueprint.get("/scorebooks/<scorebook>/another-phone")
def another_phone(scorebook: str) -> str:
    """Show the link that lets another phone in, as long as it does."""
    with database().read() as session:
        scorebooks.find(session, device.known(), scorebook)
        of, code = browser_session.get(PASS) or ("", "")
        works = of == scorebook and passes.look(session, code) is not None
    return render_template(
        "scorebooks/another_phone.html",
        scorebook=scorebook,
        link=link("in", code) if works else None,
        start=for_others(),
        has_ended=of == scorebook and not works,
        form=RecordingForm(**fresh()),
    )


@blueprint.post("/scorebooks/<scorebook>/another-phone")
def let_in(scorebook: str) -> Response:
    """Make the link that lets another phone in; as long as one works, it is that one."""
    secret = device.known()
    with database().write() as session:
        of, code = browser_session.get(PASS) or ("", "")
        scorebooks.find(session, secret, scorebook)
        if of != scorebook or passes.look(session, code) is None:
            made = passes.for_another_phone(session, secret, scorebook)
            browser_session[PASS] = (scorebook, made)
    return see("ways_in.another_phone", scorebook=scorebook)


@blueprint.get("/scorebooks/<scorebook>/recovery")
def recover(scorebook: str) -> str:
    """Show a recovery code that was just made, once; and make one."""
    with database().read() as session:
        [one] = named(session, [scorebooks.find(session, device.known(), scorebook)])
    of, code, key = browser_session.get(RECOVERY) or ("", "", "")
    shown = of == scorebook and bool(code)
    if shown and request.method == "GET":
        # It is written down now: the next one at this phone need not see it.
        browser_session[RECOVERY] = (of, "", key)
    return render_template(
        "scorebooks/recovery.html",
        book=one.book,
        called=one.name,
        start=for_others(),
        code=codes.shown(code) if shown else None,
        link=link("in", code) if shown else None,
        form=RecordingForm(**fresh()),
    )


@blueprint.post("/scorebooks/<scorebook>/recovery")
def renew(scorebook: str) -> Response:
    """Make a new recovery code; the one before ends. The same form again makes none."""
    key = plain(request.form.get("key"), 64)
    before = browser_session.get(RECOVERY) or ("", "", "")
    with database().write() as session:
        scorebooks.find(session, device.known(), scorebook)
        if not key or [before[0], before[2]] != [scorebook, key]:
            code = recovery.renew(session, device.known(), scorebook)
            browser_session[RECOVERY] = (scorebook, code, key)
    return see("ways_in.recover", scorebook=scorebook)
