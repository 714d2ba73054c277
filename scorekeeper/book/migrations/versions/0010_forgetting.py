"""Phones that were not here for long can go without reading all that was ever recorded."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

FOLLOWS = "follows_id IS NOT NULL"


def upgrade() -> None:
    # Whatever refers to a phone is looked for as it goes.
    op.create_index("ix_changes_device_id", "changes", ["device_id"])
    where = sa.text(FOLLOWS)
    op.create_index(
        "ix_devices_follows_id",
        "devices",
        ["follows_id"],
        sqlite_where=where,
        postgresql_where=where,
    )
