import pytest

from scorekeeper.book.db.database import Database
from tests.book.scorers import Phone
from tests.evening import Evening, singles


@pytest.fixture
def evening(database: Database) -> Evening:
    """Eight people before their first round; a match of a table is one hand."""
    return Evening.create(database, singles(8), hand_limit=1)


@pytest.fixture
def owner(evening: Evening) -> Phone:
    """The phone of the organiser, which also keeps score."""
    return Phone(evening.database, evening.secret)
