"""How a request comes in, told to the host's own command alone: `scorekeeper check --url`."""

from flask import Blueprint, Response, current_app, jsonify, request
from flask_wtf.csrf import generate_csrf
from itsdangerous import BadSignature, URLSafeTimedSerializer

from scorekeeper.book.access import NotYours
from scorekeeper.web.site.proxies import arrived

blueprint = Blueprint("doors_way", __name__)

MINUTES = 10
"""For which what the command asks with is good."""


def token(secret_key: str) -> str:
    """Return what only who has the secret key can ask with."""
    return str(_signer(secret_key).dumps("way"))


@blueprint.get("/way/<asked>")
def show(asked: str) -> Response:
    """Tell as whom, and for which address, this request was taken."""
    _require_own(asked)
    response = jsonify(_told() | {"csrf_token": generate_csrf()})
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@blueprint.get("/way/<asked>/unchanged")
def unchanged(asked: str) -> Response:
    """Answer as a page that is polled does: with nothing, where that is known already."""
    _require_own(asked)
    response = Response("Nothing has changed.\n" * 200, mimetype="text/plain")
    response.headers["Cache-Control"] = "private, no-cache"
    response.set_etag("way")
    response.make_conditional(request)
    return response


@blueprint.post("/way/<asked>/bringing")
def receive(asked: str) -> Response:
    """Take a form with a file, as matches are brought in, and tell how much has come."""
    _require_own(asked)
    sent = request.files.get("file")
    return jsonify(received=len(sent.read()) if sent else 0)


def _told() -> dict[str, object]:
    return {
        "scheme": request.scheme,
        "host": request.host,
        "prefix": request.script_root,
        "address": request.remote_addr,
        "proxies": current_app.config["PROXIES"],
        "arrived": arrived(),
    }


def _require_own(asked: str) -> None:
    try:
        _signer(current_app.config["SECRET_KEY"]).loads(asked, max_age=MINUTES * 60)
    except BadSignature:
        raise NotYours("way") from None


def _signer(secret_key: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(secret_key, salt="way")
