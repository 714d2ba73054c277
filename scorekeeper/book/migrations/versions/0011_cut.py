"""Drop what 0.8 no longer uses."""

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    drop_attempts()


def drop_attempts() -> None:
    """Drop what was kept for minutes only: attempts at codes are counted in memory."""
    op.drop_table("tries")
