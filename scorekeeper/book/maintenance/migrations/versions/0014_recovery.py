"""Add when a recovery code was made, so that owners can see it again."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    # NULL for earlier codes: only their hashes are known.
    op.add_column("scorebooks", sa.Column("recovery_made_at", sa.DateTime(timezone=True)))
