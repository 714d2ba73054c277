import pytest

from scorekeeper.book.db.database import Database
from tests.book.transfer.files import Book


@pytest.fixture
def book(database: Database) -> Book:
    """An empty scorebook, once on SQLite and once on PostgreSQL."""
    return Book(database)


@pytest.fixture
def sqlite_book(sqlite_database: Database) -> Book:
    return Book(sqlite_database)
