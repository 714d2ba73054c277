"""Bringing the scorebook up to date, before anything is served from it."""

from collections.abc import Iterator
from contextlib import closing

import click

from scorekeeper.book.db.database import Database
from scorekeeper.book.maintenance.cleanup import tidy
from scorekeeper.book.maintenance.schema import HEAD, prepare, where
from scorekeeper.book.scorebooks import shared_scorebook
from scorekeeper.config import Config


def upgrade(config: Config) -> Iterator[str]:
    """Do all that a new release needs before its servers start; yield what to say."""
    prepare_tables(config)
    with closing(Database(config.database)) as database:
        settle_shared_scorebook(config, database)
        tidy(database)
    yield f"The scorebook {where(config.database)} is ready (tables {HEAD})."


def prepare_tables(config: Config) -> None:
    """Make the scorebook, or bring it up to date; say so before."""
    prepare(config.database, click.echo)


def settle_shared_scorebook(config: Config, database: Database) -> None:
    """Know which scorebook is the house's."""
    if config.everyone is None:
        shared_scorebook.ensure_shared(
            database, hosted=config.hosted, speaks_for_host=config.speaks_for_host
        )
