import pytest

from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    """A partnership table before its first hand, with the usual rules."""
    table = Table()
    table.start("partnership")
    return table


@pytest.fixture
def duel() -> Table:
    """Two players before their first hand, with the usual rules."""
    duel = Table()
    duel.start("two-player")
    return duel
