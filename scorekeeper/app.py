"""The Flask app factory."""

import re
import weakref
from pathlib import Path

from flask import Flask, request
from flask_wtf import CSRFProtect

from scorekeeper.book.db.database import Database
from scorekeeper.config import Config
from scorekeeper.web import routes
from scorekeeper.web.http import (
    api_requests,
    assets,
    current_device,
    logs,
    poll_fast_path,
    preferences,
    rate_limits,
)
from scorekeeper.web.http.responses import compress
from scorekeeper.web.http.security import ProxyHeaders, secure
from scorekeeper.web.joining import guard
from scorekeeper.web.site import db, errors, page_cache, rendering

PACKAGE_FOLDER = Path(__file__).parent
# Templates and static files are inside the installed package, or next to it in a checkout.
ROOT_FOLDER = PACKAGE_FOLDER if (PACKAGE_FOLDER / "templates").is_dir() else PACKAGE_FOLDER.parent
MAX_BODY_BYTES = 1024 * 1024
MAX_UPLOAD_BYTES = 16_000_000
"""Largest file of matches to import: about ten thousand."""
UPLOAD_PATH = re.compile(r"/scorebooks/[A-Za-z0-9_-]{22}/import")
"""The path of the upload form, whose body may be larger than any other."""
MAX_FORM_BYTES = MAX_UPLOAD_BYTES + MAX_BODY_BYTES


def max_body_bytes(path: str) -> int:
    """Return the body size limit of a path, which may begin with a proxy's prefix."""
    return MAX_FORM_BYTES if UPLOAD_PATH.search(path) else MAX_BODY_BYTES


def limit_body() -> None:
    request.max_content_length = max_body_bytes(request.path)


def create_app(config: Config) -> Flask:
    """Create the app for a database that `book.maintenance.schema.prepare` has prepared."""
    app = Flask("scorekeeper", static_folder=None, template_folder=str(ROOT_FOLDER / "templates"))
    # No function here is async, so Flask doesn't have to inspect each one at each request.
    app.ensure_sync = lambda func: func  # type: ignore[method-assign]
    app.jinja_environment = rendering.TemplateEnvironment
    app.config.update(
        SECRET_KEY=config.secret_key,
        MAX_CONTENT_LENGTH=MAX_BODY_BYTES,
        MAX_UPLOAD_BYTES=MAX_UPLOAD_BYTES,
        DEMO_SECRET=config.demo_secret,
        PUBLIC_URL=config.public_url,
        ONLY_HERE=False,  # the server sets it when it listens on this machine only
        IN_CONTAINER=False,  # the WSGI app finds out; the built-in server runs on the machine
        HOME_CODE_FILE=config.home_code_file if config.is_home_server else None,
        HOME_CODE=config.home_code if config.is_home_server else "",
        SCOREBOOK_FILE=config.scorebook_file,
        AUTO_BACKUP=config.auto_backup,
        PLACE_SETTINGS=config.place_settings,
        TRUSTED_PROXIES=config.trusted_proxies,
        WTF_I18N_ENABLED=False,  # forms have their own error messages
    )
    database = Database(config.database_url)
    database.quotas = config.quotas
    db.register(app, database)
    # At the latest at exit: Python 3.13 warns about SQLite connections that nobody closed.
    weakref.finalize(app, database.close)
    app.wsgi_app = poll_fast_path.PollFastPath(app)  # type: ignore[method-assign]
    if config.trusted_proxies:
        app.wsgi_app = ProxyHeaders(app.wsgi_app, config.trusted_proxies)  # type: ignore[method-assign]

    logs.register(app)
    app.before_request(limit_body)
    app.after_request(compress)
    preferences.register(app)
    rate_limits.register(app, config.rate_limits)
    secure(app, config.host_names, config.hsts_seconds)
    errors.register(app)
    guard.register(app)
    CSRFProtect(app)
    assets.register(app, ROOT_FOLDER / "static")
    rendering.register(app)
    page_cache.register(app)
    app.after_request(current_device.renew_cookie_daily)

    routes.register(app)
    api_requests.register_cors(app, config.cors_origins)
    return app
