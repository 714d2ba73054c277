"""Each key begins with the scorebook, so that tables can be partitioned by it."""

import pytest
from sqlalchemy import UniqueConstraint

from scorekeeper.book.models.tables import metadata
from tests.partitions import DIRECTORY, DISTRIBUTED


@pytest.mark.parametrize("name", sorted(DISTRIBUTED))
def test_distributed_tables_begin_with_their_scorebook_and_refer_to_it_only(name: str) -> None:
    table = metadata.tables[name]
    uniques = [one for one in table.constraints if isinstance(one, UniqueConstraint)]
    unique_indexes = [one for one in table.indexes if one.unique]
    keys = [table.primary_key, *uniques, *unique_indexes]
    assert {next(iter(key.columns)).name for key in keys} == {"scorebook_id"}
    for key in metadata.tables[name].foreign_key_constraints:
        pairs = {one.parent.name: one.column.name for one in key.elements}
        assert key.referred_table.name in DIRECTORY or pairs["scorebook_id"] == "scorebook_id"
        assert "scorebook_id" not in pairs or key.ondelete in (None, "CASCADE")


@pytest.mark.parametrize("name", sorted(DIRECTORY))
def test_the_directory_refers_to_no_distributed_table(name: str) -> None:
    keys = metadata.tables[name].foreign_key_constraints
    assert {key.referred_table.name for key in keys} <= DIRECTORY
