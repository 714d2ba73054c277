"""The tables of 0.7. There is nothing to do: a scorebook either has them or is new."""

revision = "0010"
down_revision = None


def upgrade() -> None:
    pass
