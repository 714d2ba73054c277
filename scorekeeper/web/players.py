"""The players of a scorebook: renaming them, making two spellings one, and parting them again."""

import re

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import rules
from scorekeeper.book import naming, players
from scorekeeper.book.access import owned
from scorekeeper.book.naming import Known
from scorekeeper.web.forms.base import RecordingForm, declared, fresh, plain
from scorekeeper.web.forms.names import typed_name
from scorekeeper.web.site import device
from scorekeeper.web.site.rendering import saved, see
from scorekeeper.web.site.scorebook import database
from scorekeeper.words.language import gettext as _
from scorekeeper.words.refusals import refusal

blueprint = Blueprint("players", __name__, url_prefix="/players")


@blueprint.get("")
def listed() -> str:
    """Show the players by name."""
    before = request.args.get("before", "")
    newest = (
        min(int(before), players.NEWEST) if re.fullmatch("[0-9]{1,19}", before) else players.NEWEST
    )
    with database().read() as session:
        found = players.listed(session, device.known(), newest)
    return render_template("players/listed.html", people=found.people, older=found.older)


@blueprint.get("/<player>")
def show(player: str) -> Response:
    """Show a player, to be renamed or merged."""
    return _page(player)


@blueprint.post("/<player>/name")
def rename(player: str) -> BaseResponse:
    """Call a player otherwise in all matches."""
    form = declared(RecordingForm, ("name",))()
    name = typed_name(form["name"].data)
    try:
        with database().write() as session:
            naming.rename(session, device.known(), player, name or "")
    except rules.SetUpError as error:
        form.refuse(refusal(error), "name")
        return _page(player, form, 422)
    except naming.NameTaken as taken:
        return _page(player, form, 422, taken.other)
    saved(_("Renamed in all matches."))
    return _see_leader(player)


@blueprint.post("/<player>/merge")
def merge(player: str) -> BaseResponse:
    """Call a player by the name of another from now on."""
    form = RecordingForm()
    try:
        with database().write() as session:
            naming.merge(session, device.known(), player, plain(request.form.get("into")))
    except naming.SitTogether:
        form.refuse(_("They sat in one match together, so they are not the same person."))
        return _page(player, form, 422)
    saved(_("They are one player now."))
    return _see_leader(player)


@blueprint.post("/<player>/parting")
def part(player: str) -> BaseResponse:
    """Take a merge back."""
    with database().write() as session:
        naming.part(session, device.known(), player)
    saved(_("They are two players again."))
    return see("players.show", player=player)


def _page(
    public_id: str,
    form: RecordingForm | None = None,
    status: int = 200,
    same: Known | None = None,
) -> Response:
    """Return the page of a player; `same` is somebody who is called as was typed."""
    with database().read() as session:
        secret = device.known()
        player = naming.look(session, secret, public_id)
        spellings = naming.spellings(session, player)
        others = players.listed(session, secret).people
        writes = player.scorebook_id in owned(session, secret)
    if form is None or "name" not in form:
        name = declared(RecordingForm, ("name",))(**fresh(fields={"name": player.name}))
        name.form_errors = form.form_errors if form else []
        form = name
    html = render_template(
        "players/show.html",
        player=player,
        writes=writes,
        leader=naming.leader(player, spellings),
        merged=[one for one in spellings if one.merged_into is not None],
        others=others,
        same=same,
        form=form,
    )
    return make_response(html, status)


def _see_leader(public_id: str) -> BaseResponse:
    """Go on to whoever a player is called by now."""
    with database().read() as session:
        player = naming.look(session, device.known(), public_id)
        leader = naming.leader(player, naming.spellings(session, player))
    return see("players.show", player=leader.public_id)
