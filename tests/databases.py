"""Scorebooks that are opened by the hundred, and word their statements once for all tests."""

from typing import Any

from sqlalchemy import Dialect

from scorekeeper.book.database import Database

_dialects: dict[str, Dialect] = {}
_worded: dict[Any, Any] = {}


def opened(url: str) -> Database:
    """Open a scorebook; wording the statements anew would take half the time of a short test."""
    database = Database(url)
    kind = database.url.get_backend_name()
    if kind not in _dialects:
        # A dialect knows its database from the first connection.
        with database.engine.connect():
            _dialects[kind] = database.engine.dialect
    database.engine.dialect = _dialects[kind]
    database.engine.update_execution_options(compiled_cache=_worded)
    return database
