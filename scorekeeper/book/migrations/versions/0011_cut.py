"""Drop what 0.8 no longer uses."""

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    pass
