import pytest

from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    table = Table()
    table.start("partnership")
    return table


@pytest.fixture
def duel() -> Table:
    duel = Table()
    duel.start("two-player")
    return duel
