"""The WSGI app for gunicorn and other servers: `scorekeeper.wsgi:app`."""

import logging
import os
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from threading import Lock
from typing import Any

from flask import Flask
from werkzeug.wrappers import Response

from scorekeeper.app import create_app
from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import ScorebookError, StorageError
from scorekeeper.book.joining import home_code
from scorekeeper.book.maintenance.backups.create import start_thread
from scorekeeper.book.maintenance.schema import require_current
from scorekeeper.book.scorebooks import shared_scorebook
from scorekeeper.config import Config, ConfigError
from scorekeeper.network import is_in_container
from scorekeeper.web import health, routes
from scorekeeper.web.http import logs

LOG = logging.getLogger("scorekeeper")
RETRY_SECONDS = 2.0
"""Seconds until the next attempt to create the app after a failure."""


class LazyApp:
    """The app, created at the first request of each process, so that a server can fork before.

    It runs no migrations, because servers stop requests that take long.
    """

    def __init__(self) -> None:
        self._app: Flask | None = None
        self._lock = Lock()
        self._retry_at = 0.0

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        """Handle a request; while the database is not ready, return 503.

        The liveness probe never waits for the database.
        """
        is_liveness_probe = environ.get("PATH_INFO") == health.HEALTH_PATH
        app = self._app or (None if is_liveness_probe else self._try_create())
        if app is not None:
            return app(environ, start_response)
        response = health.alive() if is_liveness_probe else render_not_ready()
        return response(environ, start_response)

    def _try_create(self) -> Flask | None:
        with self._lock:
            if self._app is None and time.monotonic() >= self._retry_at:
                try:
                    self._app = prepare_app()
                except (ConfigError, ScorebookError, StorageError) as error:
                    self._log_failure(str(error))
                except Exception as error:
                    # The server would log the traceback with every request.
                    self._log_failure(f"unexpected error ({type(error).__name__}).")
            return self._app

    def _log_failure(self, reason: str) -> None:
        LOG.error("not ready: %s", reason)
        self._retry_at = time.monotonic() + RETRY_SECONDS


def prepare_app() -> Flask:
    """Create the app for a database that `scorekeeper upgrade` has prepared."""
    os.umask(0o077)  # no other user may read scores and keys
    config = Config.from_environment()
    logs.configure_logging(config.log)
    require_current(config.database_url)
    if config.is_home_server:
        with closing(Database(config.database_url)) as database:
            shared_scorebook.ensure_shared(database)
        home_code.load(config.home_code_file, config.home_code)
    app = create_app(config)
    app.config["IN_CONTAINER"] = is_in_container()
    # Last, because every attempt would start it again.
    start_thread(config.scorebook_file if config.auto_backup else None)
    return app


def render_not_ready() -> Response:
    """Render the 503 response while the database is not ready; only the log has the reason."""
    return Response(
        "The scorebook is not ready. See the server log.\n",
        503,
        {"Retry-After": "5", "Cache-Control": "no-store"},
        mimetype="text/plain",
    )


# Before a server forks, so that its processes share their memory.
routes.import_pages()
app = LazyApp()
