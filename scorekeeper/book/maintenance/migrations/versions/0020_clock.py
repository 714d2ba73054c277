"""Add the moment from which a match counts its minutes, and how many evenings of a season count."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.add_column("matches", sa.Column("clock_at", sa.DateTime(timezone=True)))
    check = "CONSTRAINT ck_scorebooks_season_best CHECK (season_best BETWEEN 1 AND 60)"
    op.execute(f"ALTER TABLE scorebooks ADD COLUMN season_best INTEGER {check}")
