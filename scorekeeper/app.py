"""The app, put together."""

from flask import Flask
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.book.database import Database
from scorekeeper.config import Config
from scorekeeper.paths import STATIC, TEMPLATES
from scorekeeper.web import (
    assets,
    correction,
    drawing,
    errors,
    fragments,
    history,
    home,
    house_change,
    judge,
    languages,
    match,
    new,
    outlook,
    recording,
    referee,
    rendering,
    review,
    rule_card,
    rulings,
    settings,
    voids,
)
from scorekeeper.web.compression import compress
from scorekeeper.web.security import secure

LARGEST_BODY = 1024 * 1024


def create_app(config: Config) -> Flask:
    """Return the app for a scorebook that is prepared already (`book.schema.prepare`)."""
    app = Flask("scorekeeper", static_folder=None, template_folder=str(TEMPLATES))
    app.config.update(
        SECRET_KEY=config.secret_key,
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        EVERYONE=config.everyone,
        WTF_I18N_ENABLED=False,  # the forms refuse in our own words
    )
    app.extensions["database"] = Database(config.database)
    if config.proxies:
        proxies = config.proxies
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies
        )

    app.after_request(compress)
    secure(app, config.trusted_hosts)
    CSRFProtect(app)
    languages.register(app)
    assets.register(app, STATIC)
    rendering.register(app)
    fragments.register(app)
    errors.register(app)

    app.register_blueprint(home.blueprint)
    app.register_blueprint(new.blueprint)
    app.register_blueprint(match.blueprint)
    app.register_blueprint(recording.blueprint)
    app.register_blueprint(correction.blueprint)
    app.register_blueprint(referee.blueprint)
    app.register_blueprint(judge.blueprint)
    app.register_blueprint(voids.blueprint)
    app.register_blueprint(outlook.blueprint)
    app.register_blueprint(drawing.blueprint)
    app.register_blueprint(rulings.blueprint)
    app.register_blueprint(rule_card.blueprint)
    app.register_blueprint(house_change.blueprint)
    app.register_blueprint(review.blueprint)
    app.register_blueprint(history.blueprint)
    app.register_blueprint(settings.blueprint)
    return app
