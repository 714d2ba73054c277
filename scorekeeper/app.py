"""The app, put together."""

from pathlib import Path

from flask import Flask
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.book.database import Database
from scorekeeper.config import Config
from scorekeeper.web import (
    board,
    correction,
    deletion,
    health,
    history,
    home,
    how,
    match,
    names,
    new,
    paper,
    players,
    recording,
    rematch,
    review,
    seats,
    settings,
    sharing,
)
from scorekeeper.web.doors import gate, icon, knocking, links
from scorekeeper.web.referee import (
    drawing,
    house_change,
    judge,
    outlook,
    overview,
    rule_card,
    rulings,
    voids,
)
from scorekeeper.web.scorebooks import book, files, phones, reading, several, ways_in
from scorekeeper.web.site import assets, device, errors, languages, pieces, rates, rendering
from scorekeeper.web.site.compression import compress
from scorekeeper.web.site.security import secure

HERE = Path(__file__).parent
# In the installed package templates and static files lie inside, in a checkout beside it.
ROOT = HERE if (HERE / "templates").is_dir() else HERE.parent
LARGEST_BODY = 1024 * 1024


def create_app(config: Config) -> Flask:
    """Return the app for a scorebook that is prepared already (`book.schema.prepare`)."""
    app = Flask("scorekeeper", static_folder=None, template_folder=str(ROOT / "templates"))
    app.config.update(
        SECRET_KEY=config.secret_key,
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        EVERYONE=config.everyone,
        ADDRESS=config.address,
        ONLY_HERE=False,  # unless who serves knows that no other machine is answered
        HOUSE_CODE=config.house_code if config.at_home else None,
        PROXIES=config.proxies,
        WTF_I18N_ENABLED=False,  # the forms refuse in our own words
    )
    app.extensions["database"] = Database(config.database)
    if config.proxies:
        proxies = config.proxies
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies, x_prefix=proxies
        )

    app.after_request(compress)
    languages.register(app)
    rates.register(app, config.rates)
    secure(app, config.trusted_hosts, config.https_seconds)
    errors.register(app)
    gate.register(app)
    CSRFProtect(app)
    assets.register(app, ROOT / "static")
    rendering.register(app)
    pieces.register(app)
    app.after_request(device.renew_daily)

    app.register_blueprint(home.blueprint)
    app.register_blueprint(how.blueprint)
    app.register_blueprint(new.blueprint)
    app.register_blueprint(paper.blueprint)
    app.register_blueprint(match.blueprint)
    app.register_blueprint(board.blueprint)
    app.register_blueprint(seats.blueprint)
    app.register_blueprint(names.blueprint)
    app.register_blueprint(sharing.blueprint)
    app.register_blueprint(recording.blueprint)
    app.register_blueprint(rematch.blueprint)
    app.register_blueprint(correction.blueprint)
    app.register_blueprint(overview.blueprint)
    app.register_blueprint(judge.blueprint)
    app.register_blueprint(voids.blueprint)
    app.register_blueprint(outlook.blueprint)
    app.register_blueprint(drawing.blueprint)
    app.register_blueprint(rulings.blueprint)
    app.register_blueprint(rule_card.blueprint)
    app.register_blueprint(house_change.blueprint)
    app.register_blueprint(review.blueprint)
    app.register_blueprint(deletion.blueprint)
    app.register_blueprint(history.blueprint)
    app.register_blueprint(players.blueprint)
    app.register_blueprint(settings.blueprint)
    app.register_blueprint(several.blueprint)
    app.register_blueprint(book.blueprint)
    app.register_blueprint(files.blueprint)
    app.register_blueprint(phones.blueprint)
    app.register_blueprint(reading.blueprint)
    app.register_blueprint(ways_in.blueprint)
    app.register_blueprint(links.blueprint)
    app.register_blueprint(knocking.blueprint)
    app.register_blueprint(icon.blueprint)
    app.register_blueprint(health.blueprint)
    return app
