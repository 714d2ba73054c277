"""The tables of 0.14.0. There is nothing to do: a scorebook either has them or is new."""

revision = "0015"
down_revision = None


def upgrade() -> None:
    pass
