"""The app for a WSGI server of the host's own choice, as `scorekeeper.wsgi:app`."""

import os

from scorekeeper.app import create_app
from scorekeeper.book import house, house_code
from scorekeeper.book.copies.making import start
from scorekeeper.book.errors import ScorebookError
from scorekeeper.book.schema import prepare
from scorekeeper.book.tidying import tidy
from scorekeeper.config import Config
from scorekeeper.secret_key import ConfigError
from scorekeeper.web.site import logs

os.umask(0o077)  # scores and keys are nobody else's to read
try:
    config = Config.from_environment()
    logs.write(config.log)
    prepare(config.database)
except (ConfigError, ScorebookError) as error:
    raise SystemExit(f"Error: {error}") from None
app = create_app(config)
database = app.extensions["database"]
try:
    house.settle(database, hosted=config.hosted, speaks_for_host=config.speaks_for_host)
    if config.at_home:
        house_code.kept(config.house_code)
except ScorebookError as error:
    raise SystemExit(f"Error: {error}") from None
tidy(database)
start(config.scorebook if config.copies else None)
