"""Add how often each side kept each contract; filled in afterwards, as all stored results are."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "contract_counts",
        sa.Column("scorebook_id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("match_id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("side", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("contract", sa.Integer, autoincrement=False, nullable=False),
        *(
            sa.Column(name, sa.Integer, nullable=False)
            for name in ("over", "exact", "short", "under")
        ),
        sa.CheckConstraint("side BETWEEN 0 AND 5", name="ck_contract_counts_side"),
        sa.ForeignKeyConstraint(
            ["scorebook_id", "match_id"],
            ["matches.scorebook_id", "matches.id"],
            name="fk_contract_counts_scorebook_id_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "scorebook_id", "match_id", "side", "contract", name="pk_contract_counts"
        ),
        sqlite_with_rowid=False,
    )
