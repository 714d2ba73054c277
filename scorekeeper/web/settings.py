"""Settings of this browser: language and theme."""

from flask import Blueprint, render_template, request
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response

from scorekeeper.web.site.cookies import forget_cookie, keep_cookie
from scorekeeper.web.site.languages import THEMES
from scorekeeper.web.site.rendering import saved, see
from scorekeeper.words.language import LANGUAGES
from scorekeeper.words.language import gettext as _

blueprint = Blueprint("settings", __name__)


@blueprint.get("/settings")
def show() -> str:
    """Show the settings."""
    return render_template(
        "settings/show.html", form=FlaskForm(), chosen=request.cookies.get("language")
    )


@blueprint.post("/settings")
def save() -> Response:
    """Keep the settings in cookies; what is not a choice goes back to the default."""
    response = see("settings.show")
    for name, choices in (("language", LANGUAGES), ("theme", THEMES)):
        value = request.form.get(name, "")
        if value in choices and value != "auto":
            keep_cookie(response, name, value)
        else:
            forget_cookie(response, name)
    saved(_("Saved."))
    return response
