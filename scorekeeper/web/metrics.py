"""The figures, told to whoever watches the server, and to nobody else."""

from collections.abc import Callable, Iterable
from typing import Any

from flask import Blueprint
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from scorekeeper.web.site.figures import Figures, of_app
from scorekeeper.workers import arrived_at

blueprint = Blueprint("metrics", __name__)

PATH = "/metrics"


@blueprint.get(PATH)
def show() -> Response:
    """Tell the figures beside the pages."""
    return told(of_app())


class AtTheirPort:
    """The app, and at a port of their own the figures and nothing else."""

    def __init__(self, app: Callable[..., Iterable[bytes]], port: int, figures: Figures) -> None:
        self.app, self.port, self.figures = app, port, figures

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer by where a request arrived: whoever asks at that port is past all proxies."""
        if arrived_at(environ) != self.port:
            return self.app(environ, start_response)
        is_there = environ.get("PATH_INFO") == PATH
        answer = told(self.figures) if is_there else NotFound()
        return answer(environ, start_response)


def told(figures: Figures) -> Response:
    """Return the figures as Prometheus reads them."""
    return Response(figures.text(), content_type=CONTENT_TYPE_PLAIN_0_0_4)
