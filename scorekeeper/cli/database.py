"""The database of a command, and errors as sentences."""

import gc
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial

import click
from sqlalchemy.exc import DBAPIError

from scorekeeper.book.db.database import Database
from scorekeeper.book.db.errors import ScorebookError, StorageError
from scorekeeper.book.maintenance.schema import describe_location, exists, prepare
from scorekeeper.config import Config, ConfigError


def read_config() -> Config:
    """Read the settings for a command that serves nothing, and so needs no secret key."""
    return Config.from_environment(new_key=False)


@contextmanager
def open_database(
    config: Config, *, create: bool = False, no_timeout: bool = False
) -> Iterator[Database]:
    """Open the database after upgrading it; only with `create`, a missing one is created.

    With mistyped settings, an empty scorebook would hide the real one.
    """
    report = partial(click.echo, err=True)
    is_new = not exists(config.database_url)
    place = describe_location(config.database_url)
    if is_new and not create:
        raise ScorebookError(
            f"There is no scorebook at {place} yet. Check the settings, or create one with"
            " `scorekeeper upgrade`."
        )
    prepare(config.database_url, report)
    if is_new:
        report(f"Created the scorebook {place}.")
    gc.freeze()  # objects of loaded modules are never garbage
    with closing(Database(config.database_url, no_timeout=no_timeout)) as database:
        yield database


@contextmanager
def report_errors() -> Iterator[None]:
    """Exit with a sentence for errors in the settings, the scorebook or the address."""
    try:
        yield
    except (ConfigError, ScorebookError) as error:
        raise click.ClickException(str(error)) from None
    except StorageError as error:
        raise click.ClickException(f"Can't open the scorebook: {error}.") from None
    except (DBAPIError, sqlite3.Error, UnicodeDecodeError) as error:
        # Neither the statement nor its values: they may be private.
        cause = error.orig if isinstance(error, DBAPIError) else error
        # SQLite's message about damaged data may be unreadable.
        reason = "unreadable text" if isinstance(error, UnicodeDecodeError) else str(cause)
        raise click.ClickException(
            f"The scorebook has been changed by something else ({reason}). Restore a backup:"
            " `scorekeeper restore FILE`."
        ) from None
