"""The upgrade of the database before it is served."""

from collections.abc import Iterator
from contextlib import closing

import click

from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.cleanup import try_cleanup
from scorekeeper.book.maintenance.schema import HEAD, describe_location, prepare
from scorekeeper.book.scorebooks import shared_scorebook
from scorekeeper.config import Config


def upgrade(config: Config) -> Iterator[str]:
    """Run the migrations and the cleanup before a new release starts; yield the output."""
    prepare_tables(config)
    with closing(Database(config.database_url)) as database:
        settle_shared_scorebook(config, database)
        try_cleanup(database)
    place = describe_location(config.database_url)
    yield f"The scorebook {place} is ready (database version {HEAD})."


def prepare_tables(config: Config) -> None:
    """Create the tables or migrate them, and print a line before a migration."""
    prepare(config.database_url, click.echo)


def settle_shared_scorebook(config: Config, database: Database) -> None:
    """Determine which scorebook is the shared one."""
    if config.demo_secret is None:
        shared_scorebook.ensure_shared(
            database, hosted=config.hosted, looks_hosted=config.looks_hosted
        )
