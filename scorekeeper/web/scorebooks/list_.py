"""The scorebooks of a phone: switching, beginning another, taking back."""

from flask import Blueprint, Response, current_app, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book.access.grants import NotYours, owned
from scorekeeper.book.scorebooks import scorebooks
from scorekeeper.web.forms.base import RecordingForm, declared, fresh, plain
from scorekeeper.web.forms.names import typed_name
from scorekeeper.web.http import current_device, rate_limits
from scorekeeper.web.site.db import database
from scorekeeper.web.site.rendering import saved, see
from scorekeeper.web.site.scorebook_names import named
from scorekeeper.words.language import gettext as _
from scorekeeper.words.refusals import refusal

blueprint = Blueprint("scorebooks", __name__, url_prefix="/scorebooks")


@blueprint.get("")
def listed() -> Response:
    """Show the scorebooks of this phone, and those that can be taken back."""
    return _render_page()


@blueprint.post("")
def begin() -> BaseResponse:
    """Begin another scorebook for this phone."""
    form = declared(RecordingForm, ("name",))()
    if not _can_begin():
        raise NotYours("scorebook")
    rate_limits.count("scorebooks", rate_limits.address())
    shown, new = (
        current_device.known(),
        current_device.made_of(f"scorebook:{plain(form.key.data, 64)}"),
    )
    try:
        with database().write() as session:
            name = typed_name(form["name"].data)
            secret = scorebooks.create(session, shown, new, request.user_agent.string, name)
    except rules.SetUpError as error:
        form.refuse(refusal(error), "name")
        return _render_page(form, 422)
    return current_device.arrive(see("home.show"), secret)


@blueprint.post("/choice")
def choose() -> BaseResponse:
    """Let a scorebook be the one that is used from now on."""
    with database().write() as session:
        scorebooks.choose(session, current_device.known(), plain(request.form.get("scorebook")))
    return see("home.show")


@blueprint.post("/<scorebook>/restoration")
def take_back(scorebook: str) -> BaseResponse:
    """Bring a deleted scorebook back as it was."""
    with database().write() as session:
        scorebooks.restore(session, current_device.known(), scorebook)
    saved(_("The scorebook is back."))
    return see("home.show")


def _can_begin() -> bool:
    """Whether this phone may have another one: in a house, who is let only watch has none."""
    if current_app.config["EVERYONE"]:
        return False
    with database().read() as session:
        return not current_device.at_home() or bool(owned(session, current_device.known()))


def _render_page(form: RecordingForm | None = None, status: int = 200) -> Response:
    secret = current_device.known()
    with database().read() as session:
        gone = scorebooks.find_deleted(session, secret)
        mine = named(session, scorebooks.find_all(session, secret))
    html = render_template(
        "scorebooks/several.html",
        mine=mine,
        gone=gone,
        may_begin=_can_begin(),
        form=form or declared(RecordingForm, ("name",))(**fresh()),
    )
    return make_response(html, status)
