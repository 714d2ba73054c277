"""The figures, told to whoever watches the server, and to nobody else."""

from flask import Blueprint, Response, abort, current_app, request
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from scorekeeper.web.site import figures
from scorekeeper.workers import OPEN, place_of_figures

blueprint = Blueprint("metrics", __name__)


@blueprint.get("/metrics")
def show() -> Response:
    """Tell the figures where they are asked at their own port, or where anybody may."""
    setting = current_app.config["METRICS"]
    place = place_of_figures(setting)
    if setting != OPEN and (place is None or port() != place[1]):
        abort(404)
    return Response(figures.of_app().text(), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def port() -> int | None:
    """Return the port at which the request arrived, where the server lets us see for ourselves.

    What is said of it elsewhere may stand in the request, or come from a proxy.
    """
    connection = request.environ.get("gunicorn.socket")
    address = connection.getsockname() if connection is not None else None
    return int(address[1]) if isinstance(address, tuple) else None
